// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Plans of exchanges on structured grids: which boxes of which fields travel to which neighbour.
#pragma once

#include "channels.hpp"
#include "grid.hpp"
#include "part.hpp"
#include "reach.hpp"

#include "arauto/halo.h"

#include <vector>

namespace arauto::halo {

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
    Choice out_choice{};
    Choice in_choice{};
    std::vector<Passage> stored{}; // by this rank, into the neighbour's fields
    std::vector<Passage> loaded{}; // by this rank, from the neighbour's fields
    bool is_awaited = false; // in the exchange that has begun
};

/// Cells of one field that go to its own halo.
struct Copy {
    size_t field;
    Box box; // of the cells
    ptrdiff_t halo; // where the halo begins, in bytes from the array's element (0, 0, ..)
};

/// The halos along an axis of which one rank has all cells, and which is periodic: no message, but
/// copies before the strips of the stage are packed.
struct Wrap {
    Direction direction{};
    int stage = 0;
    std::vector<Copy> copies{};
};

} // namespace arauto::halo

struct arauto_halo_plan {
    arauto_halo_grid_h grid = nullptr;
    arauto_halo_corners_t corners = ARAUTO_HALO_NO_CORNERS;
    arauto_halo_mode_t mode = ARAUTO_HALO_PACKED;
    std::vector<arauto::halo::Field> fields{};
    std::vector<arauto::halo::Wrap> wraps{};
    std::vector<arauto::halo::Strip> strips{}; // strip i travels in channel i
    arauto::halo::Channels channels{};
    bool is_committed = false;
    bool has_begun = false;
    bool is_ended_by_sides = false; // the last exchange, for which a call of `end` may still come
    bool is_lost = false; // after a failure
    int stages = 1;
    int stage = 0; // whose strips are under way
    int state = -1; // of the exchange that has begun, or of the last one
    int states = 1; // the least of the fields that have several
    bool packs_all = true; // in the exchange that has begun
};

namespace arauto::halo {

/// Makes the strips of all fields, their channels, and the copies that need none.
void make_strips(arauto_halo_plan& plan, std::vector<Channel>& channels_out) noexcept;

/// Finds out how each strip travels, and where the neighbours have their fields; after the channels
/// are open. Not needed where all are packed.
/// @param layouts  of this rank, as given to Channels::open
arauto_status_t choose_modes(arauto_halo_plan& plan, const std::vector<Layout>& layouts) noexcept;

/// A digest of the values that must be equal on all ranks.
[[nodiscard]] Agreement agreement_of(const arauto_halo_plan& plan) noexcept;

arauto_status_t begin(arauto_halo_plan& plan, int state, const char* call) noexcept;
arauto_status_t end(arauto_halo_plan& plan, const char* call) noexcept;
arauto_status_t end_side(arauto_halo_plan& plan, int axis, int side, const char* call) noexcept;
arauto_status_t test(arauto_halo_plan& plan, bool& done_out, const char* call) noexcept;

} // namespace arauto::halo
