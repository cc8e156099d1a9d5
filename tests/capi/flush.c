/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A flush of one rank: puts to it are visible there before the origin tells a third rank. Each rank
 * is origin, target and reader at once; nothing but the flush orders the put before the read.
 */
#include "job.h"

enum { kTurns = 300, kBytes = 6000, kWords = kBytes / sizeof(uint64_t) };

/* The longest put comes first, and the word that the reader looks at first is put last. */
static void put_value(arauto_segment_h segment, int target, uint64_t value) {
    uint64_t words[kWords];
    for (size_t i = 0; i < kWords; ++i) {
        words[i] = value + i;
    }
    CHECK_OK(arauto_put(segment, target, 8, words + 1, sizeof words - 8));
    CHECK_OK(arauto_put(segment, target, 0, words, 8));
}

static void check_value(arauto_segment_h segment, int target, uint64_t value) {
    uint64_t words[kWords];
    CHECK_OK(arauto_get(segment, target, 0, words, sizeof words));
    for (size_t i = 0; i < kWords; ++i) {
        CHECK(words[i] == value + i, "word %zu at rank %d is %llu, not %llu", i, target,
              (unsigned long long)words[i], (unsigned long long)(value + i));
    }
}

int main(void) {
    arauto_segment_h segment;
    arauto_notify_h told;
    arauto_slot_t slot;
    start();
    const int size = arauto_size();
    const int target = (arauto_rank() + 1) % size;
    const int reader = (arauto_rank() + 2) % size;
    const int read_from = (arauto_rank() + size - 1) % size; /* what rank - 2 has put there */
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), kBytes, &segment));
    CHECK_OK(arauto_notify_create(arauto_team_world(), 1, &told));
    CHECK_OK(arauto_notify_slot(told, 0, &slot));
    CHECK_FAILS(arauto_flush(size), ARAUTO_ERR_RANK, "arauto_flush");
    CHECK_FAILS(arauto_flush(-2), ARAUTO_ERR_RANK, "arauto_flush");
    CHECK_OK(arauto_flush(arauto_rank()));
    for (uint64_t turn = 1; turn <= kTurns; ++turn) {
        put_value(segment, target, turn << 20);
        CHECK_OK(arauto_flush(turn % 3 == 0 ? ARAUTO_EVERY_RANK : target));
        CHECK_OK(arauto_notify_post(reader, slot));
        CHECK_OK(arauto_notify_wait(told, 0, 1));
        check_value(segment, read_from, turn << 20);
        barrier(); /* before the next put */
    }
    CHECK_OK(arauto_notify_free(told));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_finalize());
    return 0;
}
