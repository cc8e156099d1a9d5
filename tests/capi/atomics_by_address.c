/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Atomics by address: on a segment, on memory of one rank at addresses that differ, and with
 * arguments that are refused.
 */
#include "job.h"

#include "arauto/spi/atomic.h"
#include "arauto/spi/segment.h"

#include <stdlib.h>

enum { ROUNDS = 300, KINDS = 2 };

static void add_by_turns(const uint64_t* there, uint32_t* mine, int ranks) {
    uint64_t old = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        CHECK_OK(arauto_atomic_fetch_at(round % ranks, there[round % ranks], 4, ARAUTO_ATOMIC_ADD,
                                        1, &old));
        /* Add one by compare-and-swap; an observed old value is the next guess. */
        uint64_t seen = old + 1;
        for (uint64_t expected = 0; seen != expected;) {
            expected = seen;
            CHECK_OK(arauto_atomic_compare_swap_at(round % ranks, there[round % ranks], 4, expected,
                                                   expected + 1, &seen));
        }
    }
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    const int me = arauto_rank();
    const int turns = ROUNDS / ranks + (me < ROUNDS % ranks);
    CHECK(*mine == 2U * (unsigned)(turns * ranks), "%u came, expected %d", *mine,
          2 * turns * ranks);
    CHECK_OK(arauto_atomic_fetch_at(me, there[me], 4, ARAUTO_ATOMIC_SWAP, 7, NULL));
    CHECK(*mine == 7, "swapped, but it is %u", *mine);
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
}

static void refuse(uint64_t shared, int ranks) {
    const int next = (arauto_rank() + 1) % ranks;
    uint64_t old = 0;
    uint32_t private_word = 0;
    const uint64_t own = (uint64_t)(uintptr_t)&private_word;
    CHECK_STATUS(arauto_atomic_fetch_at(ranks, shared, 4, ARAUTO_ATOMIC_ADD, 1, &old),
                 ARAUTO_ERR_RANK);
    CHECK_STATUS(arauto_atomic_fetch_at(next, shared, 3, ARAUTO_ATOMIC_ADD, 1, &old),
                 ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_atomic_fetch_at(next, shared, 4, (arauto_atomic_op_t)99, 1, &old),
                 ARAUTO_ERR_ARGUMENT);
    CHECK_STATUS(arauto_atomic_fetch_at(next, shared + 1, 4, ARAUTO_ATOMIC_ADD, 1, &old),
                 ARAUTO_ERR_RANGE);
    CHECK_STATUS(arauto_atomic_compare_swap_at(next, own, 4, 0, 1, &old), ARAUTO_ERR_RANGE);
    /* 257 is 1 when cut to a byte. */
    CHECK_STATUS(arauto_atomic_compare_swap_at(next, shared, 257, 0, 1, &old), ARAUTO_ERR_ARGUMENT);
}

int main(void) {
    CHECK_OK(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int ranks = arauto_size();
    arauto_segment_h segment;
    CHECK_OK(arauto_segment_allocate(world, sizeof(uint64_t), &segment));
    void* memory = NULL;
    void* gap = NULL; /* places differ from rank to rank */
    CHECK_OK(arauto_memory_allocate((size_t)(1 + arauto_rank()) * 4096, &gap));
    CHECK_OK(arauto_memory_allocate(sizeof(uint64_t), &memory));
    uint32_t* address[KINDS] = {arauto_segment_base(segment), memory};
    uint64_t* there = malloc((size_t)ranks * sizeof *there);
    for (int kind = 0; kind < KINDS; ++kind) {
        *address[kind] = 0;
        const uint64_t mine = (uint64_t)(uintptr_t)address[kind];
        CHECK_OK(arauto_allgather(world, &mine, sizeof mine, there));
        add_by_turns(there, address[kind], ranks);
    }
    refuse(there[(arauto_rank() + 1) % ranks], ranks);
    CHECK_OK(arauto_team_barrier(world));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_memory_free(memory));
    CHECK_OK(arauto_memory_free(gap));
    free(there);
    return 0;
}
