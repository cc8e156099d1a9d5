// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The cache of values that this image has read from private memory of others since its last image
// control statement. Fortran's segment order allows it: an image that changes a value that this
// image has read must do so in a later segment, and this image learns of that by such a statement.
// The cache keeps blocks of a page, so that elements cost one system call for each page, and fewer
// where an array is read from one end to the other. Not thread-safe: see foreign.hpp.
#pragma once

#include "coarray/pending_writes.hpp"

#include "arauto/status.h"

#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

using coarray::AddressRange;

/// Counts image control statements: what was kept in another epoch is gone.
using Epoch = uint64_t;

class ForeignCache {
  public:
    /// The bytes, where they are kept side by side; otherwise NULL.
    [[nodiscard]] std::byte* find(Epoch epoch, int rank, uint64_t address, size_t bytes) noexcept {
        const Line& line = line_of(rank, address);
        if (line.group != address / kLineBytes || line.rank != rank || line.epoch != epoch)
            [[unlikely]] {
            return nullptr;
        }
        const uint64_t offset = address % kLineBytes;
        const uint64_t last = offset + bytes - 1;
        if (last >= kLineBytes) [[unlikely]] {
            return nullptr;
        }
        const uint32_t wanted = (2U << (last / kBlockBytes)) - (1U << (offset / kBlockBytes));
        return (line.valid & wanted) == wanted ? memory_of(line) + offset : nullptr;
    }

    /// `find` was of use. Where it rarely is, blocks are read no longer.
    void count_hit() noexcept { ++hits_; }

    /// Reads what `find` has not found: whole blocks, which are kept, or just the bytes where that
    /// is not possible.
    /// @param known  an object of the program: blocks that it reaches into may be read ahead
    [[nodiscard]] arauto_status_t
    fetch(Epoch epoch, int rank, AddressRange wanted, void* target, AddressRange known) noexcept;

    /// All that `fetch` may read.
    [[nodiscard]] static AddressRange reach_of(AddressRange wanted) noexcept {
        return {wanted.low & ~(kLineBytes - 1), ((wanted.high - 1) | (kLineBytes - 1)) + 1};
    }

    /// This image has written there: what is kept becomes the same.
    void
    update(Epoch epoch, int rank, uint64_t address, const void* source, size_t bytes) noexcept {
        if (kept_in_ == epoch) {
            update_blocks(epoch, rank, address, source, bytes);
        }
    }

    /// This image has written somewhere there: what is kept is forgotten.
    void drop(int rank, AddressRange range) noexcept;

    static constexpr uint64_t kBlockBytes = 4096; // no page of a machine is smaller

  private:
    static constexpr uint64_t kLineBytes = 65536;
    static constexpr int kBlocks = kLineBytes / kBlockBytes;
    static constexpr int kLineBits = 6;
    static constexpr int kWasteMax = 64;

    /// Neighbouring blocks of one image's memory.
    struct Line {
        uint64_t group = 0; // address / kLineBytes
        Epoch epoch = 0;
        int32_t rank = 0;
        uint32_t valid = 0; // one bit for each block
    };

    struct Blocks {
        int first;
        int count;
    };

    [[nodiscard]] Line& line_of(int rank, uint64_t address) noexcept {
        constexpr uint64_t kSpread = 0x9e3779b97f4a7c15U; // 2^64 over the golden ratio
        const uint64_t key = address / kLineBytes + static_cast<uint64_t>(rank) * 0x10001U;
        return lines_[key * kSpread >> (64 - kLineBits)];
    }
    [[nodiscard]] std::byte* memory_of(const Line& line) const noexcept {
        return memory_ + static_cast<size_t>(&line - lines_) * kLineBytes;
    }
    [[nodiscard]] bool is_kept(Epoch epoch, int rank, uint64_t address) noexcept;
    [[nodiscard]] Blocks
    choose(Epoch epoch, int rank, uint64_t address, AddressRange known) noexcept;
    [[nodiscard]] bool keep(Epoch epoch, int rank, uint64_t address, AddressRange known) noexcept;
    [[nodiscard]] bool pays() noexcept;
    void update_blocks(
        Epoch epoch, int rank, uint64_t address, const void* source, size_t bytes) noexcept;

    Line lines_[1U << kLineBits];
    std::byte* memory_ = nullptr; // of all lines; pages come when they are used
    Epoch kept_in_ = 0; // when a block was last kept
    uint32_t hits_ = 0;
    uint32_t hits_before_ = 0; // when a miss last asked whether blocks pay
    uint32_t misses_ = 0;
    int waste_ = 0; // blocks that were of no use, less those that were
};

} // namespace arauto::gfortran
