// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Addresses in the memory of images, and the operations on them: put, get, and atomics. Images are
// those of the initial team, as everywhere in PRIF where a coarray is accessed.
#pragma once

#include "coarrays.hpp"

#include "arauto/op.h"

namespace arauto::prif {

/// An address in the memory of a rank of the job: in a segment, or, without one, by its address as
/// that rank sees it.
struct Target {
    int rank;
    arauto_segment_h segment;
    uint64_t offset; // or the address
};

/// How a call names an address. Without a handle `offset` is the address.
struct Reference {
    int image;
    const Coarray* handle;
    uint64_t offset;
};
/// False, with the failure reported, when there is no such image.
[[nodiscard]] bool find_target(const Reference& reference,
                               Target& target,
                               const Errors& errors,
                               const char* call) noexcept;

/// Which elements are moved, here and there. Null: contiguous.
struct Shape {
    const arauto_section_t* remote = nullptr;
    const arauto_section_t* local = nullptr;
};
/// Fills both sections. False, with the failure reported, when the lists do not fit together.
struct Strides {
    std::span<const std::ptrdiff_t> remote;
    std::span<const std::ptrdiff_t> local;
    std::span<const size_t> extent;
    size_t element_bytes;
};
[[nodiscard]] bool make_sections(const Strides& strides,
                                 arauto_section_t (&sections)[2],
                                 const Errors& errors,
                                 const char* call) noexcept;

/// The data of a put or a get: contiguous bytes, or those that `shape` selects.
struct Transfer {
    Target target{};
    void* local = nullptr; // a put only reads it
    size_t bytes = 0; // 0 with a shape
    Shape shape{};
};
/// @param slot  counts the put at the target; zero: none does
void put(const Transfer& transfer, arauto_slot_t slot, const Errors& errors, const char* call);
void get(const Transfer& transfer, const Errors& errors, const char* call);

/// An atomic operation on 8 bytes.
struct Atomic {
    arauto_op_kind_t kind;
    arauto_atomic_op_t how = ARAUTO_ATOMIC_ADD;
    uint64_t operand = 0;
    uint64_t expected = 0;
    uint64_t* old = nullptr;
};
void operate(const Reference& reference, const Atomic& atomic, int32_t* stat, const char* call);

} // namespace arauto::prif
