// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See own_heap.hpp.
#include "memory/own_heap.hpp"

#include "base/naming.hpp"
#include "os/shared_memory.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::core {
namespace {

constexpr uint64_t kLarge = uint64_t{1} << 20; // from here on pages go back to the system

/// So far a loop that runs past its array can go beyond what was ever reserved. Each step is a call
/// of mprotect, 2.0 us, beside 0.2 us of a reservation without one: 0.13 us for each MiB. A guard
/// behind each allocation would cost two of them, a page, and two mappings, of which a process has
/// 65,530 by default.
constexpr uint64_t kStep = uint64_t{16} << 20;

/// Under the mutex of `heap`.
Status no_room(const char* call, uint64_t bytes, const Heap& heap) noexcept {
    return fail(ARAUTO_ERR_MEMORY,
                "%s: no room for %llu bytes in this %s's heap: its largest free block is %llu of "
                "%llu bytes (setting ARAUTO_HEAP_SIZE)",
                call, static_cast<unsigned long long>(bytes), noun(),
                static_cast<unsigned long long>(heap.largest_free()),
                static_cast<unsigned long long>(heap.capacity()));
}

} // namespace

void OwnHeap::open(std::byte* start, uint64_t half) {
    start_ = start;
    half_ = half;
    symmetric_.reset(0, half);
    local_.reset(half, 2 * half);
    symmetric_allowed_to_ = half;
    local_allowed_to_ = 2 * half;
}

void OwnHeap::forbid_unused() noexcept {
    const std::scoped_lock guard(symmetric_mutex_, local_mutex_);
    symmetric_allowed_to_ = 0;
    local_allowed_to_ = half_;
    os::forbid(start_, 2 * half_);
}

bool OwnHeap::allow_used(const Heap& heap, uint64_t& allowed_to) const noexcept {
    const uint64_t used_to = heap.high_water();
    if (used_to <= allowed_to) {
        return true;
    }
    const uint64_t half_end = heap.end();
    const uint64_t wanted = std::min((used_to + kStep - 1) / kStep * kStep, half_end);
    if (!os::allow(start_ + allowed_to, wanted - allowed_to)) {
        return false;
    }
    allowed_to = wanted;
    return true;
}

std::optional<OwnHeap::Block> OwnHeap::reserve_symmetric(uint64_t bytes) noexcept {
    const std::lock_guard guard(symmetric_mutex_);
    const uint64_t old_high_water = symmetric_.high_water();
    const std::optional<uint64_t> offset = symmetric_.reserve(bytes);
    if (offset && !allow_used(symmetric_, symmetric_allowed_to_)) {
        symmetric_.release(*offset);
        return std::nullopt;
    }
    return offset ? std::optional<Block>({*offset, old_high_water}) : std::nullopt;
}

std::optional<OwnHeap::Block> OwnHeap::reserve_symmetric_from(uint64_t start,
                                                              uint64_t bytes) noexcept {
    const std::lock_guard guard(symmetric_mutex_);
    const uint64_t old_high_water = symmetric_.high_water();
    const std::optional<uint64_t> offset = symmetric_.find_from(start, bytes);
    if (!offset || !symmetric_.reserve_at(*offset, bytes)) {
        return std::nullopt;
    }
    if (!allow_used(symmetric_, symmetric_allowed_to_)) {
        symmetric_.release(*offset);
        return std::nullopt;
    }
    return Block{*offset, old_high_water};
}

void OwnHeap::clear(const Block& block, uint64_t bytes) noexcept {
    std::byte* const memory = start_ + block.offset;
    const uint64_t reused = block.offset >= block.old_high_water
                                ? 0
                                : std::min(bytes, block.old_high_water - block.offset);
    if (reused >= kLarge) {
        os::release_pages(memory, reused);
    } else if (reused > 0) {
        std::memset(memory, 0, reused);
    }
}

void OwnHeap::put_back(const Block& block) noexcept {
    const std::lock_guard guard(symmetric_mutex_);
    symmetric_.release(block.offset);
}

void OwnHeap::release_symmetric(uint64_t offset) noexcept {
    // Under the mutex, for another thread may take the offset at once.
    const std::lock_guard guard(symmetric_mutex_);
    const uint64_t bytes = symmetric_.release(offset);
    if (bytes >= kLarge) {
        os::release_pages(start_ + offset, bytes);
    }
}

Status OwnHeap::fail_no_room(const char* call, uint64_t bytes) noexcept {
    const std::lock_guard guard(symmetric_mutex_);
    return no_room(call, bytes, symmetric_);
}

Status OwnHeap::allocate_local(size_t bytes, void** memory_out) noexcept {
    const std::lock_guard guard(local_mutex_);
    const std::optional<uint64_t> offset = local_.reserve(bytes);
    const bool is_allowed = allow_used(local_, local_allowed_to_);
    if (offset && !is_allowed) {
        local_.release(*offset);
    }
    if (!offset || !is_allowed) {
        return no_room("arauto_memory_allocate", bytes, local_);
    }
    *memory_out = start_ + *offset;
    return ARAUTO_OK;
}

Status OwnHeap::free_local(void* memory) noexcept {
    if (memory == nullptr) {
        return ARAUTO_OK;
    }
    const std::lock_guard guard(local_mutex_);
    const uint64_t bytes = local_.release(offset_of(memory));
    if (bytes == 0) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "arauto_memory_free: %p was not allocated by arauto_memory_allocate, or is "
                    "free already",
                    memory);
    }
    if (bytes >= kLarge) {
        os::release_pages(memory, bytes);
    }
    return ARAUTO_OK;
}

bool OwnHeap::is_local(const void* memory) noexcept {
    const std::lock_guard guard(local_mutex_);
    return local_.is_used(offset_of(memory)); // of a heap that is not open nothing is used
}

std::pair<uint64_t, uint64_t> OwnHeap::block_of(uint64_t offset) noexcept {
    const bool is_symmetric = offset < half_;
    const std::lock_guard guard(is_symmetric ? symmetric_mutex_ : local_mutex_);
    return (is_symmetric ? symmetric_ : local_).block_of(offset);
}

} // namespace arauto::core
