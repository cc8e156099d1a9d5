/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A relay without a barrier: every rank hands a growing list to its right neighbour. The put says
 * by itself that the list has come, and the neighbour's get says by itself that it may be changed.
 *
 *   arauto cc notify.c -o notify && arauto run -n 4 ./notify
 */
#include "arauto/arauto.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 100, LENGTH = 16 };
enum { ARRIVED = 0, READ = 1 };

static void check(arauto_status_t status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", arauto_last_error());
        exit(1);
    }
}

int main(void) {
    check(arauto_init());
    arauto_team_h world = arauto_team_world();
    const int me = arauto_team_rank(world);
    const int ranks = arauto_team_size(world);
    const int right = (me + 1) % ranks;
    const int left = (me + ranks - 1) % ranks;

    arauto_segment_h inbox;
    arauto_segment_h outbox;
    arauto_notify_h notify;
    arauto_slot_t arrived;
    arauto_slot_t read;
    check(arauto_segment_allocate(world, LENGTH * sizeof(long), &inbox));
    check(arauto_segment_allocate(world, LENGTH * sizeof(long), &outbox));
    check(arauto_notify_create(world, 2, &notify));
    check(arauto_notify_slot(notify, ARRIVED, &arrived));
    check(arauto_notify_slot(notify, READ, &read));

    long* offered = arauto_segment_base(outbox);
    long* taken = arauto_segment_base(inbox);
    for (long round = 1; round <= ROUNDS; ++round) {
        /* Pull: the left neighbour learns that its offer has been read. */
        for (int i = 0; i < LENGTH; ++i) {
            offered[i] = round * 1000 + me;
        }
        check(arauto_notify_post(right, arrived)); /* the offer stands */
        check(arauto_notify_wait(notify, ARRIVED, 1));
        long copy[LENGTH];
        check(arauto_get_notify(outbox, left, 0, copy, sizeof copy, read));
        check(arauto_notify_wait(notify, READ, 1)); /* ours may change now */

        /* Push: data and signal in one operation. */
        check(arauto_put_notify(inbox, right, 0, copy, sizeof copy, arrived));
        check(arauto_notify_wait(notify, ARRIVED, 1));
        const long expected = round * 1000 + (left + ranks - 1) % ranks;
        if (copy[LENGTH - 1] != round * 1000 + left || taken[LENGTH - 1] != expected) {
            fprintf(stderr, "rank %d, round %ld: got %ld, expected %ld\n", me, round,
                    taken[LENGTH - 1], expected);
            exit(1);
        }
        check(arauto_team_barrier(world)); /* before the inbox is written again */
    }
    if (me == 0) {
        printf("%d rounds: every list came with its signal\n", ROUNDS);
    }
    check(arauto_notify_free(notify));
    check(arauto_segment_free(outbox));
    check(arauto_segment_free(inbox));
    check(arauto_finalize());
    return 0;
}
