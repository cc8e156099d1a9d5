/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The last rank fails in the middle of a long reduction; the others learn of it, and their later
 * barriers still match each other.
 */
#include "job.h"

#include "arauto/spi/runtime.h"

enum { kBytes = 2000000, kTurns = 50, kRanksMax = 64 };

static int calls;
static int last_call = -1;
static char data[kBytes];

static void combine_or_fail(void* context, void* inout, const void* in, size_t count) {
    (void)context;
    (void)inout;
    (void)in;
    (void)count;
    if (++calls == last_call) {
        arauto_fail();
    }
}

int main(void) {
    start();
    arauto_handle_failures();
    arauto_team_h world = arauto_team_world();
    const int victim = arauto_size() - 1;
    static arauto_segment_h words; /* static, because nobody frees it: that takes all ranks */
    CHECK_OK(arauto_segment_allocate(world, kRanksMax * sizeof(int64_t), &words));
    const int64_t* mine = arauto_segment_base(words);
    if (arauto_rank() == victim) {
        last_call = victim * 10;
    }
    CHECK_STATUS(arauto_reduce_with(world, data, kBytes, 1, combine_or_fail, NULL, 0),
                 ARAUTO_ERR_FAILED);
    for (int64_t turn = 1; turn <= kTurns; ++turn) {
        for (int rank = 0; rank < victim; ++rank) {
            CHECK_OK(arauto_put(words, rank, 8 * (size_t)arauto_rank(), &turn, sizeof turn));
        }
        CHECK_STATUS(arauto_team_barrier(world), ARAUTO_ERR_FAILED);
        for (int rank = 0; rank < victim; ++rank) {
            CHECK(mine[rank] == turn, "turn %lld: rank %d is at %lld", (long long)turn, rank,
                  (long long)mine[rank]);
        }
        CHECK_STATUS(arauto_team_barrier(world), ARAUTO_ERR_FAILED);
    }
    return 0;
}
