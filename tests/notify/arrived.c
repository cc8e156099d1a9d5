/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A notification that was posted before a barrier has come after it: a query counts it, a look
 * finds it, and a test takes it, also where a thread of the library is about to hand it over. So
 * do posts to a slot, behind a barrier and behind arauto_event_flush. Any number of ranks.
 */
#include "../capi/job.h"

#include "arauto/atomic.h"
#include "arauto/notify.h"
#include "arauto/spi/board.h"
#include "arauto/spi/event.h"
#include "arauto/spi/notify.h"

enum { kRounds = 300, kSlotRounds = 60, kPosts = 20 };

/* Posts to a slot by both calls, then asks for their number by each that does not wait. */
static void slots_have_counted(void) {
    const arauto_team_h world = arauto_team_world();
    const int size = arauto_size();
    const uint64_t wanted = 2 * kPosts * (uint64_t)size;
    arauto_notify_h notify;
    arauto_slot_t slot;
    CHECK_OK(arauto_notify_create(world, 2, &notify));
    CHECK_OK(arauto_notify_slot(notify, 1, &slot));
    for (int round = 0; round < kSlotRounds; ++round) {
        for (int post = 0; post < kPosts; ++post) {
            for (int to = 0; to < size; ++to) {
                CHECK_OK(arauto_event_post(notify, to, 1));
                CHECK_OK(arauto_notify_post(to, slot));
            }
        }
        barrier();
        uint64_t count = wanted;
        int is_taken = 1;
        if (round % 3 == 0) {
            CHECK_OK(arauto_notify_query(notify, 1, &count));
        }
        if (round % 3 == 1) {
            CHECK_OK(arauto_notify_take(notify, 1, &count));
        } else {
            CHECK_OK(arauto_notify_test(notify, 1, wanted, &is_taken));
        }
        CHECK(count == wanted && is_taken == 1, "%d posts, but %d are counted in round %d",
              (int)wanted, (int)count, round);
        barrier(); /* or the posts of the next round would be there */
    }
    CHECK_OK(arauto_notify_free(notify));
}

/* The posts of each rank are counted behind its arauto_event_flush: the target learns by a word of
 * its own memory that all ranks have come so far, and waits for nothing else. */
static void flushed_posts_have_counted(void) {
    const arauto_team_h world = arauto_team_world();
    const int size = arauto_size();
    arauto_notify_h notify;
    arauto_segment_h flushed;
    CHECK_OK(arauto_notify_create(world, 1, &notify));
    CHECK_OK(arauto_segment_allocate(world, sizeof(uint64_t), &flushed));
    for (int round = 1; round <= kSlotRounds; ++round) {
        for (int to = 0; to < size; ++to) {
            for (int post = 0; post < kPosts; ++post) {
                CHECK_OK(arauto_event_post(notify, to, 0));
            }
        }
        CHECK_OK(arauto_event_flush());
        for (int to = 0; to < size; ++to) {
            CHECK_OK(
                arauto_atomic_fetch(flushed, to, 0, sizeof(uint64_t), ARAUTO_ATOMIC_ADD, 1, NULL));
        }
        uint64_t ranks = 0;
        while (ranks < (uint64_t)(round * size)) {
            arauto_progress();
            CHECK_OK(arauto_atomic_load(flushed, arauto_rank(), 0, sizeof ranks, &ranks));
        }
        uint64_t count = 0;
        CHECK_OK(arauto_notify_query(notify, 0, &count));
        CHECK(count == (uint64_t)(round * size * kPosts),
              "%d posts, but %d are counted in round %d", round * size * kPosts, (int)count, round);
        barrier(); /* or the posts of the next round would be there */
    }
    CHECK_OK(arauto_segment_free(flushed));
    CHECK_OK(arauto_notify_free(notify));
}

int main(void) {
    start();
    slots_have_counted();
    flushed_posts_have_counted();
    const arauto_team_h world = arauto_team_world();
    const int size = arauto_size();
    arauto_board_h board;
    CHECK_OK(arauto_board_create(world, 0, &board));
    for (int round = 0; round < kRounds; ++round) {
        for (int to = 0; to < size; ++to) {
            CHECK_OK(arauto_board_post(board, to, round, (uint64_t)round));
        }
        barrier();
        uint64_t count = 0;
        int is_there = 0;
        arauto_match_t match;
        if (round % 3 == 0) {
            CHECK_OK(arauto_board_query(board, ARAUTO_ANY_SOURCE, round, &count));
            CHECK(count == (uint64_t)size, "%d posts, but %d are counted in round %d", size,
                  (int)count, round);
        } else if (round % 3 == 1) {
            const int from = (arauto_rank() + 1) % size;
            CHECK_OK(arauto_board_peek(board, from, round, &match, &is_there));
            CHECK(is_there == 1, "nothing of rank %d in round %d", from, round);
        }
        CHECK_OK(
            arauto_board_test(board, ARAUTO_ANY_SOURCE, round, (uint64_t)size, &match, &is_there));
        CHECK(is_there == 1, "no match in round %d", round);
        barrier(); /* or the posts of the next round would be there */
    }
    CHECK_OK(arauto_board_free(board));
    CHECK_OK(arauto_finalize());
    return 0;
}
