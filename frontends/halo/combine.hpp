// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Copies of listed points to and from contiguous memory, and their combination with values from
// there. Pure functions.
#pragma once

#include "arauto/collective.h"
#include "arauto/halo_map.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::halo {

/// An array with values of points; as arauto_halo_points_t, with nothing left out.
struct Points {
    std::byte* base = nullptr;
    size_t element_bytes = 0;
    int64_t components = 1;
    int64_t point_stride = 0;
    int64_t component_stride = 0;

    [[nodiscard]] size_t bytes() const noexcept {
        return element_bytes * static_cast<size_t>(components);
    }
};

/// Points in the order in which their values travel.
struct Listed {
    std::span<const int64_t> points;
    bool is_run = false; // each follows the one before
};

/// Copies the listed points, one after the other with all components.
void pack(const Points& points, Listed list, std::byte* to) noexcept;
/// The other way.
void unpack(const Points& points, Listed list, const std::byte* from) noexcept;

/// point = point (op) value for the listed points.
using Combine = void (*)(const Points& points,
                         std::span<const int64_t> list,
                         const std::byte* values) noexcept;

/// @param bytes_out  of the type; 0: there is none of this number
/// @return null: the type has no such operation
[[nodiscard]] Combine
find_combine(arauto_type_t type, arauto_reduce_op_t op, size_t& bytes_out) noexcept;

} // namespace arauto::halo
