// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The heap of this rank: which parts are in use, and the memory behind them. The first half is
// symmetric: the ranks agree on offsets in it (team/segment.hpp). The second half is for memory of
// this rank alone, so that such memory never shifts the symmetric half. Any thread may call these
// functions.
#pragma once

#include "base/status.hpp"
#include "memory/heap.hpp"

#include <cstddef>
#include <mutex>

namespace arauto::core {

class OwnHeap {
  public:
    /// @param start  of this rank's heap in this process
    /// @param half  bytes of each half
    void open(std::byte* start, uint64_t half);
    /// From now on a touch of memory that was never reserved, up to a step behind the high water of
    /// each half, is a crash in this process. Each half begins and ends with a page.
    void forbid_unused() noexcept;

    /// A block of the symmetric half, and what it takes to make it zero.
    struct Block {
        uint64_t offset;
        uint64_t old_high_water;
    };
    /// The smallest free block that fits.
    [[nodiscard]] std::optional<Block> reserve_symmetric(uint64_t bytes) noexcept;
    /// The lowest offset from `start` on that is free.
    [[nodiscard]] std::optional<Block> reserve_symmetric_from(uint64_t start,
                                                              uint64_t bytes) noexcept;
    /// Makes reused memory zero again. Memory above the old high water was never touched.
    void clear(const Block& block, uint64_t bytes) noexcept;
    /// Gives back a block that was not written to.
    void put_back(const Block& block) noexcept;
    /// Gives back a block, and the pages of a large one to the system.
    void release_symmetric(uint64_t offset) noexcept;
    /// @error ARAUTO_ERR_MEMORY: the sentence for `bytes` that did not fit into the symmetric half
    [[nodiscard]] Status fail_no_room(const char* call, uint64_t bytes) noexcept;
    [[nodiscard]] uint64_t symmetric_capacity() const noexcept { return symmetric_.capacity(); }

    /// @error ARAUTO_ERR_MEMORY
    [[nodiscard]] Status allocate_local(size_t bytes, void** memory_out) noexcept;
    /// @error ARAUTO_ERR_ARGUMENT: this is no memory that allocate_local() gave
    [[nodiscard]] Status free_local(void* memory) noexcept;
    [[nodiscard]] bool is_local(const void* memory) noexcept;

    /// The allocation that has an offset of this heap: its offset and its bytes.
    [[nodiscard]] std::pair<uint64_t, uint64_t> block_of(uint64_t offset) noexcept;

  private:
    [[nodiscard]] uint64_t offset_of(const void* memory) const noexcept {
        return static_cast<uint64_t>(static_cast<const std::byte*>(memory) - start_);
    }

    /// Under the mutex of the half.
    /// @param allowed_to  where its forbidden part begins
    /// @return  false: the system does not let what is reserved now be touched
    [[nodiscard]] bool allow_used(const Heap& heap, uint64_t& allowed_to) const noexcept;

    std::byte* start_ = nullptr;
    uint64_t half_ = 0;
    std::mutex symmetric_mutex_; // threads may allocate over different teams at the same time
    Heap symmetric_;
    uint64_t symmetric_allowed_to_ = 0;
    std::mutex local_mutex_;
    Heap local_;
    uint64_t local_allowed_to_ = 0;
};

} // namespace arauto::core
