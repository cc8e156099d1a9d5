// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Data of this front-end in memory that other images read: where an image keeps data outside the
// heaps. A wire format: fixed widths.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

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
