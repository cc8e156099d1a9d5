/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A halo exchange none of whose calls waits: each rank opens and closes its epochs, does its own
 * work, and asks for the neighbours' values only when it needs them. Then all add to one word, each
 * under a lock that it asks for and gives back without waiting.
 */
#include <arauto/arauto.h>
#include <stdint.h>
#include <stdio.h>

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

/* From the left to word 0, from the right to word 1. */
static void exchange(arauto_epochs_h epochs, arauto_segment_h words, int me, int ranks) {
    const int left = (me + ranks - 1) % ranks;
    const int right = (me + 1) % ranks;
    const int neighbours[2] = {left, right};
    const int count = left == right ? 1 : 2;
    const uint64_t mine = (uint64_t)me;
    arauto_request_t sent;
    arauto_request_t received;
    check(arauto_epoch_post(epochs, neighbours, count, 0));
    check(arauto_epoch_start(epochs, neighbours, count, 0));
    check(arauto_epoch_put(epochs, right, words, 0, &mine, sizeof mine, NULL));
    check(arauto_epoch_put(epochs, left, words, 8, &mine, sizeof mine, NULL));
    check(arauto_epoch_complete(epochs, &sent));
    check(arauto_epoch_wait(epochs, &received));
    /* Here is room for work that needs neither. */
    check(arauto_request_wait(&received));
    check(arauto_request_wait(&sent));
    const uint64_t* got = arauto_segment_base(words);
    if (got[0] != (uint64_t)left || got[1] != (uint64_t)right) {
        arauto_error_stop(1, "a neighbour's value is wrong");
    }
}

static void add_one(arauto_epochs_h epochs, arauto_segment_h words) {
    arauto_request_t done;
    check(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, NULL));
    check(arauto_epoch_fetch(epochs, 0, words, 16, 8, ARAUTO_ATOMIC_ADD, 1, NULL, NULL));
    check(arauto_epoch_unlock(epochs, 0, &done));
    check(arauto_request_wait(&done));
}

int main(void) {
    check(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int me = arauto_team_rank(world);
    const int ranks = arauto_team_size(world);
    arauto_segment_h words;
    arauto_epochs_h epochs;
    check(arauto_segment_allocate(world, 3 * sizeof(uint64_t), &words));
    check(arauto_epochs_create(world, &epochs));
    exchange(epochs, words, me, ranks);
    add_one(epochs, words);
    check(arauto_epochs_free(epochs));
    if (me == 0) {
        const uint64_t* got = arauto_segment_base(words);
        printf("%llu of %d have added\n", (unsigned long long)got[2], ranks);
    }
    check(arauto_segment_free(words));
    check(arauto_finalize());
    return 0;
}
