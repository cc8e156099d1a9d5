/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A message goes once around the ring: each rank puts it into its right neighbour, which is
 * notified when it is there.
 */
#include <arauto/arauto.h>
#include <stdio.h>
#include <string.h>

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

int main(void) {
    check(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int me = arauto_team_rank(world);
    const int right = (me + 1) % arauto_team_size(world);
    arauto_segment_h inbox;
    arauto_notify_h notify;
    arauto_slot_t arrived;
    check(arauto_segment_allocate(world, 64, &inbox));
    check(arauto_notify_create(world, 1, &notify));
    check(arauto_notify_slot(notify, 0, &arrived));
    char message[64] = "";
    if (me == 0) {
        strcpy(message, "around the ring");
        check(arauto_put_notify(inbox, right, 0, message, sizeof message, arrived));
    }
    check(arauto_notify_wait(notify, 0, 1)); /* the message is here now */
    memcpy(message, arauto_segment_base(inbox), sizeof message);
    if (me != 0) {
        check(arauto_put_notify(inbox, right, 0, message, sizeof message, arrived));
    } else {
        printf("it came back: %s\n", message);
    }
    check(arauto_team_barrier(world));
    check(arauto_notify_free(notify));
    check(arauto_segment_free(inbox));
    return strcmp(message, "around the ring") == 0 ? 0 : 1;
}
