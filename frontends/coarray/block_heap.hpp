// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A general allocator in a part of a rank's heap, for a program's malloc. The owner's threads take
// and give blocks; other ranks of the node read the length of a block, and give blocks back, which
// the owner takes up some time later. It calls no malloc. The contents of the heap are a wire
// format: fixed widths, and displacements from the start.
#pragma once

#include "size_classes.hpp"
#include "slab_runs.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace arauto::coarray {

/// At the start of the part, in slab 0.
struct BlockHeapHead {
    // The first of the blocks that others have given back, each of which begins with the next; 0:
    // none. PAIR block_heap.returned: others before it changes, the owner before it reads them
    alignas(64) std::atomic<uint64_t> returned;
};
static_assert(sizeof(BlockHeapHead) == 64 && std::atomic<uint64_t>::is_always_lock_free);

enum class SlabKind : uint32_t { none = 0, blocks = 0x626c6b73, run = 0x72756e73 };

/// At the start of a slab of short blocks, and, the first line alone, of a long block.
struct SlabHead {
    uint64_t bytes; // of each block; of a long one, of all its slabs
    SlabKind kind;
    uint32_t size_class;
    // of short blocks, for the owner alone
    uint32_t used;
    uint32_t begun; // blocks that have been given at least once
    uint32_t next, before; // slabs of the class that have free blocks
    uint64_t free; // address, as the owner sees it, of the first free block, or 0
    uint8_t pad[24];
};
static_assert(sizeof(SlabHead) == 64);

[[nodiscard]] inline SlabHead* slab_of(const void* block) noexcept {
    return reinterpret_cast<SlabHead*>(reinterpret_cast<uintptr_t>(block) & ~(kSlabBytes - 1));
}

/// The bytes of any block of any rank of the node, by its address in this process.
[[nodiscard]] inline size_t usable_bytes(const void* block) noexcept {
    const SlabHead* const slab = slab_of(block);
    const size_t offset = reinterpret_cast<uintptr_t>(block) % kSlabBytes;
    return slab->kind == SlabKind::run ? slab->bytes - offset : slab->bytes;
}

/// Gives a block of another rank back, whose part of the heap begins at `head` in this process.
void return_block(BlockHeapHead& head, void* block) noexcept;

/// Free blocks of one length, each of which begins with the address of the next.
struct Chain {
    void* first = nullptr;
    uint32_t count = 0;
};

class BlockHeap {
  public:
    /// @param start  at a multiple of kSlabBytes; nothing has been written there
    [[nodiscard]] bool open(std::byte* start, size_t bytes) noexcept;

    /// Up to `count` blocks; none when the heap is full.
    [[nodiscard]] Chain take_short(unsigned size_class, uint32_t count) noexcept;
    void give_short(Chain blocks) noexcept;

    /// @param alignment  a power of two, at most kLargestAlignment
    /// @param is_zero_out  whether all of it is zero
    /// @return null when the heap is full
    [[nodiscard]] void* take_long(size_t bytes, size_t alignment, bool& is_zero_out) noexcept;
    void give_long(void* block) noexcept;
    /// Makes a long block longer, or leaves it as it is, where it lies.
    [[nodiscard]] bool grow_long(void* block, size_t bytes) noexcept;

    static constexpr size_t kLargestAlignment = kSlabBytes / 2;

  private:
    void take_up_returned() noexcept;
    void give_one(void* block) noexcept;
    void give_short_one(SlabHead& slab, void* block) noexcept;
    [[nodiscard]] SlabHead* begin_slab(unsigned size_class) noexcept;
    void enlist(SlabHead& slab) noexcept;
    void strike(SlabHead& slab) noexcept;
    [[nodiscard]] SlabHead& slab_at(uint32_t index) noexcept {
        return *reinterpret_cast<SlabHead*>(start_ + index * kSlabBytes);
    }
    [[nodiscard]] uint32_t index_of(const void* address) const noexcept {
        return static_cast<uint32_t>(
            static_cast<size_t>(static_cast<const std::byte*>(address) - start_) / kSlabBytes);
    }

    std::byte* start_ = nullptr;
    std::mutex mutex_;
    SlabRuns runs_;
    uint32_t with_free_[kSizeClasses] =
        {}; // first slab of each class that has free blocks; 0: none
    uint32_t colour_ = 0;
};

} // namespace arauto::coarray
