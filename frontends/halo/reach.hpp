// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How the cells of a strip travel: packed into a strip of memory, or straight from array to array,
// stored there by the rank that has them or read by the one that needs them. Both ends of a
// channel must come to the same answer, so each knows where the other has its fields.
#pragma once

#include "part.hpp"

#include "arauto/halo.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace arauto::halo {

/// The layout of a rank's field, which the neighbours must know to reach the cells.
struct Layout {
    uint64_t base; // as the rank itself sees it
    int64_t state_stride;
    int64_t is_shared; // 1: all of its states lie in shared memory
    int64_t first[kAxes];
    int64_t stride[ARAUTO_DIM_MAX];
};

/// Those of this rank, whose number in the job is `job_rank`.
[[nodiscard]] std::vector<Layout> layouts_of(const std::vector<Field>& fields,
                                             int job_rank) noexcept;

/// A field as rank `rank` of the grid's team has it. Its base is no pointer of this process.
[[nodiscard]] Field
field_of(const Field& mine, const Layout& theirs, const Division& division, int rank) noexcept;

/// Cells of one field that go from array to array.
struct Passage {
    size_t field;
    uint64_t base; // of the neighbour's field, as the neighbour sees it
    ptrdiff_t state_stride;
    arauto_section_t there;
    arauto_section_t here;
};

/// Why a strip is packed although the plan permits other ways.
enum class Why : uint8_t { asked, is_far, is_private, has_short_runs, is_checked };

struct Choice {
    arauto_halo_mode_t mode = ARAUTO_HALO_PACKED; // never ARAUTO_HALO_AUTO
    Why why = Why::asked;
};

/// The way of one direction between two ranks.
/// @param wanted  the plan's
/// @param is_near  the two can load and store each other's shared memory
/// @param is_shared  so can they these fields: those that are written for `direct`, read for `read`
/// @param run  the least contiguous bytes of the parts at both ends
[[nodiscard]] Choice choose(arauto_halo_mode_t wanted,
                            bool is_near,
                            bool is_shared_at_target,
                            bool is_shared_at_origin,
                            size_t run) noexcept;

/// " (why)"; empty where the plan asked for it.
[[nodiscard]] std::string reason_of(const Choice& choice) noexcept;

} // namespace arauto::halo
