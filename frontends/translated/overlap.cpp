// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The rows of one section are looked for in the other, dimension by dimension from the outermost:
// at each, only the few indices whose ranges meet the row are followed.
#include "overlap.hpp"

#include <algorithm>

namespace arauto::translated {
namespace {

int64_t displacement(const arauto_dim_t& dim, int64_t i) noexcept {
    return dim.index != nullptr ? dim.index[i] : i * dim.stride;
}

/// Of the elements of dimensions [0, rank).
Range range_of_inner(int64_t base, const arauto_section_t& section, int rank) noexcept {
    Range range{base, base + static_cast<int64_t>(section.element_bytes)};
    for (int d = 0; d < rank; ++d) {
        const arauto_dim_t& dim = section.dim[d];
        if (dim.extent == 0) {
            return {base, base};
        }
        int64_t lowest = 0;
        int64_t highest = 0;
        if (dim.index != nullptr) {
            lowest = *std::min_element(dim.index, dim.index + dim.extent);
            highest = *std::max_element(dim.index, dim.index + dim.extent);
        } else {
            const int64_t last = (dim.extent - 1) * dim.stride;
            lowest = std::min<int64_t>(0, last);
            highest = std::max<int64_t>(0, last);
        }
        range.low += lowest;
        range.end += highest;
    }
    return range;
}

bool meet(const Range& a, const Range& b) noexcept {
    return a.low < b.end && b.low < a.end;
}

int64_t divide_down(int64_t a, int64_t b) noexcept {
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// Whether a range of bytes meets an element of dimensions [0, rank) of `b`.
bool meets(const Range& row, int64_t base, const arauto_section_t& b, int rank) noexcept {
    const Range all = range_of_inner(base, b, rank);
    if (!meet(row, all)) {
        return false;
    }
    if (rank == 0) {
        return true;
    }
    const arauto_dim_t& dim = b.dim[rank - 1];
    const Range first = range_of_inner(base, b, rank - 1);
    int64_t from = 0;
    int64_t to = dim.extent - 1;
    if (dim.stride != 0) { // first + i * stride meets the row for i between two quotients
        const int64_t step = dim.stride > 0 ? dim.stride : -dim.stride;
        int64_t low = divide_down(row.low - first.end, step);
        int64_t high = divide_down(row.end - first.low, step) + 1;
        if (dim.stride < 0) {
            low = -(divide_down(row.end - first.low, step) + 1);
            high = -divide_down(row.low - first.end, step);
        }
        from = std::max(from, low);
        to = std::min(to, high);
    }
    for (int64_t i = from; i <= to; ++i) {
        if (meets(row, base + i * dim.stride, b, rank - 1)) {
            return true;
        }
    }
    return false;
}

/// How many dimensions of a section make one piece.
int dimensions_of_row(const arauto_section_t& section, int64_t& bytes) noexcept {
    bytes = static_cast<int64_t>(section.element_bytes);
    int rank = 0;
    while (rank < section.rank && section.dim[rank].index == nullptr &&
           (section.dim[rank].stride == bytes || section.dim[rank].extent == 1)) {
        bytes *= section.dim[rank].extent;
        ++rank;
    }
    return rank;
}

struct Search {
    const arauto_section_t& a;
    int64_t base_b;
    const arauto_section_t& b;
    Range all_b;
    int row_rank;
    int64_t row_bytes;

    bool look(int64_t base, int rank) const noexcept {
        if (!meet(range_of_inner(base, a, rank), all_b)) {
            return false;
        }
        if (rank == row_rank) {
            return meets({base, base + row_bytes}, base_b, b, b.rank);
        }
        const arauto_dim_t& dim = a.dim[rank - 1];
        for (int64_t i = 0; i < dim.extent; ++i) {
            if (look(base + displacement(dim, i), rank - 1)) {
                return true;
            }
        }
        return false;
    }
};

} // namespace

Range range_of(int64_t base, const arauto_section_t& section) noexcept {
    return range_of_inner(base + section.offset, section, section.rank);
}

bool share_a_byte(int64_t base_a,
                  const arauto_section_t& a,
                  int64_t base_b,
                  const arauto_section_t& b) noexcept {
    int64_t bytes = 0;
    const int rank = dimensions_of_row(a, bytes);
    const Search search{a, base_b + b.offset, b, range_of(base_b, b), rank, bytes};
    return search.look(base_a + a.offset, a.rank);
}

} // namespace arauto::translated
