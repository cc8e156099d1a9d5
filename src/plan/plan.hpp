// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Strided copies as values: checks two sections, merges their dimensions into a plan, and executes
// the plan between two addresses. Pure functions over plain data; no communication, no allocation.
#pragma once

#include "arauto/section.h"
#include "base/status.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::plan {

/// The section is well formed. @error ARAUTO_ERR_SHAPE, ARAUTO_ERR_ARGUMENT
[[nodiscard]] Status check_section(const arauto_section_t& section, const char* call) noexcept;

/// Two well-formed sections hold the same elements. @error ARAUTO_ERR_SHAPE
[[nodiscard]] Status
check_shape(const arauto_section_t& a, const arauto_section_t& b, const char* call) noexcept;

/// Bytes that a section touches, relative to its base: [low, high).
struct Span {
    int64_t low;
    int64_t high;
    bool empty;
};

/// @error ARAUTO_ERR_RANGE when a displacement does not fit 64 bits
[[nodiscard]] Result<Span> bounds(const arauto_section_t& section) noexcept;

/// Whether extents and strides show that two sections share no byte; false: nothing is known.
/// @param distance  from the base of `a` to that of `b`
[[nodiscard]] bool
are_apart(const arauto_section_t& a, const arauto_section_t& b, int64_t distance) noexcept;

/// Displacement of element i along one dimension of one side.
struct Step {
    int64_t stride;
    const int64_t* index; // null, or displacements

    [[nodiscard]] int64_t at(int64_t i) const noexcept {
        return index != nullptr ? index[i] : i * stride;
    }
};

struct Dim {
    int64_t extent;
    Step target;
    Step source;
};

/// Blocks of `block_bytes`, repeated over the dimensions, the first running fastest. No dimension
/// has extent 1; a plan with no dimensions is one block. `is_empty`: nothing to copy.
struct Plan {
    int rank = 0;
    bool is_empty = false;
    size_t block_bytes = 0;
    int64_t target_offset = 0;
    int64_t source_offset = 0;
    Dim dim[ARAUTO_DIM_MAX];
};

/// Sections must have passed the checks.
[[nodiscard]] Plan make_plan(const arauto_section_t& target,
                             const arauto_section_t& source) noexcept;

/// Copies. The two must not overlap.
void execute(const Plan& plan, std::byte* target, const std::byte* source) noexcept;

/// Calls visit(target_offset, source_offset, bytes) for each block, in element order.
template <typename Visit> void for_each_run(const Plan& plan, Visit&& visit) noexcept {
    if (plan.is_empty) {
        return;
    }
    int64_t position[ARAUTO_DIM_MAX] = {};
    for (;;) {
        int64_t target = plan.target_offset;
        int64_t source = plan.source_offset;
        for (int d = 0; d < plan.rank; ++d) {
            target += plan.dim[d].target.at(position[d]);
            source += plan.dim[d].source.at(position[d]);
        }
        visit(target, source, plan.block_bytes);
        int d = 0;
        while (d < plan.rank && ++position[d] == plan.dim[d].extent) {
            position[d++] = 0;
        }
        if (d == plan.rank) {
            return;
        }
    }
}

} // namespace arauto::plan
