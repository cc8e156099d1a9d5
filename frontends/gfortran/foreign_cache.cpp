// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See foreign_cache.hpp. A block holds bytes that the program has not asked for: whether they can
// be read is nobody's business, so an error counts only when exactly what was asked for gives it.
#include "foreign_cache.hpp"

#include "arauto/rma.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

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
    credit_ = gained == 0 ? std::max(credit_ - 1, 0)
                          : std::min(credit_ + static_cast<int>(std::min(gained, 32U)), kCreditMax);
    return credit_ > 0 || ++misses_ % kTrial == 0;
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
    const bool is_below = known.low <= start;
    const bool is_above = known.high >= start + kLineBytes;
    const int lowest = is_below ? 0 : static_cast<int>((known.low - start) / kBlockBytes);
    const int highest =
        is_above ? kBlocks - 1 : static_cast<int>((known.high - 1 - start) / kBlockBytes);
    // Kept blocks right before this one, and behind it; those of a neighbouring line count as 16.
    const uint32_t missing = ~line.valid;
    int before = std::countl_zero(missing << (32 - block) | (block == 0 ? ~0U : 0U));
    before = block == 0 ? 0 : std::min(before, block);
    if (before == block && is_below && is_kept(epoch, rank, start - 1)) {
        before += kBlocks;
    }
    int behind = std::min(std::countr_zero(missing >> (block + 1)), kBlocks - 1 - block);
    if (behind == kBlocks - 1 - block && is_above && is_kept(epoch, rank, start + kLineBytes)) {
        behind += kBlocks;
    }
    if (before > 0) {
        const int free = std::countr_zero(line.valid >> block | bits(kBlocks - block, 1));
        return {block, std::clamp(before + 1, 1, std::min(free, highest - block + 1))};
    }
    if (behind > 0) {
        int first = block;
        while (first > lowest && block - first < behind && (line.valid & bits(first - 1, 1)) == 0) {
            --first;
        }
        return {first, block - first + 1};
    }
    return {block, 1};
}
