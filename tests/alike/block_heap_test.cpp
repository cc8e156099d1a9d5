// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests the allocator of the program's malloc: runs of slabs, and blocks of every length.
#include "coarray/block_heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <sys/mman.h>
#include <vector>

namespace arauto::coarray {
namespace {

constexpr size_t kBytes = size_t{256} << 20U;

/// Shared memory at a multiple of a slab.
class Memory {
  public:
    explicit Memory(size_t bytes)
        : bytes_(bytes + kSlabBytes),
          mapping_(
              mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        const auto address = reinterpret_cast<uintptr_t>(mapping_);
        start = reinterpret_cast<std::byte*>((address + kSlabBytes - 1) & ~(kSlabBytes - 1));
    }
    ~Memory() { munmap(mapping_, bytes_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    std::byte* start;

  private:
    size_t bytes_;
    void* mapping_;
};

bool is_zero(const void* memory, size_t bytes) {
    const auto* const first = static_cast<const unsigned char*>(memory);
    return std::all_of(first, first + bytes, [](unsigned char byte) { return byte == 0; });
}

TEST(SlabRuns, runs_that_are_given_back_become_one) {
    const Memory memory(kBytes);
    SlabRuns runs;
    ASSERT_TRUE(runs.open(memory.start, 101));
    std::vector<uint32_t> taken;
    for (int at = 0; at < 10; ++at) {
        taken.push_back(runs.take(10).first);
        EXPECT_EQ(taken.back(), 1U + 10U * static_cast<uint32_t>(at));
    }
    EXPECT_EQ(runs.take(1).first, 0U) << "it is full";
    for (const size_t at : {2, 6, 4, 3, 5}) { // each order of neighbours
        runs.give(taken[at]);
    }
    EXPECT_EQ(runs.take(51).first, 0U);
    const SlabRuns::Run joined = runs.take(50);
    EXPECT_EQ(joined.first, taken[2]);
    EXPECT_FALSE(joined.is_zero);
    runs.give(joined.first);
    EXPECT_EQ(runs.take(7).first, taken[2]) << "the start of the longer one";
    EXPECT_TRUE(runs.grow(taken[2], 50)) << "up to what is in use";
    EXPECT_FALSE(runs.grow(taken[2], 51));
    EXPECT_EQ(runs.length_of(taken[2]), 50U);
}

/// An emulator may take the call and do nothing.
bool system_takes_pages_back(std::byte* page) {
    constexpr size_t kPage = 4096;
    *page = std::byte{1};
    return madvise(page, kPage, MADV_REMOVE) == 0 && *page == std::byte{0};
}

TEST(SlabRuns, long_runs_give_their_pages_back) {
    const Memory memory(kBytes);
    if (!system_takes_pages_back(memory.start)) {
        GTEST_SKIP() << "this system, or its emulator, takes no pages back";
    }
    SlabRuns runs;
    const auto slabs = static_cast<uint32_t>(kBytes / kSlabBytes);
    ASSERT_TRUE(runs.open(memory.start, slabs));
    const SlabRuns::Run run = runs.take(1024);
    EXPECT_TRUE(run.is_zero);
    std::byte* const run_start = memory.start + run.first * kSlabBytes;
    std::memset(run_start, 1, 1024 * kSlabBytes);
    runs.give(run.first);
    const SlabRuns::Run again = runs.take(1024);
    EXPECT_EQ(again.first, run.first);
    EXPECT_TRUE(again.is_zero);
    EXPECT_TRUE(is_zero(run_start, 1024 * kSlabBytes));
}

/// A block and what it is filled with.
struct Filled {
    unsigned char* memory;
    size_t bytes;
    unsigned char mark;
};

bool is_whole(const Filled& block) {
    return std::all_of(block.memory, block.memory + block.bytes,
                       [&](unsigned char byte) { return byte == block.mark; });
}

class Churn {
  public:
    explicit Churn(BlockHeap& heap) : heap_(heap) {}

    void take(size_t bytes, unsigned char mark) {
        void* memory = nullptr;
        bool was_zero = false;
        if (bytes <= kShortBytesMax) {
            const Chain chain = heap_.take_short(size_class_of(bytes), 1);
            ASSERT_EQ(chain.count, 1U);
            memory = chain.first;
        } else {
            memory = heap_.take_long(bytes, 16, was_zero);
        }
        ASSERT_NE(memory, nullptr);
        ASSERT_EQ(reinterpret_cast<uintptr_t>(memory) % 16, 0U);
        ASSERT_GE(usable_bytes(memory), bytes);
        ASSERT_TRUE(!was_zero || is_zero(memory, bytes));
        std::memset(memory, mark, bytes);
        blocks_.push_back({static_cast<unsigned char*>(memory), bytes, mark});
    }

    void give(size_t index, BlockHeapHead* from_elsewhere) {
        const Filled block = blocks_[index];
        ASSERT_TRUE(is_whole(block));
        blocks_[index] = blocks_.back();
        blocks_.pop_back();
        if (from_elsewhere != nullptr) {
            return_block(*from_elsewhere, block.memory);
        } else if (block.bytes <= kShortBytesMax) {
            *reinterpret_cast<void**>(block.memory) = nullptr;
            heap_.give_short({block.memory, 1});
        } else {
            heap_.give_long(block.memory);
        }
    }

    [[nodiscard]] size_t count() const { return blocks_.size(); }

  private:
    BlockHeap& heap_;
    std::vector<Filled> blocks_;
};

TEST(BlockHeap, blocks_of_all_lengths_keep_what_is_written_to_them) {
    const Memory memory(kBytes);
    BlockHeap heap;
    ASSERT_TRUE(heap.open(memory.start, kBytes));
    auto* const head = reinterpret_cast<BlockHeapHead*>(memory.start);
    Churn churn(heap);
    std::mt19937 random(7);
    for (int turn = 0; turn < 20000 && !HasFatalFailure(); ++turn) {
        if (churn.count() > 0 && (random() % 2 == 0 || churn.count() > 300)) {
            churn.give(random() % churn.count(), random() % 3 == 0 ? head : nullptr);
        } else {
            const size_t longest = size_t{1} << (4 + random() % 15);
            churn.take(1 + random() % longest, static_cast<unsigned char>(random()));
        }
    }
    while (churn.count() > 0 && !HasFatalFailure()) {
        churn.give(0, nullptr);
    }
    bool was_zero = false;
    EXPECT_NE(heap.take_long(kBytes - 4 * kSlabBytes, 16, was_zero), nullptr)
        << "all slabs are free again, and side by side";
}

TEST(BlockHeap, long_blocks_are_aligned_as_asked) {
    const Memory memory(kBytes);
    BlockHeap heap;
    ASSERT_TRUE(heap.open(memory.start, kBytes));
    for (size_t alignment = 16; alignment <= BlockHeap::kLargestAlignment; alignment *= 2) {
        for (const size_t bytes : {size_t{1}, size_t{9000}, size_t{70000}, size_t{1} << 20U}) {
            bool was_zero = false;
            void* const block = heap.take_long(bytes, alignment, was_zero);
            ASSERT_NE(block, nullptr);
            EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0U);
            EXPECT_GE(usable_bytes(block), bytes);
            std::memset(block, 1, bytes);
        }
    }
}

TEST(BlockHeap, a_full_heap_gives_nothing_and_recovers) {
    const Memory memory(4 * kSlabBytes);
    BlockHeap heap;
    ASSERT_TRUE(heap.open(memory.start, 4 * kSlabBytes));
    bool was_zero = false;
    EXPECT_EQ(heap.take_long(4 * kSlabBytes, 16, was_zero), nullptr);
    EXPECT_EQ(heap.take_long(SIZE_MAX - 5, 16, was_zero), nullptr);
    void* const block = heap.take_long(2 * kSlabBytes, 16, was_zero);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(heap.take_short(0, 5).count, 0U);
    EXPECT_TRUE(heap.grow_long(block, 2 * kSlabBytes + 100));
    EXPECT_FALSE(heap.grow_long(block, 3 * kSlabBytes + 100));
    return_block(*reinterpret_cast<BlockHeapHead*>(memory.start), block);
    const Chain chain = heap.take_short(0, 10000);
    EXPECT_EQ(chain.count, 10000U);
}

} // namespace
} // namespace arauto::coarray
