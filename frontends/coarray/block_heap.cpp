// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See block_heap.hpp.
#include "block_heap.hpp"

#include "placement.hpp"

#include <algorithm>

namespace arauto::coarray {
namespace {

constexpr uint32_t kColours = 8;

constexpr uint32_t blocks_of(size_t bytes) noexcept {
    return static_cast<uint32_t>((kSlabBytes - sizeof(SlabHead)) / bytes);
}

void* block_at(SlabHead& slab, uint32_t index) noexcept {
    return reinterpret_cast<std::byte*>(&slab) + sizeof(SlabHead) + index * slab.bytes;
}

bool is_full(const SlabHead& slab) noexcept {
    return slab.free == 0 && slab.begun == blocks_of(slab.bytes);
}

/// The link with which a free block begins.
uint64_t& link_of(void* block) noexcept {
    return *static_cast<uint64_t*>(block);
}

} // namespace

void return_block(BlockHeapHead& head, void* block) noexcept {
    const auto offset =
        static_cast<uint64_t>(static_cast<std::byte*>(block) - reinterpret_cast<std::byte*>(&head));
    uint64_t first = head.returned.load(std::memory_order_relaxed); // relaxed because not followed
    do {
        link_of(block) = first;
        // relaxed where it fails, because then it is tried again.
    } while (!head.returned.compare_exchange_weak(
        first, offset, std::memory_order_release, // PAIR block_heap.returned: give
        std::memory_order_relaxed)); // relaxed because nothing is read by it
}

bool BlockHeap::open(std::byte* start, size_t bytes) noexcept {
    const size_t slabs = bytes / kSlabBytes;
    if (slabs < 2 || slabs > UINT32_MAX || !runs_.open(start, static_cast<uint32_t>(slabs))) {
        return false;
    }
    start_ = start;
    return true;
}

void BlockHeap::enlist(SlabHead& slab) noexcept {
    const uint32_t own = index_of(&slab);
    uint32_t& first = with_free_[slab.size_class];
    slab.before = 0;
    slab.next = first;
    if (first != 0) {
        slab_at(first).before = own;
    }
    first = own;
}

void BlockHeap::strike(SlabHead& slab) noexcept {
    (slab.before != 0 ? slab_at(slab.before).next : with_free_[slab.size_class]) = slab.next;
    if (slab.next != 0) {
        slab_at(slab.next).before = slab.before;
    }
}

SlabHead* BlockHeap::begin_slab(unsigned size_class) noexcept {
    const SlabRuns::Run run = runs_.take(1);
    if (run.first == 0) {
        return nullptr;
    }
    SlabHead& slab = slab_at(run.first);
    slab = SlabHead{};
    slab.bytes = kClassBytes[size_class];
    slab.kind = SlabKind::blocks;
    slab.size_class = size_class;
    enlist(slab);
    return &slab;
}

Chain BlockHeap::take_short(unsigned size_class, uint32_t count) noexcept {
    const std::lock_guard guard(mutex_);
    take_up_returned();
    Chain taken;
    while (taken.count < count) {
        const uint32_t first = with_free_[size_class];
        SlabHead* const slab = first != 0 ? &slab_at(first) : begin_slab(size_class);
        if (slab == nullptr) {
            break;
        }
        while (taken.count < count && !is_full(*slab)) {
            void* block = reinterpret_cast<void*>(slab->free);
            if (block != nullptr) {
                slab->free = link_of(block);
            } else {
                block = block_at(*slab, slab->begun++);
            }
            ++slab->used;
            link_of(block) = reinterpret_cast<uint64_t>(taken.first);
            taken.first = block;
            ++taken.count;
        }
        if (is_full(*slab)) {
            strike(*slab);
        }
    }
    return taken;
}

void BlockHeap::give_short_one(SlabHead& slab, void* block) noexcept {
    if (is_full(slab)) {
        enlist(slab);
    }
    link_of(block) = slab.free;
    slab.free = reinterpret_cast<uint64_t>(block);
    if (--slab.used == 0) {
        strike(slab);
        slab.kind = SlabKind::none;
        runs_.give(index_of(&slab));
    }
}

void BlockHeap::give_short(Chain blocks) noexcept {
    const std::lock_guard guard(mutex_);
    while (blocks.first != nullptr) {
        void* const block = blocks.first;
        blocks.first = reinterpret_cast<void*>(link_of(block));
        give_short_one(*slab_of(block), block);
    }
}

void BlockHeap::give_one(void* block) noexcept {
    SlabHead& slab = *slab_of(block);
    if (slab.kind == SlabKind::blocks) {
        give_short_one(slab, block);
    } else if (slab.kind == SlabKind::run) {
        slab.kind = SlabKind::none;
        runs_.give(index_of(&slab));
    } // else another rank has given what is none
}

void BlockHeap::take_up_returned() noexcept {
    auto& head = *reinterpret_cast<BlockHeapHead*>(start_);
    if (head.returned.load(std::memory_order_relaxed) == 0) { // relaxed because looked at again
        return;
    }
    // PAIR block_heap.returned: take
    uint64_t offset = head.returned.exchange(0, std::memory_order_acquire);
    while (offset != 0) {
        void* const block = start_ + offset;
        offset = link_of(block);
        give_one(block);
    }
}

void* BlockHeap::take_long(size_t bytes, size_t alignment, bool& is_zero_out) noexcept {
    if (bytes > SIZE_MAX / 2) {
        return nullptr;
    }
    const std::lock_guard guard(mutex_);
    take_up_returned();
    // Where several blocks begin at the same offset in a slab, a loop over them needs entries of
    // one set of the processor's table of addresses.
    const size_t colour = alignment <= kPageBytes ? (colour_++ % kColours) * kPageBytes : 0;
    const size_t offset = std::max(alignment, kLongOffset) + colour;
    const size_t slabs = (offset + bytes + kSlabBytes - 1) / kSlabBytes;
    const SlabRuns::Run run =
        slabs < UINT32_MAX ? runs_.take(static_cast<uint32_t>(slabs)) : SlabRuns::Run{0, false};
    if (run.first == 0) {
        return nullptr;
    }
    SlabHead& slab = slab_at(run.first);
    slab.bytes = slabs * kSlabBytes;
    slab.kind = SlabKind::run;
    is_zero_out = run.is_zero;
    return reinterpret_cast<std::byte*>(&slab) + offset;
}

void BlockHeap::give_long(void* block) noexcept {
    const std::lock_guard guard(mutex_);
    give_one(block);
}

bool BlockHeap::grow_long(void* block, size_t bytes) noexcept {
    SlabHead& slab = *slab_of(block);
    const size_t offset = reinterpret_cast<uintptr_t>(block) % kSlabBytes;
    if (bytes <= slab.bytes - offset) {
        return true;
    }
    const std::lock_guard guard(mutex_);
    const size_t slabs = bytes < SIZE_MAX / 2 ? (offset + bytes + kSlabBytes - 1) / kSlabBytes : 0;
    if (slabs == 0 || slabs >= UINT32_MAX ||
        !runs_.grow(index_of(&slab), static_cast<uint32_t>(slabs))) {
        return false;
    }
    slab.bytes = slabs * kSlabBytes;
    return true;
}

} // namespace arauto::coarray
