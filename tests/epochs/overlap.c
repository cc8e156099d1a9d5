/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Epochs that overlap in the program are active together, and blocking and nonblocking calls mix:
 * halo exchanges, several locks at once, many epochs under way, requests in any order.
 */
#include "epochs.h"

#include <time.h>

enum { DEEP = 50, MOST = 64 }; /* epochs under way; ranks */

/* post; start; put to both neighbours; complete; wait: deadlocks if the start were deferred. */
static void halo(int rounds, int is_nonblocking) {
    const int left = (me + ranks - 1) % ranks;
    const int right = (me + 1) % ranks;
    const int neighbours[2] = {left, right};
    const int count = left == right ? 1 : 2;
    const volatile uint64_t* mine = arauto_segment_base(segment);
    for (int round = 1; round <= rounds; ++round) {
        arauto_request_t requests[2] = {{0, 0}, {0, 0}};
        const uint64_t value = (uint64_t)(me * 1000 + round);
        CHECK_OK(arauto_epoch_post(epochs, neighbours, count, 0));
        CHECK_OK(arauto_epoch_start(epochs, neighbours, count, 0));
        CHECK_OK(arauto_epoch_put(epochs, right, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_put(epochs, left, segment, 8, &value, 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, is_nonblocking ? &requests[0] : NULL));
        CHECK_OK(arauto_epoch_wait(epochs, is_nonblocking ? &requests[1] : NULL));
        CHECK_OK(arauto_request_wait(&requests[1]));
        CHECK(mine[0] == (uint64_t)(left * 1000 + round), "from the left: %llu",
              (unsigned long long)mine[0]);
        CHECK(mine[1] == (uint64_t)(right * 1000 + round), "from the right: %llu",
              (unsigned long long)mine[1]);
        CHECK_OK(arauto_request_wait(&requests[0]));
    }
}

/* Locks of several targets at once, given back in another order. */
static void several_locks(void) {
    for (int round = 0; round < 20; ++round) {
        /* In ascending order, as no two may wait for each other. */
        for (int target = 0; target < ranks; ++target) {
            CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        }
        uint64_t values[MOST] = {0};
        for (int target = 0; target < ranks; ++target) {
            CHECK_OK(arauto_epoch_get(epochs, target, segment, 16, &values[target], 8, NULL));
        }
        CHECK_OK(arauto_epoch_flush(epochs, ARAUTO_EVERY_RANK, ARAUTO_FLUSH_LOCAL, NULL));
        for (int target = 0; target < ranks; ++target) {
            ++values[target];
            CHECK_OK(arauto_epoch_put(epochs, target, segment, 16, &values[target], 8, NULL));
        }
        for (int target = ranks - 1; target >= 0; --target) {
            CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
        }
    }
    barrier();
    const volatile uint64_t* mine = arauto_segment_base(segment);
    CHECK(mine[2] == 20U * (unsigned)ranks, "the count is %llu", (unsigned long long)mine[2]);
    barrier();
}

/* Many epochs under way, whose requests are waited for from the last to the first. */
static void deep(int flags) {
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    static uint64_t values[DEEP];
    arauto_request_t requests[2 * DEEP];
    CHECK_OK(arauto_epochs_set_reorder(epochs, flags));
    for (int i = 0; i < DEEP; ++i) {
        values[i] = (uint64_t)(me * 1000 + i);
        CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
        CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, to, segment, 64 + 8 * (size_t)i, &values[i], 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &requests[i]));
        CHECK_OK(arauto_epoch_wait(epochs, &requests[DEEP + i]));
    }
    for (int i = 2 * DEEP - 1; i >= 0; --i) {
        CHECK_OK(arauto_request_wait(&requests[i]));
    }
    const volatile uint64_t* mine = arauto_segment_base(segment);
    for (int i = 0; i < DEEP; ++i) {
        CHECK(mine[8 + i] == (uint64_t)(from * 1000 + i), "word %d is %llu", i,
              (unsigned long long)mine[8 + i]);
    }
    barrier();
}

/* Kinds after each other, all closed without waiting; in the end all is there. */
static void mixed_kinds(void) {
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    static uint64_t one = 1;
    static uint64_t seen[4];
    arauto_request_t requests[6];
    CHECK_OK(arauto_epochs_set_reorder(epochs, 0));
    memset(arauto_segment_base(segment), 0, 512);
    barrier();
    CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
    CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
    CHECK_OK(arauto_epoch_put(epochs, to, segment, 0, &one, 8, NULL));
    CHECK_OK(arauto_epoch_complete(epochs, &requests[0]));
    CHECK_OK(arauto_epoch_wait(epochs, &requests[1]));
    CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOPRECEDE, NULL));
    CHECK_OK(arauto_epoch_put(epochs, to, segment, 8, &one, 8, NULL));
    CHECK_OK(arauto_epoch_fence(epochs, 0, &requests[2]));
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, NULL));
    CHECK_OK(arauto_epoch_fetch(epochs, 0, segment, 16, 8, ARAUTO_ATOMIC_ADD, 1, &seen[0], NULL));
    CHECK_OK(arauto_epoch_unlock(epochs, 0, &requests[3]));
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
    CHECK_OK(arauto_epoch_fetch(epochs, ranks - 1, segment, 24, 8, ARAUTO_ATOMIC_ADD, 1, NULL,
                                &requests[5]));
    CHECK_OK(arauto_request_wait(&requests[5]));
    CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, &requests[4]));
    for (int i = 4; i >= 0; --i) {
        CHECK_OK(arauto_request_wait(&requests[i]));
    }
    CHECK(seen[0] < (uint64_t)ranks, "the count before was %llu", (unsigned long long)seen[0]);
    barrier();
    const volatile uint64_t* mine = arauto_segment_base(segment);
    CHECK(mine[0] == 1 && mine[1] == 1, "the words are %llu and %llu", (unsigned long long)mine[0],
          (unsigned long long)mine[1]);
    CHECK(me != 0 || mine[2] == (uint64_t)ranks, "%llu", (unsigned long long)mine[2]);
    CHECK(me != ranks - 1 || mine[3] == (uint64_t)ranks, "%llu", (unsigned long long)mine[3]);
    barrier();
}

/* The holder of an exclusive lock may ask for another while a lock_all waits at the gate. */
static void gate(void) {
    if (ranks < 2) {
        return;
    }
    for (int round = 0; round < 50; ++round) {
        if (me % 2 == 0) {
            const int target = round % ranks;
            CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
            if (target + 1 < ranks) {
                arauto_request_t request;
                CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target + 1, 0, &request));
                CHECK_OK(arauto_request_wait(&request));
                CHECK_OK(arauto_epoch_unlock(epochs, target + 1, NULL));
            }
            CHECK_OK(arauto_epoch_unlock(epochs, target, NULL));
        } else {
            arauto_request_t request;
            CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, &request));
            CHECK_OK(arauto_request_wait(&request));
            CHECK_OK(arauto_epoch_flush(epochs, ARAUTO_EVERY_RANK, ARAUTO_FLUSH_REMOTE, NULL));
            CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, NULL));
        }
    }
    barrier();
}

/* A lock that is closed first holds back one that was opened behind it: else its process would hold
 * the second while it waits for the first, and another, which takes both in order, for ever. */
static void closed_first(void) {
    enum { ROUNDS = 20, HELD = 0, CLOSING = 1 };
    if (arauto_segment_pointer(flags_segment, me) == NULL) { /* no flag can be looked at */
        return;
    }
    for (int round = 1; ranks > 1 && round <= ROUNDS; ++round) {
        arauto_request_t request;
        if (me == 0) {
            CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, 0, 0, &request));
            CHECK_OK(arauto_request_wait(&request));
            raise_flag(HELD);
            compute_until(CLOSING, round);
            const struct timespec moment = {0, 200000};
            nanosleep(&moment, NULL);
            CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 1, 0, &request));
            CHECK_OK(arauto_request_wait(&request));
            CHECK_OK(arauto_epoch_unlock(epochs, 1, NULL));
            CHECK_OK(arauto_epoch_unlock(epochs, 0, NULL));
        } else if (me == 1) {
            compute_until(HELD, round);
            CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 0, 0, NULL));
            CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 1, 0, NULL));
            raise_flag(CLOSING);
            CHECK_OK(arauto_epoch_unlock(epochs, 0, NULL));
            CHECK_OK(arauto_epoch_unlock(epochs, 1, NULL));
        }
    }
    barrier();
}

int main(void) {
    begin(64 + 8 * DEEP + 64);
    halo(100, 0);
    halo(100, 1);
    several_locks();
    deep(0);
    deep(15);
    mixed_kinds();
    gate();
    closed_first();
    finish();
    return 0;
}
