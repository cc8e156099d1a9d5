// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Data of this front-end in memory that other images read: the bindings of an image's events to its
// data, and where an image keeps data outside the heaps. A wire format: fixed widths, and
// displacements that mean the same in every image.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

/// One image's bindings, at the start of its part of the bindings' segment.
struct BindingHeader {
    // PAIR bindings.generation: see TableChange
    alignas(64) std::atomic<uint64_t> generation;
    std::atomic<uint64_t> table; // address, as the owner sees it, of `count` entries
    std::atomic<uint64_t> count;
    std::atomic<uint64_t> base; // address of this header, as the owner sees it
    // In the part of rank 0 only: how many images have bindings.
    // PAIR bindings.gate: an image's first binding before it counts itself; looked at by every put
    alignas(64) std::atomic<uint32_t> gate;
};
static_assert(sizeof(BindingHeader) == 128 && offsetof(BindingHeader, gate) == 64);
static_assert(std::atomic<uint64_t>::is_always_lock_free);

/// A dimension of a bound section.
struct BindingDim {
    int64_t extent;
    int64_t stride; // bytes, positive
};

/// One binding: the section in the normal form of footprint.hpp, displacements from the header.
struct alignas(64) BindingEntry {
    int64_t low;
    int64_t run; // 0: a section without elements
    uint64_t slot; // of the event, a counting slot
    uint32_t access; // Access
    int32_t dims;
    BindingDim first; // when dims >= 1
    uint64_t more; // address, as the owner sees it, of dims - 1 further ones when dims >= 2
};
static_assert(sizeof(BindingEntry) == 64);

/// Addresses from `start` on, before `end`.
struct PrivateRange {
    uint64_t start;
    uint64_t end;
};

enum class RangesState : uint32_t { none = 0, known = 1, unknown = 2 };

/// A description of one image's memory: where its program's malloc has blocks that others may free,
/// and which addresses lead to memory of it alone.
struct ImageMemory {
    // PAIR image_memory.blocks: the owner once there can be blocks, others before they free one
    alignas(64) std::atomic<uint64_t> blocks_offset; // in the heap; 0: there are none
    // 1: the program's malloc has given private memory, which the ranges do not contain.
    std::atomic<uint32_t> has_private_blocks;
    // PAIR image_memory.ranges: the owner when they are written, others before they read them
    std::atomic<RangesState> state;
    uint64_t range_count;
    static constexpr size_t kRangesMax = 62;
    PrivateRange ranges[kRangesMax];
};
static_assert(sizeof(ImageMemory) == 1024);

} // namespace arauto::gfortran
