/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Events: no post is lost or taken twice, and what was put before a post, to whichever rank, is
 * there after the wait.
 */
#include "job.h"

#include "arauto/spi/event.h"
#include "arauto/spi/segment.h"

enum { kTurns = 300, kIndices = 4 };

static uint64_t count_of(arauto_notify_h event, size_t index) {
    uint64_t count = 0;
    CHECK_OK(arauto_notify_query(event, index, &count));
    return count;
}

static void expect_count(arauto_notify_h event, size_t index, uint64_t wanted) {
    const uint64_t count = count_of(event, index);
    CHECK(count == wanted, "event %zu has %llu posts, expected %llu", index,
          (unsigned long long)count, (unsigned long long)wanted);
}

/* All post to all, so many times to each index; the owner takes them in portions. */
static void all_to_all(arauto_notify_h event) {
    const int ranks = arauto_size();
    for (int turn = 0; turn < kTurns; ++turn) {
        for (int rank = 0; rank < ranks; ++rank) {
            CHECK_OK(
                arauto_event_post(event, (rank + arauto_rank()) % ranks, (size_t)turn % kIndices));
        }
    }
    const uint64_t each = (uint64_t)ranks * kTurns / kIndices;
    for (size_t index = 0; index < kIndices; ++index) {
        CHECK_OK(arauto_notify_wait(event, index, 1));
        CHECK_OK(arauto_notify_wait(event, index, each - 1));
        expect_count(event, index, 0);
    }
    barrier();
    for (size_t index = 0; index < kIndices; ++index) {
        expect_count(event, index, 0);
    }
    barrier();
}

/* A number goes round and grows by one at each rank; its holder goes on. */
static void pass_on(arauto_notify_h event, arauto_segment_h words) {
    const int right = (arauto_rank() + 1) % arauto_size();
    const int64_t* mine = arauto_segment_base(words);
    for (int64_t turn = 0; turn < kTurns; ++turn) {
        if (arauto_rank() > 0 || turn > 0) {
            CHECK_OK(arauto_notify_wait(event, 1, 1));
        }
        const int64_t wanted = turn * arauto_size() + arauto_rank();
        CHECK(mine[0] == wanted, "the number is %lld, expected %lld", (long long)mine[0],
              (long long)wanted);
        const int64_t next = wanted + 1;
        CHECK_OK(arauto_put(words, right, 0, &next, sizeof next));
        CHECK_OK(arauto_event_post(event, right, 1));
    }
    if (arauto_rank() == 0) {
        CHECK_OK(arauto_notify_wait(event, 1, 1));
    }
}

/* Puts to a third rank come before the post to the second. */
static void third_party(arauto_notify_h event, arauto_segment_h words) {
    const int ranks = arauto_size();
    const int me = arauto_rank();
    const int told = (me + 1) % ranks;
    const int holder = (me + 2) % ranks;
    enum { kWords = 1000 };
    int64_t sent[kWords];
    int64_t seen[kWords];
    for (int64_t turn = 0; turn < kTurns; ++turn) {
        for (int i = 0; i < kWords; ++i) {
            sent[i] = turn * 7 + i + me * INT64_C(1000000);
        }
        for (volatile int64_t late = (turn + me) % 7 * 200; late > 0; --late) { /* come apart */
        }
        CHECK_OK(arauto_put(words, holder, 64, sent, sizeof sent));
        CHECK_OK(arauto_event_post(event, told, 3));
        CHECK_OK(arauto_notify_wait(event, 3, 1));
        const int teller = (me + ranks - 1) % ranks;
        CHECK_OK(arauto_get(words, (teller + 2) % ranks, 64, seen, sizeof seen));
        for (int i = 0; i < kWords; ++i) {
            const int64_t wanted = turn * 7 + i + teller * INT64_C(1000000);
            CHECK(seen[i] == wanted, "turn %lld: word %d is %lld, expected %lld", (long long)turn,
                  i, (long long)seen[i], (long long)wanted);
        }
        barrier();
    }
    expect_count(event, 3, 0);
}

/* Posts to the next rank without a call, as front-ends write them into programs. The owner sleeps
 * at times before it comes. */
static void by_hand(arauto_notify_h event) {
    arauto_post_addresses_t addresses;
    arauto_slot_t slot;
    ptrdiff_t stride = 0;
    const uint32_t* failed = NULL;
    if (arauto_find_post_addresses(&addresses) == 0) {
        CHECK(arauto_segment_stride(&stride, &failed) == 0, "the two ways differ");
        return;
    }
    CHECK(arauto_segment_stride(&stride, &failed) == 1, "the two ways differ");
    CHECK_OK(arauto_notify_slot(event, 2, &slot));
    const int next = (arauto_rank() + 1) % arauto_size();
    uint64_t* const count =
        (uint64_t*)(addresses.heap + slot.offset + (next - arauto_rank()) * stride);
    const uint32_t* const sleepers =
        (const uint32_t*)((const char*)addresses.sleepers + next * addresses.sleepers_stride);
    for (int turn = 0; turn < kTurns; ++turn) {
        for (volatile int late = turn == 7 && arauto_rank() == 0 ? 100000000 : 0; late > 0;
             --late) {
        }
        __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
        if (__atomic_load_n(sleepers, __ATOMIC_SEQ_CST) != 0) {
            arauto_ring(next);
        }
        CHECK_OK(arauto_notify_wait(event, 2, 1));
    }
    expect_count(event, 2, 0);
}

/* Events of a team of their own; the ranks named are those of the job. */
static void in_teams(void) {
    arauto_team_h team = NULL;
    arauto_notify_h event = NULL;
    CHECK_OK(arauto_team_split(arauto_team_world(), arauto_rank() % 2, 0, &team));
    CHECK_OK(arauto_notify_create(team, (size_t)arauto_rank() % 2 + 1, &event));
    for (int member = 0; member < arauto_team_size(team); ++member) {
        CHECK_OK(arauto_event_post(event, arauto_team_to_world(team, member), 0));
    }
    CHECK_OK(arauto_notify_wait(event, 0, (uint64_t)arauto_team_size(team)));
    CHECK_OK(arauto_team_barrier(team));
    expect_count(event, 0, 0);
    CHECK_OK(arauto_notify_free(event));
    CHECK_OK(arauto_team_free(team));
}

int main(void) {
    start();
    arauto_notify_h event = NULL;
    arauto_segment_h words = NULL;
    CHECK_OK(arauto_notify_create(arauto_team_world(), kIndices, &event));
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 8064, &words));
    for (size_t index = 0; index < kIndices; ++index) {
        expect_count(event, index, 0);
    }
    barrier();
    all_to_all(event);
    pass_on(event, words);
    third_party(event, words);
    by_hand(event);
    in_teams();
    CHECK_OK(arauto_notify_free(event));
    CHECK_OK(arauto_segment_free(words));
    return 0;
}
