/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Rank 1 fails while it holds a lock and owes posts. Every call of the others that needs it reports
 * that, and does its work among the survivors.
 */
#include "job.h"

#include "arauto/spi/event.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/status.h"
#include "arauto/spi/team.h"

enum { kVictim = 1, kTurns = 50 };
static arauto_team_h world;
static arauto_segment_h words;
static arauto_notify_h event;
static arauto_lock_h lock;

static void notify_all(arauto_segment_h where, int64_t value) {
    const size_t offset = sizeof value * (size_t)arauto_rank();
    for (int rank = 0; rank < arauto_size(); ++rank) {
        if (rank != kVictim) {
            CHECK_OK(arauto_put(where, rank, offset, &value, sizeof value));
        }
    }
}

static void expect_from_all(arauto_segment_h where, int64_t value) {
    const int64_t* mine = arauto_segment_base(where);
    for (int rank = 0; rank < arauto_size(); ++rank) {
        CHECK(rank == kVictim || mine[rank] == value, "rank %d has told %lld, expected %lld", rank,
              (long long)mine[rank], (long long)value);
    }
}

static void wait_for_the_news(void) {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    while (state != ARAUTO_RANK_FAILED) {
        CHECK_OK(arauto_rank_state(kVictim, &state));
        CHECK(state != ARAUTO_RANK_STOPPED, "a rank that failed is told as stopped");
    }
    for (long look = 0; arauto_ranks_ended() == 0; ++look) { /* it is counted behind its state */
        CHECK(look < 1L << 32, "a rank has failed, and is not counted");
    }
    CHECK(arauto_ranks_ended() == 1, "%d have ended", arauto_ranks_ended());
    int failed[2] = {-1, -1};
    int count = 0;
    CHECK_OK(arauto_team_members_in_state(world, ARAUTO_RANK_FAILED, failed, 2, &count));
    CHECK(count == 1 && failed[0] == kVictim, "%d have failed, the first is %d", count, failed[0]);
}

static void calls_to_it(void) {
    int64_t value = 5;
    uint64_t old = 6;
    const int victim = kVictim;
    const arauto_status_t wanted = ARAUTO_ERR_FAILED;
    CHECK_FAILS(arauto_put(words, kVictim, 0, &value, 8), wanted, "rank 1");
    CHECK_FAILS(arauto_get(words, kVictim, 0, &value, 8), wanted, "rank 1");
    CHECK_FAILS(arauto_get_at(kVictim, (uint64_t)(uintptr_t)&value, &value, 8), wanted, "rank 1");
    CHECK_FAILS(arauto_atomic_fetch(words, kVictim, 0, 8, ARAUTO_ATOMIC_ADD, 1, &old), wanted,
                "rank 1");
    CHECK_FAILS(arauto_event_post(event, kVictim, 0), wanted, "rank 1");
    CHECK_FAILS(arauto_team_sync_ranks(world, 1, &victim), wanted, "rank 1");
    CHECK(value == 5 && old == 6, "a call to a failed rank wrote its result");
}

static void synchronise(void) {
    const arauto_status_t wanted = ARAUTO_ERR_FAILED;
    for (int turn = 1; turn <= kTurns; ++turn) {
        notify_all(words, turn);
        CHECK_FAILS(arauto_team_barrier(world), wanted, "rank 1");
        expect_from_all(words, turn);
        CHECK_FAILS(arauto_team_sync_ranks(world, -1, NULL), wanted, "rank 1");
        notify_all(words, -turn);
        CHECK_FAILS(arauto_team_sync_ranks(world, -1, NULL), wanted, "rank 1");
        expect_from_all(words, -turn);
        CHECK_FAILS(arauto_team_barrier(world), wanted, "rank 1");
    }
    double one = 1;
    CHECK_FAILS(arauto_reduce(world, &one, 1, ARAUTO_DOUBLE, ARAUTO_SUM, -1), wanted, "rank 1");
    CHECK_FAILS(arauto_broadcast(world, &one, sizeof one, 0), wanted, "rank 1");
}

static void inherit_the_lock(void) {
    const arauto_status_t status = arauto_lock_acquire(lock, 0, 0);
    CHECK(status == ARAUTO_OK || status == ARAUTO_LOCK_RECOVERED, "the lock gave %s",
          arauto_status_name(status));
    int64_t counts[2]; /* ranks that came in, and for how many it was recovered */
    CHECK_OK(arauto_get(words, 0, 512, counts, sizeof counts));
    ++counts[0];
    counts[1] += status == ARAUTO_LOCK_RECOVERED;
    CHECK_OK(arauto_put(words, 0, 512, counts, sizeof counts));
    CHECK_OK(arauto_lock_release(lock, 0, 0));
    CHECK_STATUS(arauto_team_barrier(world), ARAUTO_ERR_FAILED);
    CHECK_OK(arauto_get(words, 0, 512, counts, sizeof counts));
    CHECK(counts[0] == arauto_size() - 1 && counts[1] == 1, "%lld came in, recovered for %lld",
          (long long)counts[0], (long long)counts[1]);
}

/* A wait ends once to report the failure, and takes nothing. */
static void wait_for_posts(void) {
    const int next = (arauto_rank() + 1) % arauto_size();
    const int right = next == kVictim ? (next + 1) % arauto_size() : next;
    arauto_status_t status = ARAUTO_OK;
    if (arauto_size() > 2) {
        CHECK_OK(arauto_event_post(event, right, 0));
        status = arauto_notify_wait(event, 0, 1);
        if (status == ARAUTO_ERR_FAILED) {
            CHECK_OK(arauto_notify_wait(event, 0, 1));
        }
    } else {
        CHECK_FAILS(arauto_notify_wait(event, 0, 1), ARAUTO_ERR_FAILED,
                    "no other process can post");
        CHECK_OK(arauto_event_post(event, arauto_rank(), 0));
        CHECK_OK(arauto_notify_wait(event, 0, 1));
    }
    uint64_t count = 9;
    CHECK_OK(arauto_notify_query(event, 0, &count));
    CHECK(count == 0, "%llu posts are left", (unsigned long long)count);
}

static void start_over(void) {
    arauto_team_h team = NULL;
    arauto_segment_h again = NULL;
    const size_t bytes = sizeof(int64_t) * (size_t)arauto_size();
    CHECK_STATUS(arauto_segment_allocate(world, bytes, &again), ARAUTO_ERR_FAILED);
    CHECK(again != NULL, "there is no segment among those left");
    notify_all(again, 77);
    CHECK_STATUS(arauto_team_barrier(world), ARAUTO_ERR_FAILED);
    expect_from_all(again, 77);
    CHECK_STATUS(arauto_segment_free(again), ARAUTO_ERR_FAILED);
    CHECK_STATUS(arauto_team_split(world, 3, -arauto_rank(), &team), ARAUTO_ERR_FAILED);
    CHECK(team != NULL && arauto_team_size(team) == arauto_size() - 1, "the team has %d ranks",
          team != NULL ? arauto_team_size(team) : 0);
    CHECK(arauto_team_from_world(team, kVictim) == -1, "the failed rank is in the new team");
    for (int turn = 0; turn < kTurns; ++turn) {
        int64_t sum = arauto_rank();
        CHECK_OK(arauto_reduce(team, &sum, 1, ARAUTO_INT64, ARAUTO_SUM, ARAUTO_ALL_RANKS));
        const int64_t wanted = arauto_size() * (arauto_size() - 1) / 2 - kVictim;
        CHECK(sum == wanted, "the sum is %lld, expected %lld", (long long)sum, (long long)wanted);
        CHECK_OK(arauto_team_barrier(team));
    }
    CHECK_OK(arauto_segment_allocate(team, bytes, &again));
    notify_all(again, 88);
    CHECK_OK(arauto_team_barrier(team));
    expect_from_all(again, 88);
    CHECK_OK(arauto_segment_free(again));
    CHECK_OK(arauto_team_free(team));
}

int main(void) {
    start();
    arauto_handle_failures();
    world = arauto_team_world();
    CHECK_OK(arauto_segment_allocate(world, 1024, &words));
    CHECK_OK(arauto_notify_create(world, 1, &event));
    CHECK_OK(arauto_lock_create(world, 1, &lock));
    if (arauto_rank() == kVictim) {
        CHECK_OK(arauto_lock_acquire(lock, 0, 0));
    }
    barrier();
    if (arauto_rank() == kVictim) {
        arauto_fail();
    }
    wait_for_the_news();
    calls_to_it();
    synchronise();
    inherit_the_lock();
    wait_for_posts();
    start_over();
    return 0;
}
