// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Building sections dimension by dimension, and questions about them. Inline, since each transfer
// of an array asks them.
#pragma once

#include "arauto/section.h"

#include <cstddef>
#include <cstdint>

namespace arauto::coarray {

/// Makes `section` one element at displacement 0.
inline void set_scalar(arauto_section_t& section, size_t element_bytes) noexcept {
    section.rank = 0;
    section.reserved = 0;
    section.element_bytes = element_bytes;
    section.offset = 0;
}

inline void add_dimension(arauto_section_t& section, int64_t extent, int64_t byte_stride) noexcept {
    section.dim[section.rank++] = {extent < 0 ? 0 : extent, byte_stride, nullptr};
}

/// Elements side by side, in the order of their positions, with the shape of `shape`.
void describe_packed(arauto_section_t& section,
                     const arauto_section_t& shape,
                     size_t element_bytes) noexcept;

/// Gives `section`, one element, the shape of `shape`: every position is that element.
void broadcast(arauto_section_t& section, const arauto_section_t& shape) noexcept;

[[nodiscard]] inline size_t element_count(const arauto_section_t& section) noexcept {
    size_t count = 1;
    for (int32_t i = 0; i < section.rank; ++i) {
        count *= static_cast<size_t>(section.dim[i].extent);
    }
    return count;
}

[[nodiscard]] inline bool is_packed(const arauto_section_t& section) noexcept {
    auto step = static_cast<int64_t>(section.element_bytes);
    for (int32_t i = 0; i < section.rank; ++i) {
        const arauto_dim_t& dim = section.dim[i];
        if (dim.index != nullptr || (dim.extent != 1 && dim.stride != step)) {
            return false;
        }
        step *= dim.extent;
    }
    return true;
}

[[nodiscard]] inline bool has_same_extents(const arauto_section_t& a,
                                           const arauto_section_t& b) noexcept {
    if (a.rank != b.rank) {
        return false;
    }
    for (int32_t i = 0; i < a.rank; ++i) {
        if (a.dim[i].extent != b.dim[i].extent) {
            return false;
        }
    }
    return true;
}

} // namespace arauto::coarray
