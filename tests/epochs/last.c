/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Ranks end without waiting for what they have closed: it happens nevertheless, also where the last
 * call that it needed is that of the rank which ends last. With ARAUTO_TEST_CASE=1 one epoch is
 * left that nobody meets: nobody waits for it. With 2, over nodes, a lock is granted when its
 * target may have left already: nobody waits for that either.
 */
#include "epochs.h"

#include <time.h>

enum { BYTES = 3000 };

static unsigned char private_memory[BYTES];
static unsigned char private_source[BYTES];

static void give_up(arauto_request_t request) {
    CHECK_OK(arauto_request_free(&request));
}

static void close_all(int to, int from, uint64_t address) {
    static uint64_t value;
    arauto_request_t access;
    arauto_request_t exposure;
    const struct timespec late = {0, 30000000};
    value = 1000 + (uint64_t)me;
    memset(private_source, me + 1, BYTES);
    if (me == 0) {
        nanosleep(&late, NULL);
    }
    CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
    CHECK_OK(arauto_epoch_put(epochs, to, segment, 0, &value, 8, NULL));
    CHECK_OK(arauto_epoch_put_at(epochs, to, address, private_source, BYTES, NULL));
    CHECK_OK(arauto_epoch_complete(epochs, &access));
    give_up(access);
    CHECK_OK(arauto_epochs_set_reorder(epochs, 15));
    CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
    CHECK_OK(arauto_epoch_wait(epochs, &exposure));
    give_up(exposure);
}

/* Rank 0 stops in the queue behind rank 1, which gives the last rank's lock back and stops too. */
static void queue_for_lock(int target) {
    static uint64_t value = 1;
    arauto_request_t request;
    if (me == 1) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 8, &value, 8, NULL));
    }
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    if (me == 0) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, &request));
        give_up(request);
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, target, &request));
        give_up(request);
    } else if (me == 1) {
        const struct timespec late = {0, 300000000};
        nanosleep(&late, NULL);
        CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
    }
}

int main(void) {
    begin(64);
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    const char* const which = getenv("ARAUTO_TEST_CASE");
    uint64_t addresses[8] = {0};
    CHECK(ranks <= 8, "at most 8 ranks");
    addresses[me] = (uintptr_t)private_memory;
    CHECK_OK(arauto_reduce(arauto_team_world(), addresses, 8, ARAUTO_INT64, ARAUTO_SUM,
                           ARAUTO_ALL_RANKS));
    const volatile uint64_t* const mine = arauto_segment_base(segment);
    if (which != NULL && which[0] == '2') {
        queue_for_lock(ranks - 1);
    } else if (which != NULL && me == 0) {
        arauto_request_t request;
        CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
        CHECK_OK(arauto_epoch_complete(epochs, &request));
        give_up(request);
    } else if (which == NULL) {
        close_all(to, from, addresses[to]);
    }
    CHECK_OK(arauto_finalize());
    if (which == NULL && (*mine != 1000 + (uint64_t)from || private_memory[0] != from + 1 ||
                          private_memory[BYTES - 1] != from + 1)) {
        fprintf(stderr, "rank %d ended with %llu, %d and %d\n", me, (unsigned long long)*mine,
                private_memory[0], private_memory[BYTES - 1]);
        return 1;
    }
    return 0;
}
