/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Locks: one holder at a time, and what it put is seen by the next; also when taken by trying, and
 * several at a time.
 */
#include "job.h"

enum { kTurns = 800, kLocks = 3 };

typedef struct {
    int64_t owner; /* the rank inside, -1: none */
    int64_t count;
    int64_t row[6]; /* all equal to count outside */
} guarded_t;

static arauto_lock_h locks;
static arauto_segment_h data; /* guarded_t[kLocks] on each rank */
static int turns; /* of kTurns */

/* The work of the holder; it finds out when another rank is inside too. */
static void work_inside(int rank, size_t index) {
    const size_t offset = index * sizeof(guarded_t);
    guarded_t seen;
    CHECK_OK(arauto_get(data, rank, offset, &seen, sizeof seen));
    CHECK(seen.owner == -1, "rank %lld is inside lock %zu of %d too", (long long)seen.owner, index,
          rank);
    for (int i = 0; i < 6; ++i) {
        CHECK(seen.row[i] == seen.count, "word %d is %lld, the count is %lld", i,
              (long long)seen.row[i], (long long)seen.count);
    }
    seen.owner = arauto_rank();
    CHECK_OK(arauto_put(data, rank, offset, &seen, sizeof seen.owner));
    arauto_flush(ARAUTO_EVERY_RANK);
    guarded_t again;
    CHECK_OK(arauto_get(data, rank, offset, &again, sizeof again));
    CHECK(again.owner == arauto_rank() && again.count == seen.count,
          "rank %lld came inside lock %zu of %d", (long long)again.owner, index, rank);
    ++seen.count;
    for (int i = 0; i < 6; ++i) {
        seen.row[i] = seen.count;
    }
    seen.owner = -1;
    CHECK_OK(arauto_put(data, rank, offset, &seen, sizeof seen));
}

static void take(int rank, size_t index, int by_trying) {
    int acquired = 0;
    while (by_trying && !acquired) {
        acquired = -1;
        CHECK_OK(arauto_lock_try(locks, rank, index, &acquired));
        CHECK(acquired == 0 || acquired == 1, "trying told %d", acquired);
    }
    if (!by_trying) {
        CHECK_OK(arauto_lock_acquire(locks, rank, index));
    }
}

static void contend(int ways) {
    uint64_t row = (uint64_t)arauto_rank() * 1000 + (uint64_t)ways;
    for (int turn = 0; turn < turns; ++turn) {
        const int rank = turn % arauto_size();
        const size_t index = (size_t)turn / (size_t)arauto_size() % kLocks;
        take(rank, index, ways == 2 ? (int)next_below(&row, 2) : ways);
        work_inside(rank, index);
        CHECK_OK(arauto_lock_release(locks, rank, index));
    }
    barrier();
}

/* All locks of rank 0 in rising order, so that nobody waits in a circle. */
static void hold_several(void) {
    for (int turn = 0; turn < turns / 4; ++turn) {
        for (size_t index = 0; index < kLocks; ++index) {
            take(0, index, 0);
        }
        for (size_t index = 0; index < kLocks; ++index) {
            work_inside(0, index);
            CHECK_OK(arauto_lock_release(locks, 0, index));
        }
    }
    barrier();
}

/* While one holds it, nobody else gets it by trying. */
static void refuse_others(void) {
    for (int holder = 0; holder < arauto_size(); ++holder) {
        if (arauto_rank() == holder) {
            take(0, 1, 0);
        }
        barrier();
        int acquired = -1;
        if (arauto_rank() != holder) {
            CHECK_OK(arauto_lock_try(locks, 0, 1, &acquired));
            CHECK(acquired == 0, "got a lock that rank %d holds", holder);
            CHECK_FAILS(arauto_lock_release(locks, 0, 1), ARAUTO_ERR_LOCKED_OTHER, "lock");
        }
        barrier();
        if (arauto_rank() == holder) {
            CHECK_OK(arauto_lock_release(locks, 0, 1));
        }
        barrier();
    }
}

int main(void) {
    start();
    turns = repetitions(kTurns);
    CHECK_OK(arauto_lock_create(arauto_team_world(), kLocks, &locks));
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kLocks * sizeof(guarded_t), &data));
    guarded_t* mine = arauto_segment_base(data);
    for (int index = 0; index < kLocks; ++index) {
        mine[index].owner = -1;
    }
    barrier();
    contend(0);
    contend(1);
    contend(2);
    hold_several();
    refuse_others();
    int64_t count = 0;
    for (int index = 0; index < kLocks; ++index) {
        count += mine[index].count;
    }
    int64_t all = count;
    CHECK_OK(arauto_reduce(arauto_team_world(), &all, 1, ARAUTO_INT64, ARAUTO_SUM, -1));
    const int64_t wanted = arauto_size() * (3 * turns + kLocks * (turns / 4));
    CHECK(all == wanted, "%lld turns were counted, expected %lld", (long long)all,
          (long long)wanted);
    CHECK_OK(arauto_lock_free(locks));
    CHECK_OK(arauto_segment_free(data));
    return 0;
}
