/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Memory of one rank that others reach by its address: blocks never overlap, are distinguished from
 * other memory, and are given back once.
 */
#include "job.h"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

enum { kBlocks = 40, kTurns = 2000 };

typedef struct {
    unsigned char* data;
    size_t bytes;
} block_t;

static void take(block_t* block, size_t bytes, unsigned char mark) {
    void* memory = NULL;
    CHECK_OK(arauto_memory_allocate(bytes, &memory));
    CHECK(memory != NULL && (uintptr_t)memory % 64 == 0, "%zu bytes came at %p", bytes, memory);
    CHECK(arauto_memory_is_ours(memory) == 1, "new memory is not ours");
    *block = (block_t){memory, bytes};
    memset(memory, mark, bytes);
}

static void give(block_t* block, unsigned char mark) {
    for (size_t i = 0; i < block->bytes; ++i) {
        CHECK(block->data[i] == mark, "byte %zu of %zu is %d, expected %d", i, block->bytes,
              block->data[i], mark);
    }
    CHECK_OK(arauto_memory_free(block->data));
    CHECK(arauto_memory_is_ours(block->data) == 0, "memory given back is still ours");
    CHECK_FAILS(arauto_memory_free(block->data), ARAUTO_ERR_ARGUMENT, "arauto_memory_free");
    block->data = NULL;
}

static void churn(void) {
    block_t blocks[kBlocks] = {{NULL, 0}};
    uint64_t row = 77 + (uint64_t)arauto_rank(); /* each rank its own way */
    for (int turn = 0; turn < kTurns; ++turn) {
        const unsigned char mark = (unsigned char)next_below(&row, kBlocks);
        block_t* block = &blocks[mark];
        if (block->data != NULL) {
            give(block, mark);
        } else {
            take(block, next_below(&row, turn % 50 == 0 ? 2000000 : 3000), mark);
        }
    }
    for (int i = 0; i < kBlocks; ++i) {
        if (blocks[i].data != NULL) {
            give(&blocks[i], (unsigned char)i);
        }
    }
}

static void refuse_what_is_not_ours(void) {
    int on_stack = 0;
    void* from_malloc = malloc(64);
    arauto_segment_h segment = NULL;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 64, &segment));
    void* const others[] = {&on_stack, from_malloc, arauto_segment_base(segment), (void*)64};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        CHECK(arauto_memory_is_ours(others[i]) == 0, "memory %zu is taken for ours", i);
        CHECK_FAILS(arauto_memory_free(others[i]), ARAUTO_ERR_ARGUMENT, "arauto_memory_free");
    }
    CHECK(arauto_memory_is_ours(NULL) == 0, "NULL is taken for ours");
    CHECK_OK(arauto_memory_free(NULL));
    CHECK_FAILS(arauto_memory_allocate(8, NULL), ARAUTO_ERR_ARGUMENT, "arauto_memory_allocate");
    CHECK_OK(arauto_segment_free(segment));
    free(from_malloc);
}

/* Others put into a block by its address. */
static void reach(void) {
    const int ranks = arauto_size();
    block_t block;
    take(&block, (size_t)ranks * 8, 0);
    uint64_t* addresses = malloc((size_t)ranks * sizeof *addresses);
    const uint64_t mine = (uint64_t)(uintptr_t)block.data;
    CHECK_OK(arauto_allgather(arauto_team_world(), &mine, sizeof mine, addresses));
    for (int rank = 0; rank < ranks; ++rank) {
        const uint64_t value = (uint64_t)(1000 * arauto_rank() + rank);
        CHECK_OK(arauto_put_at(rank, addresses[rank] + 8 * (uint64_t)arauto_rank(), &value, 8));
    }
    barrier();
    for (int rank = 0; rank < ranks; ++rank) {
        uint64_t value = 0;
        memcpy(&value, block.data + 8 * rank, 8);
        const uint64_t wanted = (uint64_t)(1000 * rank + arauto_rank());
        CHECK(value == wanted, "rank %d put %llu, expected %llu", rank, (unsigned long long)value,
              (unsigned long long)wanted);
    }
    CHECK_OK(arauto_memory_free(block.data));
    free(addresses);
}

int main(void) {
    start();
    churn();
    refuse_what_is_not_ours();
    reach();
    return 0;
}
