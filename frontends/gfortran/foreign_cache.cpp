// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See foreign_cache.hpp. A block has bytes that the program has not requested. They need not be
// readable: an error counts only when a read of exactly the requested bytes fails.
#include "foreign_cache.hpp"

#include "arauto/rma.h"
#include "arauto/spi/rma.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace arauto::gfortran {
namespace {

/// Bits `first` to `first + count - 1`.
uint32_t bits(int first, int count) noexcept {
    return ((1U << count) - 1U) << first;
}

} // namespace

bool ForeignCache::is_kept(Epoch epoch, int rank, uint64_t address) noexcept {
    return find(epoch, rank, address, 1) != nullptr;
}

/// Whether reading blocks is worth it: each must save more reads than it costs. Programs that jump
/// about in large memory read exactly what they need, and are tried anew now and then.
bool ForeignCache::pays() noexcept {
    constexpr uint32_t kTrial = 64;
    const uint32_t gained = hits_ - hits_before_;
    hits_before_ = hits_;
    waste_ = gained == 0 ? std::min(waste_ + 1, kWasteMax)
                         : std::max(waste_ - static_cast<int>(std::min(gained, 32U)), 0);
    return waste_ < kWasteMax || ++misses_ % kTrial == 0;
}

/// The block at `address`, which is not kept, and as many more behind or before it as are kept on
/// its other side: a program that goes through an array gets twice as much with each system call.
ForeignCache::Blocks
ForeignCache::choose(Epoch epoch, int rank, uint64_t address, AddressRange known) noexcept {
    const Line& line = line_of(rank, address);
    const uint64_t start = address & ~(kLineBytes - 1);
    const int block = static_cast<int>(address % kLineBytes / kBlockBytes);
    if (known.high <= start || known.low >= start + kLineBytes) {
        return {block, 1};
    }
    const bool is_below = known.low < start;
    const bool is_above = known.high > start + kLineBytes;
    const int lowest = is_below ? 0 : static_cast<int>((known.low - start) / kBlockBytes);
    const int highest =
        is_above ? kBlocks - 1 : static_cast<int>((known.high - 1 - start) / kBlockBytes);
    const auto is_free = [&](int i) { return (line.valid & bits(i, 1)) == 0; };
    int before = 0;
    while (before < block && !is_free(block - 1 - before)) {
        ++before;
    }
    int behind = 0;
    while (block + 1 + behind < kBlocks && !is_free(block + 1 + behind)) {
        ++behind;
    }
    if (before == block && is_below && is_kept(epoch, rank, start - 1)) {
        before = kBlocks; // the line before it may be kept to its end
    }
    if (block + behind == kBlocks - 1 && is_above && is_kept(epoch, rank, start + kLineBytes)) {
        behind = kBlocks;
    }
    int first = block;
    int last = block;
    while (last < highest && last - block < before && is_free(last + 1)) {
        ++last;
    }
    while (first > lowest && block - first < behind && is_free(first - 1)) {
        --first;
    }
    return {first, last - first + 1};
}

/// Reads and keeps blocks, the one at `address` among them. @return false when that cannot be read
bool ForeignCache::keep(Epoch epoch, int rank, uint64_t address, AddressRange known) noexcept {
    if (memory_ == nullptr) {
        memory_ = static_cast<std::byte*>(
            std::aligned_alloc(kBlockBytes, std::size(lines_) * kLineBytes));
        if (memory_ == nullptr) {
            return false;
        }
    }
    Line& line = line_of(rank, address);
    const uint64_t group = address / kLineBytes;
    if (line.group != group || line.rank != rank || line.epoch != epoch) {
        line = {group, epoch, rank, 0};
    }
    kept_in_ = epoch;
    const auto read = [&](Blocks blocks) {
        const auto offset = static_cast<uint64_t>(blocks.first) * kBlockBytes;
        const bool is_read =
            arauto_get_at(rank, group * kLineBytes + offset, memory_of(line) + offset,
                          static_cast<size_t>(blocks.count) * kBlockBytes) >= 0;
        line.valid |= is_read ? bits(blocks.first, blocks.count) : 0;
        return is_read;
    };
    const Blocks chosen = choose(epoch, rank, address, known);
    const int block = static_cast<int>(address % kLineBytes / kBlockBytes);
    return read(chosen) || (chosen.count > 1 && read({block, 1}));
}

arauto_status_t ForeignCache::fetch(
    Epoch epoch, int rank, AddressRange wanted, void* target, AddressRange known) noexcept {
    if (!pays()) {
        return arauto_get_at(rank, wanted.low, target, wanted.high - wanted.low);
    }
    auto* to = static_cast<std::byte*>(target);
    for (uint64_t at = wanted.low; at < wanted.high;) {
        const uint64_t end = std::min(wanted.high, (at | (kBlockBytes - 1)) + 1);
        if (!is_kept(epoch, rank, at) && !keep(epoch, rank, at, known)) {
            return arauto_get_at(rank, at, to, wanted.high - at);
        }
        std::memcpy(to, find(epoch, rank, at, end - at), end - at);
        to += end - at;
        at = end;
    }
    return ARAUTO_OK;
}

void ForeignCache::update_blocks(
    Epoch epoch, int rank, uint64_t address, const void* source, size_t bytes) noexcept {
    const auto* from = static_cast<const std::byte*>(source);
    for (uint64_t at = address; at < address + bytes;) {
        const uint64_t end = std::min(address + bytes, (at | (kBlockBytes - 1)) + 1);
        if (std::byte* const kept = find(epoch, rank, at, end - at); kept != nullptr) {
            std::memcpy(kept, from, end - at);
        }
        from += end - at;
        at = end;
    }
}

void ForeignCache::drop(int rank, AddressRange range) noexcept {
    for (Line& line : lines_) {
        const uint64_t low = line.group * kLineBytes;
        if (line.rank == rank && range.low < low + kLineBytes && low < range.high) {
            line.valid = 0;
        }
    }
}

} // namespace arauto::gfortran
