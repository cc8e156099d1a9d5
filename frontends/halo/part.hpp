// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which cells of a field travel: its rectangular parts that one neighbour sends and the other has
// copies of. Plain values and pure functions; each rank computes the parts of its neighbours too.
#pragma once

#include "box.hpp"
#include "division.hpp"
#include "field.hpp"

#include "arauto/section.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arauto::halo {

/// A rectangular part of an array of `element_bytes`, dimension by dimension.
struct Part {
    size_t element_bytes = 0;
    ptrdiff_t offset = 0; // bytes from the array's element (0, 0, ..) to the first of the part
    std::vector<Extent> dims{};

    [[nodiscard]] Box box() const noexcept;
    [[nodiscard]] arauto_section_t section() const noexcept;
};

/// Some of the axes.
using Axes = std::array<bool, kAxes>;

/// Cells that a rank sends, or that it has copies of.
enum class Way : uint8_t { out, in };

/// The part of a field that rank `rank` sends in a direction, or that comes to it from there.
/// @param with_halos  axes along which the part has the halos too, as far as the domain goes on
/// there: they have been filled before
[[nodiscard]] Part part_of(const Division& division,
                           int rank,
                           const Field& field,
                           const Direction& direction,
                           const Axes& with_halos,
                           Way way) noexcept;

} // namespace arauto::halo
