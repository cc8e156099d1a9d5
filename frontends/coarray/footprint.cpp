// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See footprint.hpp. The search for a common byte goes from the outermost dimensions inwards. At
// each level it keeps the distance between the two parts, and follows only positions at which their
// boxes overlap.
#include "footprint.hpp"

#include <algorithm>

namespace arauto::coarray {
namespace {

/// Rounds towards minus infinity; `divisor` is positive.
int64_t floor_div(int64_t value, int64_t divisor) noexcept {
    const int64_t quotient = value / divisor;
    return quotient * divisor > value ? quotient - 1 : quotient;
}

int64_t ceil_div(int64_t value, int64_t divisor) noexcept {
    return -floor_div(-value, divisor);
}

/// Distance along a dimension, from the lowest position.
int64_t displacement(const arauto_dim_t& dim, int64_t position) noexcept {
    return dim.index != nullptr ? dim.index[position] - dim.stride : position * dim.stride;
}

void add_table(Footprint& footprint, const arauto_dim_t& dim) noexcept {
    const auto [least, greatest] = std::minmax_element(dim.index, dim.index + dim.extent);
    footprint.low += *least;
    if (*least != *greatest) {
        footprint.dim[footprint.dims++] = {dim.extent, *least, dim.index};
    }
}

/// Adds a dimension of one stride, keeping strides in order.
void add_steps(Footprint& footprint, const arauto_dim_t& dim) noexcept {
    const int64_t stride = dim.stride < 0 ? -dim.stride : dim.stride;
    if (dim.stride < 0) {
        footprint.low -= (dim.extent - 1) * stride;
    }
    if (dim.extent == 1 || stride == 0) {
        return;
    }
    int32_t at = footprint.dims++;
    for (; at > 0 && footprint.dim[at - 1].stride > stride; --at) {
        footprint.dim[at] = footprint.dim[at - 1];
    }
    footprint.dim[at] = {dim.extent, stride, nullptr};
}

/// Joins what is side by side. Only dimensions of one stride are there yet.
void merge(Footprint& footprint) noexcept {
    int32_t kept = 0;
    for (int32_t i = 0; i < footprint.dims; ++i) {
        const arauto_dim_t& dim = footprint.dim[i];
        if (kept == 0 && dim.stride <= footprint.run) {
            footprint.run += (dim.extent - 1) * dim.stride;
            continue;
        }
        if (kept > 0) {
            arauto_dim_t& inner = footprint.dim[kept - 1];
            if (dim.stride == inner.extent * inner.stride) {
                inner.extent *= dim.extent;
                continue;
            }
        }
        footprint.dim[kept++] = dim;
    }
    footprint.dims = kept;
}

/// Positions along a dimension, or differences of two, that are still to be followed.
struct Range {
    int64_t next;
    int64_t last;
};

enum class Peel { a, b, both };

/// One level of the search: `a` and `b` without their outer dimensions, `a` starting `apart` bytes
/// behind `b`.
struct Level {
    int32_t a_dims;
    int32_t b_dims;
    int64_t apart;
    Peel peel;
    Range range;
};

constexpr Range kNothing = {1, 0};

class Search {
  public:
    Search(const Footprint& a, const Footprint& b) noexcept : a_(a), b_(b) {}

    [[nodiscard]] bool run() noexcept {
        Level* top = levels_;
        *top = {a_.dims, b_.dims, a_.low - b_.low, Peel::both, kNothing};
        if (open(*top)) {
            return true;
        }
        while (top >= levels_) {
            if (top->range.next > top->range.last) {
                --top;
                continue;
            }
            Level* const inner = top + 1;
            enter(*top, *inner);
            if (open(*inner)) {
                return true;
            }
            if (inner->range.next <= inner->range.last) {
                top = inner;
            }
        }
        return false;
    }

  private:
    /// Chooses which dimension to follow, and how far. @return whether a common byte is certain
    [[nodiscard]] bool open(Level& level) const noexcept {
        level.range = kNothing;
        const int64_t a_span = a_.span[level.a_dims];
        const int64_t b_span = b_.span[level.b_dims];
        if (level.apart >= b_span || level.apart + a_span <= 0) {
            return false;
        }
        if (level.a_dims == 0 && level.b_dims == 0) {
            return true;
        }
        level.peel = choose(level);
        switch (level.peel) {
        case Peel::a:
            return open_a(level, b_span);
        case Peel::b:
            return open_b(level, a_span);
        default:
            open_both(level);
            return false;
        }
    }

    [[nodiscard]] Peel choose(const Level& level) const noexcept {
        if (level.b_dims == 0) {
            return Peel::a;
        }
        if (level.a_dims == 0) {
            return Peel::b;
        }
        const arauto_dim_t& a = a_.dim[level.a_dims - 1];
        const arauto_dim_t& b = b_.dim[level.b_dims - 1];
        if (a.index != nullptr || b.index != nullptr) {
            return a.index != nullptr ? Peel::a : Peel::b;
        }
        if (a.stride == b.stride) {
            return Peel::both;
        }
        return a.stride > b.stride ? Peel::a : Peel::b;
    }

    [[nodiscard]] bool open_a(Level& level, int64_t b_span) const noexcept {
        const arauto_dim_t& dim = a_.dim[level.a_dims - 1];
        level.range = {0, dim.extent - 1};
        if (dim.index != nullptr) {
            return false;
        }
        const int64_t inner = a_.span[level.a_dims - 1];
        clip(level.range, floor_div(-inner - level.apart, dim.stride) + 1,
             floor_div(b_span - 1 - level.apart, dim.stride));
        if (level.b_dims > 0) {
            return false;
        }
        // A position whose first byte lies in the other's run.
        const int64_t first = std::max<int64_t>(0, ceil_div(-level.apart, dim.stride));
        return first < dim.extent && level.apart + first * dim.stride < b_span;
    }

    [[nodiscard]] bool open_b(Level& level, int64_t a_span) const noexcept {
        const arauto_dim_t& dim = b_.dim[level.b_dims - 1];
        level.range = {0, dim.extent - 1};
        if (dim.index != nullptr) {
            return false;
        }
        const int64_t inner = b_.span[level.b_dims - 1];
        clip(level.range, floor_div(level.apart - inner, dim.stride) + 1,
             floor_div(level.apart + a_span - 1, dim.stride));
        if (level.a_dims > 0) {
            return false;
        }
        const int64_t first = std::max<int64_t>(0, ceil_div(level.apart, dim.stride));
        return first < dim.extent && first * dim.stride < level.apart + a_span;
    }

    /// Equal strides: only the difference of the two positions matters.
    void open_both(Level& level) const noexcept {
        const arauto_dim_t& a = a_.dim[level.a_dims - 1];
        const arauto_dim_t& b = b_.dim[level.b_dims - 1];
        const int64_t a_inner = a_.span[level.a_dims - 1];
        const int64_t b_inner = b_.span[level.b_dims - 1];
        level.range = {1 - b.extent, a.extent - 1};
        clip(level.range, floor_div(-a_inner - level.apart, a.stride) + 1,
             floor_div(b_inner - 1 - level.apart, a.stride));
    }

    static void clip(Range& range, int64_t first, int64_t last) noexcept {
        range = {std::max(range.next, first), std::min(range.last, last)};
    }

    void enter(Level& level, Level& inner) const noexcept {
        const int64_t position = level.range.next++;
        inner = {level.a_dims, level.b_dims, level.apart, Peel::both, kNothing};
        switch (level.peel) {
        case Peel::a:
            inner.apart += displacement(a_.dim[--inner.a_dims], position);
            break;
        case Peel::b:
            inner.apart -= displacement(b_.dim[--inner.b_dims], position);
            break;
        default:
            inner.apart += position * a_.dim[--inner.a_dims].stride;
            --inner.b_dims;
            break;
        }
    }

    const Footprint& a_;
    const Footprint& b_;
    Level levels_[2 * ARAUTO_DIM_MAX + 2];
};

} // namespace

void make_footprint(Footprint& footprint, const arauto_section_t& section, int64_t base) noexcept {
    make_contiguous(footprint, base + section.offset, static_cast<int64_t>(section.element_bytes));
    for (int32_t i = 0; i < section.rank; ++i) {
        const arauto_dim_t& dim = section.dim[i];
        if (dim.extent == 0 || section.element_bytes == 0) {
            make_contiguous(footprint, base + section.offset, 0);
            return;
        }
        if (dim.index == nullptr) {
            add_steps(footprint, dim);
        }
    }
    merge(footprint);
    for (int32_t i = 0; i < section.rank; ++i) {
        if (section.dim[i].index != nullptr) {
            add_table(footprint, section.dim[i]);
        }
    }
    update_spans(footprint);
}

void update_spans(Footprint& footprint) noexcept {
    footprint.span[0] = footprint.run;
    for (int32_t i = 0; i < footprint.dims; ++i) {
        const arauto_dim_t& dim = footprint.dim[i];
        int64_t length = (dim.extent - 1) * dim.stride;
        if (dim.index != nullptr) {
            length = *std::max_element(dim.index, dim.index + dim.extent) - dim.stride;
        }
        footprint.span[i + 1] = footprint.span[i] + length;
    }
}

bool touches(const Footprint& a, const Footprint& b) noexcept {
    if (a.run == 0 || b.run == 0) {
        return false;
    }
    return Search(a, b).run();
}

} // namespace arauto::coarray
