// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which slabs of a range of shared memory are in use: runs of them are taken and given back. Knows
// nothing of what they hold, calls no malloc, and is not thread-safe. Its records are in private
// memory. Free runs keep their pages, up to a limit, since programs tend to ask for the same
// lengths again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto::coarray {

constexpr size_t kSlabBytes = size_t{64} << 10U;

class SlabRuns {
  public:
    /// Slab 0 is never given.
    /// @param start  at a multiple of kSlabBytes; nothing has been written behind slab 0
    /// @return false when there is no room for the books
    [[nodiscard]] bool open(std::byte* start, uint32_t slabs) noexcept;

    struct Run {
        uint32_t first; // 0: there is none
        bool is_zero;
    };
    [[nodiscard]] Run take(uint32_t slabs) noexcept;
    void give(uint32_t first) noexcept;
    /// Makes a run in use longer where it is. False when what is behind it is in use.
    [[nodiscard]] bool grow(uint32_t first, uint32_t slabs) noexcept;
    [[nodiscard]] uint32_t length_of(uint32_t first) const noexcept {
        return entries_[first].slabs;
    }

  private:
    /// Knowledge about the pages of a free run.
    struct Pages {
        bool is_zero; // all of it, for certain
        uint32_t kept; // slabs that have pages, about
    };
    /// The entry of the first slab of a run, and of its last.
    struct Entry {
        uint32_t slabs;
        uint32_t next, before; // in the list of its bin
        bool is_free;
        Pages pages;
    };
    static constexpr unsigned kBins = 64;
    static constexpr uint32_t kExactBins = 32; // of one length each

    [[nodiscard]] static unsigned bin_of(uint32_t slabs) noexcept;
    [[nodiscard]] uint32_t find(uint32_t slabs) const noexcept;
    [[nodiscard]] Run take_at_top(uint32_t slabs) noexcept;
    void mark(uint32_t first, uint32_t slabs, bool is_free) noexcept;
    void insert(uint32_t first, uint32_t slabs, Pages pages) noexcept;
    void insert_rest(uint32_t first, uint32_t slabs, uint32_t taken, Pages pages) noexcept;
    void remove(uint32_t first) noexcept;
    [[nodiscard]] bool release(uint32_t first, uint32_t slabs) noexcept;

    std::byte* start_ = nullptr;
    Entry* entries_ = nullptr;
    uint32_t top_ = 0; // never taken from here on
    uint32_t end_ = 0;
    uint64_t kept_ = 0; // of all free runs
    uint64_t filled_ = 0; // bins that are not empty
    uint32_t bins_[kBins] = {};
};

} // namespace arauto::coarray
