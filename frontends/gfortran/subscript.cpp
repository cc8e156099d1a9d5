// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See subscript.hpp. For an array that lies inside its parent (no descriptor) the compiler passes
// displacements in elements. For an array with a descriptor it passes the program's subscripts,
// which are checked here against its bounds.
#include "subscript.hpp"

#include <algorithm>

namespace arauto::gfortran {
namespace {

struct Triplet {
    ptrdiff_t start;
    ptrdiff_t end;
    ptrdiff_t stride;
};

ptrdiff_t extent_of(const Triplet& triplet) noexcept {
    return std::max<ptrdiff_t>(0, (triplet.end - triplet.start + triplet.stride) / triplet.stride);
}

/// The triplet with bounds that were left out filled in.
Triplet with_defaults(const Reference& link, int i, const Descriptor* array) noexcept {
    const auto& given = link.array.dim[i].range;
    const int mode = link.array.mode[i];
    if (mode == kModeSingle) {
        return {given.start, given.start, 1};
    }
    Triplet triplet = {given.start, given.end, given.stride == 0 ? 1 : given.stride};
    if (array == nullptr) {
        return triplet; // the compiler has filled in all
    }
    const Dimension& dim = array->dim[i];
    if (mode == kModeFull || mode == kModeOpenStart) {
        triplet.start = triplet.stride > 0 ? dim.lower : dim.upper;
    }
    if (mode == kModeFull || mode == kModeOpenEnd) {
        triplet.end = triplet.stride > 0 ? dim.upper : dim.lower;
    }
    return triplet;
}

bool is_inside(ptrdiff_t subscript, const Dimension& dim) noexcept {
    return subscript >= dim.lower && subscript <= dim.upper;
}

SubscriptResult add_vector(arauto_section_t& section,
                           const Reference& link,
                           int i,
                           const Descriptor* array,
                           IndexTables& tables) noexcept {
    const auto item_bytes = static_cast<ptrdiff_t>(link.item_bytes);
    const auto& list = link.array.dim[i].list;
    const ptrdiff_t step = array == nullptr ? item_bytes : byte_stride(*array, i);
    const ptrdiff_t lower = array == nullptr ? 0 : array->dim[i].lower;
    const Subscripts subscripts = {.values = list.subscripts,
                                   .count = list.count,
                                   .kind = list.kind,
                                   .lower = lower,
                                   .byte_stride = step};
    if (!add_subscripts(section, subscripts, tables)) {
        return {SubscriptProblem::memory, 0};
    }
    const arauto_dim_t& added = section.dim[section.rank - 1];
    for (int64_t k = 0; array != nullptr && k < added.extent; ++k) {
        const ptrdiff_t subscript = step == 0 ? lower : added.index[k] / step + lower;
        if (!is_inside(subscript, array->dim[i])) {
            return {SubscriptProblem::outside, subscript};
        }
    }
    return {SubscriptProblem::none, 0};
}

} // namespace

SubscriptResult add_subscript(arauto_section_t& section,
                              const Reference& link,
                              int dim,
                              const Descriptor* array,
                              IndexTables& tables) noexcept {
    if (link.array.mode[dim] == kModeVector) {
        return add_vector(section, link, dim, array, tables);
    }
    const Triplet triplet = with_defaults(link, dim, array);
    const ptrdiff_t extent = extent_of(triplet);
    auto step = static_cast<ptrdiff_t>(link.item_bytes);
    ptrdiff_t lower = 0;
    if (array != nullptr) {
        step = byte_stride(*array, dim);
        lower = array->dim[dim].lower;
        const ptrdiff_t last = triplet.start + (extent - 1) * triplet.stride;
        if (extent > 0 && !is_inside(triplet.start, array->dim[dim])) {
            return {SubscriptProblem::outside, triplet.start};
        }
        if (extent > 0 && !is_inside(last, array->dim[dim])) {
            return {SubscriptProblem::outside, last};
        }
    }
    if (extent > 0) {
        section.offset += (triplet.start - lower) * step;
    }
    if (link.array.mode[dim] != kModeSingle) {
        add_dimension(section, extent, triplet.stride * step);
    }
    return {SubscriptProblem::none, 0};
}

} // namespace arauto::gfortran
