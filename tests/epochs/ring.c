/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Rings of post, start, put, complete and wait, of fences and of locks; blocking, nonblocking, and
 * both mixed. Every value must arrive in its round.
 */
#include "epochs.h"

enum { ROUNDS = 200 };

static uint64_t value_of(int origin, int round) {
    return (uint64_t)origin * 1000003U + (uint64_t)round;
}

/* The two ends of both epochs, each with or without a request, as the bits of `how` say. */
static void ring(int how) {
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    const volatile uint64_t* mine = arauto_segment_base(segment);
    for (int round = 1; round <= ROUNDS; ++round) {
        arauto_request_t requests[2] = {{0, 0}, {0, 0}};
        const uint64_t value = value_of(me, round);
        CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
        CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, to, segment, 0, &value, 8, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, (how & 1) != 0 ? &requests[0] : NULL));
        CHECK_OK(arauto_epoch_wait(epochs, (how & 2) != 0 ? &requests[1] : NULL));
        CHECK_OK(arauto_request_wait(&requests[0]));
        CHECK_OK(arauto_request_wait(&requests[1]));
        CHECK(*mine == value_of(from, round), "round %d of ring %d: %llu", round, how,
              (unsigned long long)*mine);
    }
}

static void fences(int how) {
    const volatile uint64_t* mine = arauto_segment_base(segment);
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    for (int round = 1; round <= ROUNDS; ++round) {
        arauto_request_t request = {0, 0};
        const uint64_t value = value_of(me, round);
        CHECK_OK(arauto_epoch_put(epochs, to, segment, 8, &value, 8, NULL));
        CHECK_OK(arauto_epoch_fence(epochs, 0, how != 0 ? &request : NULL));
        CHECK_OK(arauto_request_wait(&request));
        CHECK(mine[1] == value_of(from, round), "fence %d of %d: %llu", round, how,
              (unsigned long long)mine[1]);
        CHECK_OK(arauto_epoch_fence(epochs, 0, how == 2 ? &request : NULL));
        CHECK_OK(arauto_request_wait(&request));
    }
    CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOPRECEDE | ARAUTO_EPOCH_NOSUCCEED, NULL));
}

/* All add to the last rank's word under its lock, by get and put. */
static void locks(int how) {
    const int target = ranks - 1;
    for (int round = 0; round < ROUNDS; ++round) {
        arauto_request_t request = {0, 0};
        uint64_t value = 0;
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_get(epochs, target, segment, 16, &value, 8, NULL));
        CHECK_OK(arauto_epoch_flush(epochs, target, ARAUTO_FLUSH_REMOTE, NULL));
        ++value;
        CHECK_OK(arauto_epoch_put(epochs, target, segment, 16, &value, 8, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, target, how != 0 ? &request : NULL));
        CHECK_OK(arauto_request_wait(&request));
    }
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    uint64_t total = 0;
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
    CHECK_OK(arauto_epoch_get(epochs, target, segment, 16, &total, 8, NULL));
    CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, NULL));
    const uint64_t wanted = (uint64_t)ranks * ROUNDS * (uint64_t)(how + 1);
    CHECK(total == wanted, "the total is %llu, not %llu", (unsigned long long)total,
          (unsigned long long)wanted);
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
}

int main(void) {
    begin(64);
    for (int how = 0; how < 4; ++how) {
        ring(how);
    }
    for (int how = 0; how < 3; ++how) {
        fences(how);
    }
    locks(0);
    locks(1);
    finish();
    return 0;
}
