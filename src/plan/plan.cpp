// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Checks sections, computes their bounds, and merges their dimensions.
#include "plan/plan.hpp"

#include "base/naming.hpp"

#include <algorithm>
#include <numeric>

// The thread sanitizer instruments the function that chooses, which runs before the sanitizer does.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && defined(__clang__)
#define ARAUTO_FOR_THIS_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#elif defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define ARAUTO_FOR_THIS_PROCESSOR                                                                  \
    __attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#else
#define ARAUTO_FOR_THIS_PROCESSOR
#endif

namespace arauto::plan {
namespace {

struct Extremes {
    int64_t least;
    int64_t most;
};

/// Chosen for the processor at load time: wide registers make it several times as fast, and it is
/// run for every access by vector subscript.
ARAUTO_FOR_THIS_PROCESSOR Extremes find_extremes(const int64_t* index, int64_t count) noexcept {
    int64_t least = index[0];
    int64_t most = index[0];
    for (int64_t i = 1; i < count; ++i) {
        least = index[i] < least ? index[i] : least;
        most = index[i] > most ? index[i] : most;
    }
    return {least, most};
}

/// Adds the lowest and highest displacement along one dimension; false on overflow.
bool widen(const arauto_dim_t& dim, int64_t* low, int64_t* high) noexcept {
    int64_t least = 0;
    int64_t most = 0;
    if (dim.index != nullptr) {
        const Extremes extremes = find_extremes(dim.index, dim.extent);
        least = extremes.least;
        most = extremes.most;
    } else {
        int64_t reach = 0;
        if (__builtin_mul_overflow(dim.extent - 1, dim.stride, &reach)) {
            return false;
        }
        least = std::min<int64_t>(reach, 0);
        most = std::max<int64_t>(reach, 0);
    }
    return !__builtin_add_overflow(*low, least, low) && !__builtin_add_overflow(*high, most, high);
}

/// True when stepping along `outer` continues where `inner` ends, on one side.
bool continues(const Step& inner, int64_t inner_extent, const Step& outer) noexcept {
    return inner.index == nullptr && outer.index == nullptr &&
           outer.stride == inner.stride * inner_extent;
}

bool is_block(const Dim& dim, int64_t bytes) noexcept {
    return dim.target.index == nullptr && dim.source.index == nullptr &&
           dim.target.stride == bytes && dim.source.stride == bytes;
}

/// Appends a dimension, or makes the last one longer.
void add_dim(Plan& plan, const Dim& dim) noexcept {
    if (plan.rank == 0 && is_block(dim, static_cast<int64_t>(plan.block_bytes))) {
        plan.block_bytes *= static_cast<size_t>(dim.extent);
        return;
    }
    if (plan.rank > 0) {
        Dim& last = plan.dim[plan.rank - 1];
        if (continues(last.target, last.extent, dim.target) &&
            continues(last.source, last.extent, dim.source)) {
            last.extent *= dim.extent;
            return;
        }
    }
    plan.dim[plan.rank++] = dim;
}

} // namespace

Status check_section(const arauto_section_t& section, const char* call) noexcept {
    if (section.rank < 0 || section.rank > ARAUTO_DIM_MAX) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: a section has %d dimensions, but it can have 0 to %d",
                    call, section.rank, ARAUTO_DIM_MAX);
    }
    if (section.element_bytes == 0) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the elements of a section have 0 bytes", call);
    }
    for (int d = 0; d < section.rank; ++d) {
        if (section.dim[d].extent < 0) {
            return fail(
                ARAUTO_ERR_SHAPE,
                "%s: dimension %d of a section has %lld elements, but it must have 0 or more", call,
                number_of(d), static_cast<long long>(section.dim[d].extent));
        }
    }
    return ARAUTO_OK;
}

Status
check_shape(const arauto_section_t& a, const arauto_section_t& b, const char* call) noexcept {
    if (a.rank != b.rank) {
        return fail(ARAUTO_ERR_SHAPE, "%s: one section has %d dimensions, the other %d", call,
                    a.rank, b.rank);
    }
    if (a.element_bytes != b.element_bytes) {
        return fail(ARAUTO_ERR_SHAPE,
                    "%s: the elements of one section have %zu bytes, of the other %zu", call,
                    a.element_bytes, b.element_bytes);
    }
    for (int d = 0; d < a.rank; ++d) {
        if (a.dim[d].extent != b.dim[d].extent) {
            return fail(ARAUTO_ERR_SHAPE,
                        "%s: dimension %d has %lld elements in one section and %lld in the other",
                        call, number_of(d), static_cast<long long>(a.dim[d].extent),
                        static_cast<long long>(b.dim[d].extent));
        }
    }
    return ARAUTO_OK;
}

namespace {

/// Contiguous rows: their length, and what the bytes from one to any other are a multiple of: 0
/// when there is one row, 1 when nothing is known.
struct Rows {
    int64_t bytes;
    int64_t step;
};

Rows rows_of(const arauto_section_t& section) noexcept {
    Rows rows{static_cast<int64_t>(section.element_bytes), 0};
    bool is_inside = true;
    for (int d = 0; d < section.rank; ++d) {
        const arauto_dim_t& dim = section.dim[d];
        if (dim.index != nullptr) {
            return {rows.bytes, 1};
        }
        is_inside = is_inside && (dim.stride == rows.bytes || dim.extent == 1);
        if (is_inside) {
            rows.bytes *= dim.extent;
        } else if (dim.extent > 1) {
            rows.step = std::gcd(rows.step, dim.stride);
        }
    }
    return rows;
}

} // namespace

bool are_apart(const arauto_section_t& a, const arauto_section_t& b, int64_t distance) noexcept {
    const Result<Span> span_a = bounds(a);
    const Result<Span> span_b = bounds(b);
    if (span_a.status < 0 || span_b.status < 0) {
        return false;
    }
    if (span_a.value.empty || span_b.value.empty ||
        span_a.value.high <= distance + span_b.value.low ||
        distance + span_b.value.high <= span_a.value.low) {
        return true;
    }
    // Planes of one array: their rows begin at different offsets within each stride.
    const Rows rows_a = rows_of(a);
    const Rows rows_b = rows_of(b);
    const int64_t step = std::gcd(rows_a.step, rows_b.step);
    if (step <= 1) {
        return false;
    }
    const int64_t between = distance + b.offset - a.offset;
    const int64_t forward = (between % step + step) % step;
    return forward >= rows_a.bytes && step - forward >= rows_b.bytes;
}

Result<Span> bounds(const arauto_section_t& section) noexcept {
    // Numbers of their own, not a Span: read back whole right after they were stored one by one,
    // they took 12 ns.
    int64_t low = section.offset;
    int64_t high = section.offset;
    for (int d = 0; d < section.rank; ++d) {
        if (section.dim[d].extent == 0) {
            return {ARAUTO_OK, {low, high, true}};
        }
    }
    bool fits = !__builtin_add_overflow(high, static_cast<int64_t>(section.element_bytes), &high);
    for (int d = 0; d < section.rank && fits; ++d) {
        fits = widen(section.dim[d], &low, &high);
    }
    if (!fits) {
        return {fail(ARAUTO_ERR_RANGE, "a section reaches further than 64-bit addresses do"),
                {low, high, false}};
    }
    return {ARAUTO_OK, {low, high, false}};
}

Plan make_plan(const arauto_section_t& target, const arauto_section_t& source) noexcept {
    Plan plan;
    plan.block_bytes = target.element_bytes;
    plan.target_offset = target.offset;
    plan.source_offset = source.offset;
    for (int d = 0; d < target.rank; ++d) {
        const arauto_dim_t& to = target.dim[d];
        const arauto_dim_t& from = source.dim[d];
        if (to.extent == 0) {
            plan.is_empty = true;
            return plan;
        }
        const Dim dim{to.extent, {to.stride, to.index}, {from.stride, from.index}};
        if (to.extent == 1) {
            plan.target_offset += dim.target.at(0);
            plan.source_offset += dim.source.at(0);
            continue;
        }
        add_dim(plan, dim);
    }
    return plan;
}

} // namespace arauto::plan
