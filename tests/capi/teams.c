/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Teams: their members, in which order, with which ranks; nested, odd and even, uneven; and that
 * teams that exist at the same time synchronise independently.
 */
#include "job.h"

#include "arauto/spi/team.h"

enum { kRounds = 25, kDepth = 3, kRanksMax = 64 };

/* The expected team, computed without the library. */
typedef struct {
    int size;
    int world[kRanksMax];
} expected_t;

typedef struct {
    int64_t number;
    int order;
} wish_t;

/* The members of `parent` with the number of rank `of`, sorted by (order, rank in parent). */
static expected_t split_serially(const expected_t* parent, const wish_t* wishes, int of) {
    expected_t team = {0};
    for (int member = 0; member < parent->size; ++member) {
        const wish_t wish = wishes[parent->world[member]];
        if (wish.number != wishes[of].number) {
            continue;
        }
        int at = team.size++;
        while (at > 0 && wishes[team.world[at - 1]].order > wish.order) {
            team.world[at] = team.world[at - 1];
            --at;
        }
        team.world[at] = parent->world[member];
    }
    return team;
}

static void check_team(arauto_team_h team, const expected_t* expected, int64_t number) {
    CHECK(arauto_team_size(team) == expected->size, "the team has size %d, expected %d",
          arauto_team_size(team), expected->size);
    CHECK(arauto_team_number(team) == number, "the team has number %lld, expected %lld",
          (long long)arauto_team_number(team), (long long)number);
    CHECK(arauto_team_to_world(team, -1) == -1, "rank -1 is in the team");
    CHECK(arauto_team_to_world(team, expected->size) == -1, "rank `size` is in the team");
    CHECK(arauto_team_from_world(team, -1) == -1, "rank -1 of the job is in the team");
    CHECK(arauto_team_from_world(team, arauto_size()) == -1, "rank `size` of the job is too");
    for (int rank = 0; rank < arauto_size(); ++rank) {
        int position = -1;
        for (int member = 0; member < expected->size; ++member) {
            position = expected->world[member] == rank ? member : position;
        }
        const int told = arauto_team_from_world(team, rank);
        CHECK(told == position, "rank %d is %d in the team, expected %d", rank, told, position);
        CHECK(position < 0 || arauto_team_to_world(team, position) == rank,
              "member %d is rank %d, expected %d", position, arauto_team_to_world(team, position),
              rank);
        CHECK(rank != arauto_rank() || arauto_team_rank(team) == position,
              "this rank is %d in the team, expected %d", arauto_team_rank(team), position);
    }
}

/* Each member puts its mark to the next one; after the barrier it is there. */
static void check_barrier(arauto_team_h team, arauto_segment_h marks, int turns) {
    const int size = arauto_team_size(team);
    const int next = arauto_team_to_world(team, (arauto_team_rank(team) + 1) % size);
    const int before = arauto_team_to_world(team, (arauto_team_rank(team) + size - 1) % size);
    const int64_t* mine = arauto_segment_base(marks);
    for (int turn = 0; turn < turns; ++turn) {
        const int64_t mark = arauto_rank() * 1000 + turn;
        CHECK_OK(arauto_put(marks, next, 0, &mark, sizeof mark));
        CHECK_OK(arauto_team_barrier(team));
        CHECK(*mine == before * 1000 + turn, "turn %d: the mark is %lld, expected %d", turn,
              (long long)*mine, before * 1000 + turn);
        CHECK_OK(turn % 2 == 0 ? arauto_team_barrier(team)
                               : arauto_team_sync_ranks(team, -1, NULL));
    }
}

static arauto_team_h split_and_check(arauto_team_h parent,
                                     const expected_t* members,
                                     const wish_t* wishes,
                                     expected_t* expected_out) {
    const wish_t mine = wishes[arauto_rank()];
    arauto_team_h team = NULL;
    CHECK_OK(arauto_team_split(parent, mine.number, mine.order, &team));
    *expected_out = split_serially(members, wishes, arauto_rank());
    check_team(team, expected_out, mine.number);
    CHECK(arauto_team_parent(team) == parent, "the team has another parent");
    return team;
}

/* Splits down to kDepth by drawn numbers and orders, then frees in reverse. */
static void split_deeply(const expected_t* world, arauto_segment_h marks, uint64_t round) {
    arauto_team_h teams[kDepth + 1] = {arauto_team_world()};
    expected_t members[kDepth + 1] = {*world};
    for (uint64_t depth = 0; depth < kDepth; ++depth) {
        wish_t wishes[kRanksMax];
        for (int rank = 0; rank < arauto_size(); ++rank) {
            const uint64_t drawn = mixed(99, round * kDepth + depth, (uint64_t)rank);
            wishes[rank].number = (int64_t)(drawn % 2) * INT64_C(4000000000);
            wishes[rank].order = (int)(drawn >> 8 & 3) - 2;
        }
        teams[depth + 1] =
            split_and_check(teams[depth], &members[depth], wishes, &members[depth + 1]);
    }
    /* Teams of one depth are at different turns at the same time. */
    check_barrier(teams[kDepth], marks, 1 + arauto_team_to_world(teams[kDepth], 0) * 3);
    for (int depth = kDepth; depth > 0; --depth) {
        check_team(teams[depth], &members[depth], arauto_team_number(teams[depth]));
        CHECK_OK(arauto_team_free(teams[depth]));
    }
}

static void split_known(const expected_t* world, arauto_segment_h marks) {
    wish_t odd_even[kRanksMax];
    wish_t uneven[kRanksMax]; /* one alone, all others in reverse */
    wish_t single[kRanksMax];
    for (int rank = 0; rank < arauto_size(); ++rank) {
        odd_even[rank] = (wish_t){rank % 2, 0};
        uneven[rank] = (wish_t){rank == 0 ? 7 : 0, -rank};
        single[rank] = (wish_t){rank, 5};
    }
    const wish_t* const ways[] = {odd_even, uneven, single};
    arauto_team_h teams[3];
    expected_t expected[3];
    for (int way = 0; way < 3; ++way) {
        teams[way] = split_and_check(arauto_team_world(), world, ways[way], &expected[way]);
    }
    for (int way = 0; way < 3; ++way) { /* they live side by side */
        check_team(teams[way], &expected[way], ways[way][arauto_rank()].number);
        check_barrier(teams[way], marks, 4);
        barrier();
    }
    CHECK_OK(arauto_team_free(teams[1]));
    CHECK_OK(arauto_team_free(teams[0]));
    check_barrier(teams[2], marks, 2);
    CHECK_OK(arauto_team_free(teams[2]));
}

/* A team's memory is used again at once, while others may still be on their way out of it. */
static void free_and_reuse(void) {
    enum { kBytes = 200000, kTimes = 500 };
    for (int turn = 0; turn < kTimes; ++turn) {
        arauto_team_h team = NULL;
        arauto_segment_h segment = NULL;
        CHECK_OK(arauto_team_split(arauto_team_world(), 0, 0, &team));
        CHECK_OK(arauto_team_free(team));
        CHECK_OK(arauto_segment_allocate(arauto_team_world(), kBytes, &segment));
        memset(arauto_segment_base(segment), 0xff, kBytes);
        CHECK_OK(arauto_segment_free(segment));
    }
}

int main(void) {
    start();
    CHECK(arauto_size() <= kRanksMax, "the test is for %d ranks at most", kRanksMax);
    expected_t world = {.size = arauto_size()};
    for (int rank = 0; rank < arauto_size(); ++rank) {
        world.world[rank] = rank;
    }
    check_team(arauto_team_world(), &world, -1);
    CHECK(arauto_team_parent(arauto_team_world()) == NULL, "the world team has a parent");
    arauto_segment_h marks = NULL;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof(int64_t), &marks));
    split_known(&world, marks);
    for (uint64_t round = 0; round < kRounds; ++round) {
        split_deeply(&world, marks, round);
        barrier();
    }
    CHECK_OK(arauto_segment_free(marks));
    free_and_reuse();
    check_team(arauto_team_world(), &world, -1);
    return 0;
}
