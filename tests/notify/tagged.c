/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Boards with real processes: matching by source and tag in order of arrival, full rings that push
 * back, many unexpected notifications, and refusals. Any number of ranks.
 */
#include "../capi/job.h"

#include "arauto/spi/board.h"

#define EXPECT(condition) CHECK(condition, "expected %s", #condition)

enum { TINY = 4, MANY = 20000, SLOTS = 64 };

static arauto_team_h world;
static int me, ranks, right, left;
static arauto_segment_h segment;

static void data_comes_with_its_tag(arauto_board_h board) {
    const uint64_t* mine = arauto_segment_base(segment);
    uint64_t value;
    arauto_match_t last;
    for (int round = 0; round < 500; ++round) {
        const size_t at = (size_t)(round % SLOTS) * 8;
        value = (uint64_t)(round * 100 + me);
        CHECK_OK(arauto_put_tagged(segment, right, at, &value, 8, board, round));
        CHECK_OK(arauto_board_wait(board, round % 2 ? left : ARAUTO_ANY_SOURCE, round, 1, &last));
        EXPECT(last.source == left && last.tag == round && last.bytes == 8);
        EXPECT(last.data == (const void*)&mine[round % SLOTS]);
        EXPECT(mine[round % SLOTS] == (uint64_t)(round * 100 + left));
    }
    barrier();
    CHECK_OK(arauto_get_tagged(segment, right, 0, &value, 8, board, 7));
    CHECK_OK(arauto_board_wait(board, left, 7, 1, &last));
    EXPECT(last.bytes == 8);
    arauto_section_t every_second = {.rank = 1, .element_bytes = 8, .dim = {{5, 16, NULL}}};
    uint64_t column[5] = {1, 2, 3, 4, 5};
    barrier();
    CHECK_OK(arauto_rma(&(arauto_op_t){.kind = ARAUTO_OP_PUT,
                                       .rank = right,
                                       .segment = segment,
                                       .source = column,
                                       .remote_section = &every_second,
                                       .board = board,
                                       .tag = 9}));
    CHECK_OK(arauto_board_wait(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, 1, &last));
    EXPECT(last.bytes == 40 && last.tag == 9 && mine[8] == 5);
    barrier();
    CHECK_OK(arauto_rma(&(arauto_op_t){.kind = ARAUTO_OP_GET,
                                       .rank = right,
                                       .segment = segment,
                                       .destination = column,
                                       .remote_section = &every_second,
                                       .board = board,
                                       .tag = 10}));
    CHECK_OK(arauto_board_wait(board, left, 10, 1, NULL));
    EXPECT(column[4] == 5);
}

/* All send to all, in an order of their own; each takes by pattern and finds the order of arrival.
 */
static void patterns_match_in_order(arauto_board_h board) {
    enum { EACH = 60, TAGS = 5 };
    for (int i = 0; i < EACH; ++i) {
        for (int r = 0; r < ranks; ++r) {
            CHECK_OK(arauto_put_tagged(segment, r, 0, &i, 0, board, i % TAGS));
        }
    }
    barrier();
    uint64_t count = 0;
    CHECK_OK(arauto_board_query(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, &count));
    EXPECT(count == (uint64_t)(EACH * ranks));
    arauto_match_t last;
    int done = 1;
    for (int tag = 0; tag < TAGS; ++tag) {
        CHECK_OK(arauto_board_query(board, right, tag, &count));
        EXPECT(count == EACH / TAGS);
    }
    CHECK_OK(arauto_board_test(board, left, 2, EACH / TAGS + 1, &last, &done));
    EXPECT(done == 0); /* all or none */
    CHECK_OK(arauto_board_wait(board, left, 2, EACH / TAGS, &last));
    EXPECT(last.source == left && last.tag == 2);
    CHECK_OK(arauto_board_test(board, left, 2, 1, &last, &done));
    EXPECT(done == 0);
    CHECK_OK(
        arauto_board_wait(board, ARAUTO_ANY_SOURCE, 3, (uint64_t)(EACH / TAGS * ranks), &last));
    EXPECT(last.tag == 3);
    for (int i = 0; i < EACH; ++i) { /* from one source the tags come in the order sent */
        if (i % TAGS != 3 && i % TAGS != 2) {
            CHECK_OK(arauto_board_wait(board, left, ARAUTO_ANY_TAG, 1, &last));
            EXPECT(last.tag == i % TAGS);
        }
    }
    CHECK_OK(arauto_board_query(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, &count));
    const int others = EACH * (ranks - 1) - EACH / TAGS * (ranks - 1);
    EXPECT(count == (uint64_t)others);
    while (count-- > 0) {
        CHECK_OK(arauto_board_wait(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, 1, &last));
    }
    barrier();
}

/* Rings of four places: all push far more than fits, to everybody at once, before anyone takes. */
static void full_rings_push_back(void) {
    arauto_board_h board;
    CHECK_OK(arauto_board_create(world, TINY, &board));
    for (int i = 0; i < 1000; ++i) {
        for (int r = 0; r < ranks; ++r) {
            CHECK_OK(arauto_board_post(board, r, i, (uint64_t)i));
        }
    }
    for (int r = 0; r < ranks; ++r) {
        for (int i = 0; i < 1000; ++i) {
            arauto_match_t last;
            CHECK_OK(arauto_board_wait(board, r, ARAUTO_ANY_TAG, 1, &last));
            EXPECT(last.tag == i && last.source == r && last.bytes == (uint64_t)i);
        }
    }
    CHECK_OK(arauto_board_free(board));
}

/* A rank that waits for something else entirely makes room all the same. */
static void any_wait_makes_room(void) {
    arauto_board_h board;
    CHECK_OK(arauto_board_create(world, TINY, &board));
    if (me == 0) {
        for (int r = 1; r < ranks; ++r) {
            for (int i = 0; i < 200; ++i) {
                CHECK_OK(arauto_board_post(board, r, 5, 0));
            }
        }
    }
    barrier();
    if (me != 0) {
        CHECK_OK(arauto_board_wait(board, 0, 5, 200, NULL));
    }
    CHECK_OK(arauto_board_free(board));
}

static void many_unexpected_are_kept(arauto_board_h board) {
    for (int i = 0; i < MANY; ++i) {
        CHECK_OK(arauto_board_post(board, right, i, 0));
    }
    CHECK_OK(arauto_board_post(board, right, MANY, 0));
    arauto_match_t last;
    CHECK_OK(arauto_board_wait(board, ARAUTO_ANY_SOURCE, MANY, 1, &last));
    for (int i = MANY - 1; i >= 0; --i) {
        CHECK_OK(arauto_board_wait(board, left, i, 1, &last));
        EXPECT(last.tag == i && last.source == left);
    }
    barrier();
}

/* More than the places that are used first, but no more than there is room for: nobody has to look
 * before all have sent, and what comes afterwards comes after it. */
static void bursts_need_nobody_to_look(arauto_board_h board) {
    enum { ROOM = 1024 };
    for (int burst = 1; burst <= ROOM; burst = burst * 3 + 1) {
        for (int round = 0; round < 4; ++round) {
            const uint64_t value = (uint64_t)(burst + round);
            for (int i = 0; i < burst; ++i) {
                CHECK_OK(arauto_put_tagged(segment, right, 0, &value, 8, board, i));
            }
            barrier();
            arauto_match_t last;
            for (int i = 0; i < burst; ++i) {
                CHECK_OK(arauto_board_wait(board, left, ARAUTO_ANY_TAG, 1, &last));
                EXPECT(last.tag == i && last.bytes == 8);
            }
            int done = 1;
            CHECK_OK(arauto_board_watch(board, left, 5, 1, 3, &last, &done)); /* ends */
            EXPECT(done == 0);
            barrier();
        }
    }
}

/* A new board has no notifications of a freed board of the same size. */
static void boards_begin_empty(void) {
    arauto_board_h board, other;
    for (int turn = 0; turn < 20; ++turn) {
        const size_t capacity = turn % 3 == 0 ? TINY : 256;
        CHECK_OK(arauto_board_create(world, capacity, &board));
        CHECK_OK(arauto_board_create(world, capacity, &other));
        uint64_t count = 1;
        CHECK_OK(arauto_board_query(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, &count));
        EXPECT(count == 0);
        barrier();
        for (int i = 0; i < TINY; ++i) {
            CHECK_OK(arauto_board_post(board, right, turn * 10 + i, 0));
        }
        CHECK_OK(arauto_board_post(other, right, turn, 0));
        CHECK_OK(arauto_board_wait(board, left, turn * 10 + 1, 1, NULL));
        CHECK_OK(arauto_board_wait(other, left, ARAUTO_ANY_TAG, 1, NULL));
        CHECK_OK(arauto_board_free(board));
        CHECK_OK(arauto_board_free(other));
    }
}

/* A look leaves it there, whether it is still in the ring or kept, and finds the oldest of those
 * that match. */
static void a_peek_takes_nothing(arauto_board_h board) {
    const int tags[] = {4, 9, 4, 2};
    const int count = (int)(sizeof tags / sizeof *tags);
    arauto_match_t match;
    int found = 1;
    CHECK_OK(arauto_board_peek(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, &match, &found));
    EXPECT(found == 0);
    barrier();
    for (int i = 0; i < count; ++i) {
        CHECK_OK(arauto_board_post(board, right, tags[i], (uint64_t)i));
    }
    barrier();
    for (int round = 0; round < 2; ++round) {
        CHECK_OK(arauto_board_peek(board, left, 4, &match, &found));
        EXPECT(found == 1 && match.source == left && match.tag == 4 && match.bytes == 0);
        CHECK_OK(arauto_board_peek(board, ARAUTO_ANY_SOURCE, 2, &match, &found));
        EXPECT(found == 1 && match.source == left && match.tag == 2 && match.bytes == 3);
        CHECK_OK(arauto_board_peek(board, left, 3, NULL, &found));
        EXPECT(found == 0);
    }
    for (int i = 0; i < count; ++i) {
        CHECK_OK(arauto_board_peek(board, left, ARAUTO_ANY_TAG, &match, &found));
        EXPECT(found == 1 && match.tag == tags[i] && match.bytes == (uint64_t)i);
        CHECK_OK(arauto_board_wait(board, left, ARAUTO_ANY_TAG, 1, &match));
        EXPECT(match.tag == tags[i] && match.bytes == (uint64_t)i);
    }
    barrier();
}

static void refusals_change_nothing(arauto_board_h board) {
    uint64_t count = 0;
    int done = 0;
    const uint64_t value = 1;
    arauto_board_h other;
    CHECK_FAILS(arauto_board_create(world, 1 << 21, &other), ARAUTO_ERR_ARGUMENT, "1048576");
    CHECK_FAILS(arauto_board_post(board, right, -1, 0), ARAUTO_ERR_ARGUMENT, "tag");
    CHECK_STATUS(arauto_board_post(board, ranks, 1, 0), ARAUTO_ERR_RANK);
    CHECK_STATUS(arauto_board_post(NULL, right, 1, 0), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_put_tagged(segment, right, 1 << 20, &value, 8, board, 1), ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_put_tagged(segment, right, 0, &value, 8, board, -1), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_board_wait(board, ranks, 1, 1, NULL), ARAUTO_ERR_RANK);
    CHECK_FAILS(arauto_board_wait(board, 0, -2, 1, NULL), ARAUTO_ERR_ARGUMENT, "-2");
    CHECK_FAILS(arauto_board_wait(board, 0, 1, 0, NULL), ARAUTO_ERR_ARGUMENT, "expected");
    CHECK_STATUS(arauto_board_test(board, 0, 1, 1, NULL, NULL), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_board_watch(NULL, 0, 1, 1, 1, NULL, &done), ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_board_peek(board, ranks, 1, NULL, &done), ARAUTO_ERR_RANK);
    CHECK_STATUS(arauto_board_peek(board, 0, 1, NULL, NULL), ARAUTO_ERR_ARGUMENT);
    CHECK_OK(arauto_board_test(board, right, 1, 1, NULL, &done));
    barrier();
    CHECK_OK(arauto_board_query(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, &count));
    EXPECT(count == 0 && done == 0);
}

int main(void) {
    start();
    world = arauto_team_world();
    me = arauto_team_rank(world);
    ranks = arauto_team_size(world);
    right = (me + 1) % ranks;
    left = (me + ranks - 1) % ranks;
    arauto_board_h board;
    CHECK_OK(arauto_segment_allocate(world, SLOTS * 8, &segment));
    CHECK_OK(arauto_board_create(world, 0, &board));
    data_comes_with_its_tag(board);
    patterns_match_in_order(board);
    full_rings_push_back();
    any_wait_makes_room();
    many_unexpected_are_kept(board);
    bursts_need_nobody_to_look(board);
    boards_begin_empty();
    a_peek_takes_nothing(board);
    refusals_change_nothing(board);
    CHECK_OK(arauto_board_free(board));
    CHECK_OK(arauto_finalize());
    return 0;
}
