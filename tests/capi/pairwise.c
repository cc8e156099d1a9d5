/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * arauto_team_sync_ranks in many patterns: chains, stars, rings, all, in teams. Data put before a
 * call is visible after it, and a rank that is one call ahead is not mistaken for its next call.
 */
#include "job.h"

enum { kTurns = 200, kRanksMax = 64 };
static arauto_segment_h words; /* one per writer on each rank */

static void tell(int rank, int64_t value) {
    CHECK_OK(arauto_put(words, rank, sizeof value * (size_t)arauto_rank(), &value, sizeof value));
}

static void expect_from(int rank, int64_t wanted) {
    const int64_t* mine = arauto_segment_base(words);
    CHECK(mine[rank] == wanted, "rank %d has told %lld, expected %lld", rank, (long long)mine[rank],
          (long long)wanted);
}

static void sync_one(arauto_team_h team, int team_rank) {
    CHECK_OK(arauto_team_sync_ranks(team, 1, &team_rank));
}

/* Down the ranks and up again, in pairs. */
static void chain(void) {
    const int me = arauto_rank();
    const int last = arauto_size() - 1;
    for (int turn = 0; turn < kTurns; ++turn) {
        if (me > 0) {
            sync_one(arauto_team_world(), me - 1);
            expect_from(me - 1, turn);
        }
        if (me < last) {
            tell(me + 1, turn);
            sync_one(arauto_team_world(), me + 1);
            sync_one(arauto_team_world(), me + 1);
            expect_from(me + 1, -turn);
        }
        if (me > 0) {
            tell(me - 1, -turn);
            sync_one(arauto_team_world(), me - 1);
        }
    }
    barrier();
}

/* Rank 0 meets all in one call, each of the others only rank 0. */
static void star(void) {
    int all[kRanksMax];
    for (int rank = 0; rank < arauto_size(); ++rank) {
        all[rank] = arauto_size() - 1 - rank; /* any order, itself too */
    }
    for (int turn = 0; turn < kTurns; ++turn) {
        if (arauto_rank() > 0) {
            tell(0, turn * 3);
            sync_one(arauto_team_world(), 0);
            sync_one(arauto_team_world(), 0);
            expect_from(0, turn * 5);
            continue;
        }
        CHECK_OK(arauto_team_sync_ranks(arauto_team_world(), arauto_size(), all));
        for (int rank = 1; rank < arauto_size(); ++rank) {
            expect_from(rank, turn * 3);
            tell(rank, turn * 5);
        }
        CHECK_OK(arauto_team_sync_ranks(arauto_team_world(), arauto_size(), all));
    }
    barrier();
}

/* Each meets both neighbours in one call; in between others may be a turn ahead. */
static void ring(void) {
    const int ranks = arauto_size();
    const int left = (arauto_rank() + ranks - 1) % ranks;
    const int right = (arauto_rank() + 1) % ranks;
    const int both[] = {left, right};
    const int count = left == right ? 1 : 2;
    for (int turn = 0; turn < kTurns; ++turn) {
        tell(left, turn * 100 + 1);
        tell(right, turn * 100 + (count == 1));
        CHECK_OK(arauto_team_sync_ranks(arauto_team_world(), count, both));
        expect_from(right, turn * 100 + 1);
        expect_from(left, turn * 100 + (count == 1));
        CHECK_OK(arauto_team_sync_ranks(arauto_team_world(), count, both));
    }
    barrier();
}

/* Ranks of the team, in reverse order of the job. */
static void in_team(void) {
    arauto_team_h team = NULL;
    CHECK_OK(arauto_team_split(arauto_team_world(), arauto_rank() % 2, -arauto_rank(), &team));
    const int size = arauto_team_size(team);
    for (int turn = 0; turn < kTurns; ++turn) {
        for (int member = 0; member < size; ++member) {
            tell(arauto_team_to_world(team, member), turn * 11);
        }
        CHECK_OK(arauto_team_sync_ranks(team, -1, NULL));
        for (int member = 0; member < size; ++member) {
            expect_from(arauto_team_to_world(team, member), turn * 11);
        }
        CHECK_OK(arauto_team_sync_ranks(team, -1, NULL));
        const int partner = arauto_team_rank(team) ^ 1;
        if (partner < size) {
            tell(arauto_team_to_world(team, partner), turn * 13);
            sync_one(team, partner);
            expect_from(arauto_team_to_world(team, partner), turn * 13);
            sync_one(team, partner);
        }
    }
    CHECK_OK(arauto_team_free(team));
    barrier();
}

static void refuse(void) {
    const int beyond = arauto_size();
    const int negative = -1;
    const int twice[] = {0, 0};
    arauto_team_h world = arauto_team_world();
    CHECK_OK(arauto_team_sync_ranks(world, 0, NULL));
    sync_one(world, arauto_rank());
    CHECK_FAILS(arauto_team_sync_ranks(world, 1, &beyond), ARAUTO_ERR_RANK, "sync_ranks");
    CHECK_FAILS(arauto_team_sync_ranks(world, 1, &negative), ARAUTO_ERR_RANK, "sync_ranks");
    CHECK_FAILS(arauto_team_sync_ranks(world, 2, twice), ARAUTO_ERR_ARGUMENT, "sync_ranks");
    CHECK_FAILS(arauto_team_sync_ranks(world, 1, NULL), ARAUTO_ERR_ARGUMENT, "sync_ranks");
    CHECK_FAILS(arauto_team_sync_ranks(world, -2, twice), ARAUTO_ERR_ARGUMENT, "sync_ranks");
    CHECK_FAILS(arauto_team_sync_ranks(NULL, -1, NULL), ARAUTO_ERR_ARGUMENT, "sync_ranks");
    barrier();
}

int main(void) {
    start();
    CHECK(arauto_size() <= kRanksMax, "the test is for %d ranks at most", kRanksMax);
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kRanksMax * sizeof(int64_t), &words));
    chain();
    star();
    ring();
    in_team();
    refuse();
    chain(); /* what was refused has left no count behind */
    CHECK_OK(arauto_segment_free(words));
    return 0;
}
