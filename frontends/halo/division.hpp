// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a box of cells is divided among ranks: which cells each owns, and which rank is beside which.
// Pure functions; every rank computes the same.
#pragma once

#include "arauto/halo.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace arauto::halo {

inline constexpr int kAxes = ARAUTO_HALO_AXES_MAX;

/// -1, 0 or 1 along each axis.
using Direction = std::array<int, kAxes>;

/// How many directions there are with so many axes, that without a step among them.
[[nodiscard]] int directions_of(int axes) noexcept;

/// The direction with this number; axis 0 changes fastest.
[[nodiscard]] Direction direction_at(int number, int axes) noexcept;

/// The number of the direction that leads back.
[[nodiscard]] int opposite_of(int number, int axes) noexcept;

struct Division {
    int axes = 0;
    std::array<int64_t, kAxes> extent{}; // cells
    std::array<bool, kAxes> is_periodic{};
    std::array<int, kAxes> ranks{};

    /// Where a rank is in the grid of ranks.
    [[nodiscard]] std::array<int, kAxes> position_of(int rank) const noexcept;
    /// The first cell of the ranks at `position` along an axis; with `position` + 1 the end of
    /// their cells.
    [[nodiscard]] int64_t first_cell(int axis, int position) const noexcept;
    /// How many cells the ranks at `position` along an axis own.
    [[nodiscard]] int64_t width(int axis, int position) const noexcept;
    /// Whether each rank is its own neighbour along an axis.
    [[nodiscard]] bool is_wrapped(int axis) const noexcept {
        return ranks[static_cast<size_t>(axis)] == 1 && is_periodic[static_cast<size_t>(axis)];
    }
    /// The least that any rank owns along an axis.
    [[nodiscard]] int64_t least_width(int axis) const noexcept;
    /// The rank beside another; -1 where the domain ends.
    [[nodiscard]] int neighbour(int rank, const Direction& direction) const noexcept;
};

/// Chooses the ranks along those axes of `division` that have 0, so that `count` ranks have parts
/// and the surfaces between parts have the fewest cells.
/// @return false: no choice gives every rank a cell
[[nodiscard]] bool choose_ranks(Division& division, int count) noexcept;

} // namespace arauto::halo
