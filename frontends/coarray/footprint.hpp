// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The bytes of a section in a normal form, by which two sections are compared: do they share a
// byte? Pure functions.
#pragma once

#include "arauto/section.h"

#include <cstdint>

namespace arauto::coarray {

/// Runs of contiguous bytes, repeated along dimensions. The order of elements is forgotten:
/// dimensions have positive strides, ascending; those that continue the run or each other are
/// merged. Two sections with the same bytes nearly always have the same footprint.
struct Footprint {
    int64_t low; // the first byte, from where both sides of a comparison count
    int64_t run; // 0: no byte at all
    int32_t dims;
    /// Dimensions with a table of displacements come last; their `stride` is the least of the
    /// table.
    arauto_dim_t dim[ARAUTO_DIM_MAX];
    /// span[k]: bytes from the first to behind the last along the first k dimensions.
    int64_t span[ARAUTO_DIM_MAX + 1];
};

/// @param base  displacement of what the section's offset counts from
/// @param footprint  refers to the section's tables
void make_footprint(Footprint& footprint, const arauto_section_t& section, int64_t base) noexcept;

inline void make_contiguous(Footprint& footprint, int64_t low, int64_t bytes) noexcept {
    footprint.low = low;
    footprint.run = bytes;
    footprint.dims = 0;
    footprint.span[0] = bytes;
}

/// Makes the spans those of `run` and `dim`.
void update_spans(Footprint& footprint) noexcept;

/// Behind the last byte.
[[nodiscard]] inline int64_t end_of(const Footprint& footprint) noexcept {
    return footprint.low + footprint.span[footprint.dims];
}

/// Whether the two have a byte in common. Exact for all sections.
/// @cost  a few operations when one is contiguous, and for each dimension of equal strides;
/// otherwise a walk along the dimension with the greater stride
[[nodiscard]] bool touches(const Footprint& a, const Footprint& b) noexcept;

} // namespace arauto::coarray
