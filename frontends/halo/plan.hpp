// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Plans of exchanges on structured grids: which boxes of which fields travel to which neighbour.
#pragma once

#include "box.hpp"
#include "channels.hpp"
#include "grid.hpp"

#include "arauto/halo.h"

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

    [[nodiscard]] std::byte* array(int state) const noexcept {
        return base + (states > 1 ? state * state_stride : 0);
    }
};

/// A box of a field.
struct Piece {
    size_t field;
    Box box;
};

/// All that travels between this rank and one neighbour in one direction.
struct Strip {
    Direction direction{};
    int stage = 0; // strips of a stage wait for those of the stages before
    std::vector<Piece> out{};
    std::vector<Piece> in{};
    size_t out_bytes = 0;
    size_t in_bytes = 0;
    bool is_awaited = false; // in the exchange that has begun
};

} // namespace arauto::halo

struct arauto_halo_plan {
    arauto_halo_grid_h grid = nullptr;
    arauto_halo_corners_t corners = ARAUTO_HALO_NO_CORNERS;
    std::vector<arauto::halo::Field> fields{};
    std::vector<arauto::halo::Strip> strips{}; // strip i travels in channel i
    arauto::halo::Channels channels{};
    bool is_committed = false;
    bool has_begun = false;
    bool is_lost = false; // after a failure
    int stages = 1;
    int stage = 0; // whose strips are under way
    int state = 0; // of the exchange that has begun
    int states = 1; // the least of the fields that have several
};

namespace arauto::halo {

/// The text of arauto_halo_plan_add's error; empty: the field is as it must be.
struct Refusal {
    char text[192] = "";
};

/// Checks a field and converts it.
[[nodiscard]] Refusal read_field(const arauto_halo_grid& grid,
                                 const arauto_halo_field_t& given,
                                 Field& field_out) noexcept;

/// Makes the strips of all fields, and their channels.
void make_strips(arauto_halo_plan& plan, std::vector<Channel>& channels_out) noexcept;

/// What all ranks must have in common.
[[nodiscard]] Agreement agreement_of(const arauto_halo_plan& plan) noexcept;

arauto_status_t begin(arauto_halo_plan& plan, int state, const char* call) noexcept;
arauto_status_t end(arauto_halo_plan& plan, const char* call) noexcept;
arauto_status_t end_side(arauto_halo_plan& plan, int axis, int side, const char* call) noexcept;
arauto_status_t test(arauto_halo_plan& plan, bool& done_out, const char* call) noexcept;

} // namespace arauto::halo
