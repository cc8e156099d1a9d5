// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See layout.hpp.
#include "layout.hpp"

#include <algorithm>

namespace arauto::mpi {

std::unique_ptr<Layout> copy_of(const Layout& layout) noexcept {
    auto copy = std::make_unique<Layout>();
    copy->size = layout.size;
    copy->lower_bound = layout.lower_bound;
    copy->extent = layout.extent;
    copy->true_lower_bound = layout.true_lower_bound;
    copy->true_extent = layout.true_extent;
    copy->basic = layout.basic;
    copy->is_predefined = layout.is_predefined;
    copy->is_dense = layout.is_dense;
    copy->dense_bytes = layout.dense_bytes;
    copy->first = layout.first;
    copy->number = layout.number;
    copy->parts = std::make_unique<Part[]>(part_count(layout));
    std::copy_n(layout.parts.get(), part_count(layout), copy->parts.get());
    if (layout.pairs_with_gap) {
        copy->pairs_with_gap = copy_of(*layout.pairs_with_gap);
    }
    return copy;
}

Reach reach_of(const Layout& layout, int64_t count) noexcept {
    if (count < 1 || layout.size == 0) {
        return {0, 0, true};
    }
    int64_t shift = 0; // of the last instance
    int64_t first = layout.true_lower_bound;
    int64_t end = 0;
    bool overflows = __builtin_mul_overflow(count - 1, layout.extent, &shift);
    overflows |= __builtin_add_overflow(first, layout.true_extent, &end);
    overflows |= shift < 0 ? __builtin_add_overflow(first, shift, &first)
                           : __builtin_add_overflow(end, shift, &end);
    return {first, end, !overflows};
}

} // namespace arauto::mpi
