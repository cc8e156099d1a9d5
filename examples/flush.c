/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Each rank puts a number at its right neighbour, and then tells the rank after that one, which
 * reads it there. The flush of the neighbour comes between the two: a notification orders only the
 * puts to the rank that it is for.
 */
#include <arauto/arauto.h>
#include <stdio.h>

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

int main(void) {
    check(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int size = arauto_team_size(world);
    const int me = arauto_team_rank(world);
    const int keeper = (me + 1) % size;
    const int reader = (me + 2) % size;
    const int left = (me + size - 1) % size; /* keeps what is for this rank */
    const int writer = (left + size - 1) % size; /* has put it there */
    arauto_segment_h kept;
    arauto_notify_h notify;
    arauto_slot_t told;
    check(arauto_segment_allocate(world, sizeof(int), &kept));
    check(arauto_notify_create(world, 1, &notify));
    check(arauto_notify_slot(notify, 0, &told));

    const int number = 100 + me;
    check(arauto_put(kept, keeper, 0, &number, sizeof number));
    check(arauto_flush(keeper)); /* it is there now */
    check(arauto_notify_post(reader, told));

    int read = 0;
    check(arauto_notify_wait(notify, 0, 1));
    check(arauto_get(kept, left, 0, &read, sizeof read));
    if (me == 0) {
        printf("rank %d keeps %d for rank 0\n", left, read);
    }
    check(arauto_team_barrier(world));
    check(arauto_notify_free(notify));
    check(arauto_segment_free(kept));
    return read == 100 + writer ? 0 : 1;
}
