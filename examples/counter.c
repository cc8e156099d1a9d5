/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Two ways to count together: an atomic addition, and a plain one under a lock.
 */
#include <arauto/arauto.h>
#include <stdint.h>
#include <stdio.h>

enum { ROUNDS = 1000, BY_ATOMIC = 0, BY_LOCK = 8 };

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

int main(void) {
    check(arauto_init());
    const arauto_team_h world = arauto_team_world();
    arauto_segment_h counters;
    arauto_lock_h guard;
    check(arauto_segment_allocate(world, 16, &counters));
    check(arauto_lock_create(world, 1, &guard));
    for (int i = 0; i < ROUNDS; ++i) {
        check(arauto_atomic_fetch(counters, 0, BY_ATOMIC, 8, ARAUTO_ATOMIC_ADD, 1, NULL));
        uint64_t value;
        check(arauto_lock_acquire(guard, 0, 0));
        check(arauto_get(counters, 0, BY_LOCK, &value, sizeof value));
        ++value;
        check(arauto_put(counters, 0, BY_LOCK, &value, sizeof value));
        check(arauto_lock_release(guard, 0, 0));
    }
    check(arauto_team_barrier(world));
    uint64_t both[2];
    check(arauto_get(counters, 0, 0, both, sizeof both));
    if (arauto_rank() == 0) {
        printf("%llu by atomics, %llu under the lock\n", (unsigned long long)both[0],
               (unsigned long long)both[1]);
    }
    check(arauto_lock_free(guard));
    check(arauto_segment_free(counters));
    const uint64_t expected = (uint64_t)ROUNDS * (uint64_t)arauto_size();
    return both[0] == expected && both[1] == expected ? 0 : 1;
}
