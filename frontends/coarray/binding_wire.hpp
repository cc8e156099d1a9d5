// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The bindings of an image's events to its data, in memory that other images read. A wire format:
// fixed widths, and displacements that mean the same in every image.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::coarray {

/// The kind of access that an attached event counts.
enum class Access : uint32_t { put, get };

/// One image's bindings, at the start of its part of the bindings' segment.
struct BindingHeader {
    // PAIR bindings.generation: see TableChange
    alignas(64) std::atomic<uint64_t> generation;
    std::atomic<uint64_t> table; // address, as the owner sees it, of `count` entries
    std::atomic<uint64_t> count;
    std::atomic<uint64_t> base; // address of this header, as the owner sees it
    // The rest is the front-end's, by which it announces that there are bindings.
    // PAIR bindings.gate: an image's first binding before it is announced; looked at before tables
    alignas(64) std::atomic<uint32_t> gate;
    std::atomic<uint32_t> all_know;
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

} // namespace arauto::coarray
