// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See field.hpp.
#include "field.hpp"

#include "fail.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace arauto::halo {
namespace {

[[gnu::format(printf, 1, 2)]] Refusal failure(const char* format, ...) noexcept {
    Refusal made;
    va_list values;
    va_start(values, format);
    std::vsnprintf(made.text, sizeof made.text, format, values);
    va_end(values);
    return made;
}

/// Fills in strides and dimensions. Dimensions along which no axis lies keep their whole extent.
Refusal
read_dims(const arauto_halo_grid& grid, const arauto_halo_field_t& given, Field& field) noexcept {
    const int axes = grid.division.axes;
    if (given.base == nullptr || given.element_bytes == 0) {
        return failure("the field has no base or no element_bytes");
    }
    if (given.dims < axes || given.dims > ARAUTO_DIM_MAX) {
        return failure("the field has %d dimensions; it must have %d, as the grid has axes, to %d",
                       given.dims, axes, ARAUTO_DIM_MAX);
    }
    const auto count = static_cast<size_t>(given.dims);
    const bool is_contiguous =
        std::all_of(given.stride, given.stride + count, [](int64_t each) { return each == 0; });
    auto stride = static_cast<ptrdiff_t>(given.element_bytes);
    for (size_t dim = 0; dim < count; ++dim) {
        if (given.extent[dim] < 0) {
            return failure("dimension %d of the field has %lld elements",
                           number_of(static_cast<int>(dim)),
                           static_cast<long long>(given.extent[dim]));
        }
        field.dims.push_back({given.extent[dim], is_contiguous ? stride : given.stride[dim]});
        stride *= given.extent[dim];
    }
    const bool is_identity = std::all_of(given.dim_of_axis, given.dim_of_axis + axes,
                                         [](int each) { return each == 0; });
    std::array<bool, ARAUTO_DIM_MAX> is_used{};
    for (int axis = 0; axis < axes; ++axis) {
        const int dim = is_identity ? axis : given.dim_of_axis[axis];
        if (dim < 0 || dim >= given.dims || is_used[static_cast<size_t>(dim)]) {
            return failure(
                "axis %d lies along dimension %d; the field has dimensions %d to %d, and no "
                "two axes may have the same",
                number_of(axis), number_of(dim), number_of(0), number_of(given.dims - 1));
        }
        is_used[static_cast<size_t>(dim)] = true;
        field.dim_of_axis[static_cast<size_t>(axis)] = dim;
    }
    return {};
}

/// The halo of one axis: whether the array has it, and whether all ranks own enough cells for it.
Refusal read_axis(const arauto_halo_grid& grid,
                  const arauto_halo_field_t& given,
                  int axis,
                  Field& field) noexcept {
    const auto a = static_cast<size_t>(axis);
    const Division& division = grid.division;
    const int lower = given.lower_depth[a];
    const int upper = given.upper_depth[a];
    const int extra = given.is_staggered[a] != 0 ? 1 : 0;
    const int64_t own = division.width(axis, division.position_of(grid.rank)[a]) + extra;
    const int before = given.lower_halo[a] != 0 ? given.lower_halo[a] : lower;
    if (lower < 0 || upper < 0 || before < lower) {
        return failure("along axis %d the field has depths %d and %d, and %d elements before its "
                       "own cells; no depth may be negative, and there must be room for them",
                       number_of(axis), lower, upper, before);
    }
    const int64_t least = division.least_width(axis);
    const bool is_alone = division.ranks[a] == 1 && !division.is_periodic[a];
    if (!is_alone && std::max(lower, upper) > least) {
        return failure("depth %d along axis %d is more than the %lld cells that some %s owns there",
                       std::max(lower, upper), number_of(axis), static_cast<long long>(least),
                       noun());
    }
    const int64_t there = field.dims[static_cast<size_t>(field.dim_of_axis[a])].count;
    if (there < before + own + upper) {
        return failure("along axis %d the array has %lld elements; it needs %lld: %d before its "
                       "own cells, %lld own ones, and %d behind them",
                       number_of(axis), static_cast<long long>(there),
                       static_cast<long long>(before + own + upper), before,
                       static_cast<long long>(own), upper);
    }
    field.lower_depth[a] = lower;
    field.upper_depth[a] = upper;
    field.first[a] = before;
    field.own[a] = own;
    field.is_staggered[a] = extra != 0;
    return {};
}

} // namespace

Refusal read_field(const arauto_halo_grid& grid,
                   const arauto_halo_field_t& given,
                   Field& field_out) noexcept {
    Field field;
    if (const Refusal found = read_dims(grid, given, field); found.text[0] != 0) {
        return found;
    }
    for (int axis = 0; axis < grid.division.axes; ++axis) {
        if (const Refusal found = read_axis(grid, given, axis, field); found.text[0] != 0) {
            return found;
        }
    }
    if (given.states < 0) {
        return failure("the field has %d states", given.states);
    }
    field.base = static_cast<std::byte*>(given.base);
    field.element_bytes = given.element_bytes;
    field.states = std::max(given.states, 1);
    field.state_stride = given.state_stride;
    field_out = field;
    return {};
}

} // namespace arauto::halo
