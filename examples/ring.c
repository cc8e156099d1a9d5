/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A message goes once around the ring: each rank puts it into its right neighbour and posts an
 * event there.
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
    arauto_event_h arrived;
    check(arauto_segment_allocate(world, 64, &inbox));
    check(arauto_event_create(world, 1, &arrived));
    char message[64] = "";
    if (me == 0) {
        strcpy(message, "around the ring");
        check(arauto_put(inbox, right, 0, message, sizeof message));
        check(arauto_event_post(arrived, right, 0));
    }
    check(arauto_event_wait(arrived, 0, 1)); /* what was put before the post is here now */
    memcpy(message, arauto_segment_base(inbox), sizeof message);
    if (me != 0) {
        check(arauto_put(inbox, right, 0, message, sizeof message));
        check(arauto_event_post(arrived, right, 0));
    } else {
        printf("it came back: %s\n", message);
    }
    check(arauto_team_barrier(world));
    check(arauto_event_free(arrived));
    check(arauto_segment_free(inbox));
    return strcmp(message, "around the ring") == 0 ? 0 : 1;
}
