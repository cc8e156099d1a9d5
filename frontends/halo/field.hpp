// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Arrays that have a part of the domain and its halos: what a program says of one, checked.
#pragma once

#include "box.hpp"
#include "grid.hpp"

#include "arauto/halo.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arauto::halo {

/// A field as the plan keeps it.
struct Field {
    std::byte* base = nullptr;
    size_t element_bytes = 0;
    int states = 1;
    ptrdiff_t state_stride = 0;
    std::array<int64_t, kAxes> lower_depth{};
    std::array<int64_t, kAxes> upper_depth{};
    std::array<int64_t, kAxes> first{}; // index of the first own cell along each axis
    std::array<int64_t, kAxes> own{}; // how many own cells
    std::array<bool, kAxes> is_staggered{};
    std::array<int, kAxes> dim_of_axis{};
    std::vector<Extent> dims;

    /// Bytes from the base to the array of a state.
    [[nodiscard]] ptrdiff_t offset_of(int state) const noexcept {
        return states > 1 ? state * state_stride : 0;
    }
    [[nodiscard]] std::byte* array(int state) const noexcept { return base + offset_of(state); }
};

/// The text of arauto_halo_plan_add's error; empty: the field is as it must be.
struct Refusal {
    char text[192] = "";
};

/// Checks a field and converts it.
[[nodiscard]] Refusal read_field(const arauto_halo_grid& grid,
                                 const arauto_halo_field_t& given,
                                 Field& field_out) noexcept;

} // namespace arauto::halo
