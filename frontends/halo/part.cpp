// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See part.hpp.
#include "part.hpp"

namespace arauto::halo {
namespace {

/// Which cells along one axis travel.
struct Interval {
    int64_t first; // index in the array
    int64_t count;
};

/// Cells along an axis that a rank sends towards `step`: those of which the rank there has copies.
/// A face that both ranks have is not sent.
Interval sent(const Field& field, size_t axis, int step) noexcept {
    const int64_t shared = field.is_staggered[axis] ? 1 : 0;
    const int64_t first = field.first[axis];
    const int64_t own = field.own[axis];
    switch (step) {
    case -1:
        return {first + shared, field.upper_depth[axis]};
    case 1:
        return {first + own - shared - field.lower_depth[axis], field.lower_depth[axis]};
    default:
        return {first, own};
    }
}

/// Cells along an axis that come from `step`.
Interval received(const Field& field, size_t axis, int step) noexcept {
    const int64_t first = field.first[axis];
    const int64_t own = field.own[axis];
    switch (step) {
    case -1:
        return {first - field.lower_depth[axis], field.lower_depth[axis]};
    case 1:
        return {first + own, field.upper_depth[axis]};
    default:
        return {first, own};
    }
}

Interval
own_and_halos(const Division& division, int rank, const Field& field, size_t axis) noexcept {
    Direction step{};
    step[axis] = -1;
    const bool has_lower = division.neighbour(rank, step) >= 0;
    step[axis] = 1;
    const bool has_upper = division.neighbour(rank, step) >= 0;
    const int64_t before = has_lower ? field.lower_depth[axis] : 0;
    const int64_t behind = has_upper ? field.upper_depth[axis] : 0;
    return {field.first[axis] - before, before + field.own[axis] + behind};
}

} // namespace

Box Part::box() const noexcept {
    return make_box(offset, element_bytes, dims.data(), static_cast<int>(dims.size()));
}

arauto_section_t Part::section() const noexcept {
    arauto_section_t section{};
    section.rank = static_cast<int32_t>(dims.size());
    section.element_bytes = element_bytes;
    section.offset = offset;
    for (size_t dim = 0; dim < dims.size(); ++dim) {
        section.dim[dim] = {dims[dim].count, dims[dim].stride, nullptr};
    }
    return section;
}

Part part_of(const Division& division,
             int rank,
             const Field& field,
             const Direction& direction,
             const Axes& with_halos,
             Way way) noexcept {
    Part part{.element_bytes = field.element_bytes, .dims = field.dims};
    for (size_t axis = 0; axis < static_cast<size_t>(division.axes); ++axis) {
        Interval cells{};
        if (with_halos[axis]) {
            cells = own_and_halos(division, rank, field, axis);
        } else {
            cells = way == Way::out ? sent(field, axis, direction[axis])
                                    : received(field, axis, direction[axis]);
        }
        Extent& dim = part.dims[static_cast<size_t>(field.dim_of_axis[axis])];
        part.offset += cells.first * dim.stride;
        dim.count = cells.count;
    }
    return part;
}

} // namespace arauto::halo
