// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See heap.hpp. Best fit over two ordered indices of the same free blocks.
#include "memory/heap.hpp"

#include <algorithm>

namespace arauto::core {
namespace {

uint64_t rounded(uint64_t bytes) noexcept {
    return std::max<uint64_t>((bytes + Heap::kAlign - 1) / Heap::kAlign * Heap::kAlign,
                              Heap::kAlign);
}

} // namespace

void Heap::reset(uint64_t start, uint64_t end) {
    start_ = high_water_ = start;
    end_ = end;
    free_.clear();
    by_size_.clear();
    used_.clear();
    add_free(start, end - start);
}

std::optional<uint64_t> Heap::reserve(uint64_t bytes) {
    if (bytes > capacity()) {
        return std::nullopt;
    }
    const uint64_t wanted = rounded(bytes);
    const auto fit = by_size_.lower_bound({wanted, 0});
    if (fit == by_size_.end()) {
        return std::nullopt;
    }
    const uint64_t offset = fit->second;
    take_free(free_.find(offset), offset, wanted);
    return offset;
}

std::optional<uint64_t> Heap::find_from(uint64_t offset, uint64_t bytes) const {
    if (bytes > capacity()) {
        return std::nullopt;
    }
    const uint64_t wanted = rounded(bytes);
    auto block = free_.upper_bound(offset);
    if (block != free_.begin()) {
        --block; // may contain `offset`
    }
    for (; block != free_.end(); ++block) {
        const uint64_t start = std::max(block->first, offset);
        const uint64_t end = block->first + block->second;
        if (start <= end && wanted <= end - start) {
            return start;
        }
    }
    return std::nullopt;
}

bool Heap::reserve_at(uint64_t offset, uint64_t bytes) {
    if (bytes > capacity()) {
        return false;
    }
    const uint64_t wanted = rounded(bytes);
    auto block = free_.upper_bound(offset);
    if (block == free_.begin()) {
        return false;
    }
    --block;
    if (offset + wanted > block->first + block->second) {
        return false;
    }
    take_free(block, offset, wanted);
    return true;
}

std::pair<uint64_t, uint64_t> Heap::block_of(uint64_t offset) const {
    auto block = used_.upper_bound(offset);
    if (block == used_.begin()) {
        return {offset, 0};
    }
    --block;
    const bool is_inside = offset - block->first < block->second;
    return {is_inside ? block->first : offset, is_inside ? block->second : 0};
}

uint64_t Heap::release(uint64_t offset) {
    const auto entry = used_.find(offset);
    if (entry == used_.end()) {
        return 0;
    }
    const uint64_t bytes = entry->second;
    used_.erase(entry);
    add_free(offset, bytes);
    return bytes;
}

/// Adds a free block and joins it with its neighbours.
void Heap::add_free(uint64_t offset, uint64_t bytes) {
    if (bytes == 0) {
        return;
    }
    auto next = free_.lower_bound(offset);
    if (next != free_.end() && offset + bytes == next->first) {
        bytes += next->second;
        by_size_.erase({next->second, next->first});
        next = free_.erase(next);
    }
    if (next != free_.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == offset) {
            by_size_.erase({before->second, before->first});
            offset = before->first;
            bytes += before->second;
            free_.erase(before);
        }
    }
    free_.emplace(offset, bytes);
    by_size_.emplace(bytes, offset);
}

/// Takes [offset, offset + bytes) out of the free block that contains it.
void Heap::take_free(std::map<uint64_t, uint64_t>::iterator block,
                     uint64_t offset,
                     uint64_t bytes) {
    const uint64_t block_offset = block->first;
    const uint64_t block_end = block_offset + block->second;
    by_size_.erase({block->second, block_offset});
    free_.erase(block);
    add_free(block_offset, offset - block_offset);
    add_free(offset + bytes, block_end - offset - bytes);
    used_.emplace(offset, bytes);
    high_water_ = std::max(high_water_, offset + bytes);
}

} // namespace arauto::core
