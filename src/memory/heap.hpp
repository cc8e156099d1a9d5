// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An allocator that keeps the free and used parts of an address range. It never touches the memory
// that it manages. It is deterministic: ranks that make the same requests get the same offsets
// without communication. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace arauto::core {

class Heap {
  public:
    static constexpr uint64_t kAlign = 64;

    /// Manages [start, end).
    void reset(uint64_t start, uint64_t end);

    /// Smallest free block that fits, lowest offset among equals; nothing when none fits. 0 bytes
    /// take one unit.
    [[nodiscard]] std::optional<uint64_t> reserve(uint64_t bytes);

    /// The lowest offset at or above `offset` that is free; nothing is reserved.
    [[nodiscard]] std::optional<uint64_t> find_from(uint64_t offset, uint64_t bytes) const;

    /// Reserves exactly there. False when part of it is in use.
    [[nodiscard]] bool reserve_at(uint64_t offset, uint64_t bytes);

    /// Gives back; returns the length it had, 0 when nothing was reserved at `offset`.
    uint64_t release(uint64_t offset);

    /// The reserved block that has an offset, and its length; a length of 0: there is none.
    [[nodiscard]] std::pair<uint64_t, uint64_t> block_of(uint64_t offset) const;

    [[nodiscard]] bool is_used(uint64_t offset) const { return used_.contains(offset); }

    /// Everything from here to the end has never been reserved: its pages are still zero.
    [[nodiscard]] uint64_t high_water() const noexcept { return high_water_; }
    [[nodiscard]] uint64_t end() const noexcept { return end_; }
    [[nodiscard]] uint64_t capacity() const noexcept { return end_ - start_; }
    [[nodiscard]] uint64_t largest_free() const noexcept {
        return by_size_.empty() ? 0 : by_size_.rbegin()->first;
    }

  private:
    void add_free(uint64_t offset, uint64_t bytes);
    void take_free(std::map<uint64_t, uint64_t>::iterator block, uint64_t offset, uint64_t bytes);

    uint64_t start_ = 0;
    uint64_t end_ = 0;
    uint64_t high_water_ = 0;
    std::map<uint64_t, uint64_t> free_; // offset -> bytes, never adjacent
    std::set<std::pair<uint64_t, uint64_t>> by_size_; // (bytes, offset) of the same blocks
    std::map<uint64_t, uint64_t> used_; // offset -> bytes
};

} // namespace arauto::core
