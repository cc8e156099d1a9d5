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

/* Waits for nothing but a word of this rank's own memory. */
static void await_word(arauto_segment_h words, size_t offset, uint64_t wanted) {
    for (uint64_t word = 0; word < wanted;) {
        arauto_progress();
        CHECK_OK(arauto_atomic_load(words, arauto_rank(), offset, sizeof word, &word));
    }
}

/* The posts of a rank are counted behind its arauto_event_flush, also where their target learns of
 * it by way of a third rank: nothing else orders the posts before that. */
static void flushed_posts_have_counted(void) {
    enum { kFlushed = 0, kTold = sizeof(uint64_t) }; /* words: for the third rank, for the target */
    const arauto_team_h world = arauto_team_world();
    const int size = arauto_size();
    const int target = (arauto_rank() + 1) % size;
    const int third = (arauto_rank() + 2) % size;
    const int target_of_other = (arauto_rank() + size - 1) % size; /* for which this is the third */
    arauto_notify_h notify;
    arauto_segment_h words;
    CHECK_OK(arauto_notify_create(world, 1, &notify));
    CHECK_OK(arauto_segment_allocate(world, 2 * sizeof(uint64_t), &words));
    for (int round = 1; round <= kSlotRounds; ++round) {
        for (int post = 0; post < kPosts; ++post) {
            CHECK_OK(arauto_event_post(notify, target, 0));
        }
        CHECK_OK(arauto_event_flush());
        CHECK_OK(arauto_atomic_fetch(words, third, kFlushed, sizeof(uint64_t), ARAUTO_ATOMIC_ADD, 1,
                                     NULL));
        await_word(words, kFlushed, (uint64_t)round);
        CHECK_OK(arauto_atomic_fetch(words, target_of_other, kTold, sizeof(uint64_t),
                                     ARAUTO_ATOMIC_ADD, 1, NULL));
        await_word(words, kTold, (uint64_t)round);
        uint64_t count = 0;
        CHECK_OK(arauto_notify_query(notify, 0, &count));
        CHECK(count == (uint64_t)(round * kPosts), "%d posts, but %d are counted in round %d",
              round * kPosts, (int)count, round);
        barrier(); /* or the posts of the next round would be there */
    }
    CHECK_OK(arauto_segment_free(words));
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
