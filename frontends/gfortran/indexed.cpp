// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See indexed.hpp. A loop for each kind of subscript, element size and direction.
#include "indexed.hpp"

#include "arauto/rma.h"
#include "arauto/segment.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/trace.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace arauto::gfortran {
namespace {

/// Both arrays, and where an element may lie.
struct Job {
    std::byte* remote; // subscript `lower` lies here
    std::byte* local;
    const void* subscripts;
    size_t count;
    ptrdiff_t lower;
    ptrdiff_t remote_stride;
    ptrdiff_t local_stride;
    ptrdiff_t first; // least and greatest displacement inside the segment
    ptrdiff_t last;
};

/// Subscripts whose elements lie in the segment.
struct Range {
    ptrdiff_t low;
    ptrdiff_t high;
};

Range allowed_range(const Job& job) noexcept {
    const ptrdiff_t stride = job.remote_stride;
    const ptrdiff_t before = -job.first; // bytes of the segment before and behind subscript `lower`
    if (stride > 0) {
        return {job.lower - before / stride, job.lower + job.last / stride};
    }
    return {job.lower - job.last / -stride, job.lower + before / -stride};
}

/// Four subscripts at once: compilers do not find this by themselves at -O2.
using Four = int32_t __attribute__((vector_size(16)));

size_t count_checked(const int32_t* subscripts, size_t count, Range range, bool* is_bad) noexcept {
    constexpr ptrdiff_t kMin = std::numeric_limits<int32_t>::min();
    constexpr ptrdiff_t kMax = std::numeric_limits<int32_t>::max();
    const auto low = static_cast<int32_t>(std::clamp(range.low, kMin, kMax));
    const auto high = static_cast<int32_t>(std::clamp(range.high, kMin, kMax));
    const Four lows = {low, low, low, low};
    const Four highs = {high, high, high, high};
    Four bad = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        Four four;
        std::memcpy(&four, subscripts + i, sizeof four);
        bad |= (four < lows) | (four > highs);
    }
    *is_bad = (bad[0] | bad[1] | bad[2] | bad[3]) != 0;
    return i;
}

size_t count_checked(const int64_t*, size_t, Range, bool*) noexcept {
    return 0;
}

/// Whether all elements lie in the segment: nothing may be written when one does not.
template <class Integer> bool is_inside(const Job& job) noexcept {
    const auto* const subscripts = static_cast<const Integer*>(job.subscripts);
    const Range range = allowed_range(job);
    bool is_bad = job.last < 0 || job.first > 0;
    size_t i = is_bad ? 0 : count_checked(subscripts, job.count, range, &is_bad);
    for (; i < job.count; ++i) {
        is_bad |= subscripts[i] < range.low || subscripts[i] > range.high;
    }
    return !is_bad;
}

template <Direction kDirection, size_t kBytes, class Integer> bool run(const Job& job) noexcept {
    const auto* const subscripts = static_cast<const Integer*>(job.subscripts);
    std::byte* const remote = job.remote - job.lower * job.remote_stride;
    std::byte* local = job.local;
    for (size_t i = 0; i < job.count; ++i, local += job.local_stride) {
        std::byte* const element = remote + subscripts[i] * job.remote_stride;
        if constexpr (kDirection == Direction::put) {
            std::memcpy(element, local, kBytes);
        } else {
            std::memcpy(local, element, kBytes);
        }
    }
    return true;
}

template <Direction kDirection, class Integer>
bool run_sized(const Job& job, size_t element_bytes) noexcept {
    if (!is_inside<Integer>(job)) {
        return false;
    }
    switch (element_bytes) {
    case 4:
        return run<kDirection, 4, Integer>(job);
    case 8:
        return run<kDirection, 8, Integer>(job);
    case 16:
        return run<kDirection, 16, Integer>(job);
    default:
        return false;
    }
}

template <Direction kDirection>
bool run_kind(const Job& job, int kind, size_t element_bytes) noexcept {
    switch (kind) {
    case 4:
        return run_sized<kDirection, int32_t>(job, element_bytes);
    case 8:
        return run_sized<kDirection, int64_t>(job, element_bytes);
    default:
        return false;
    }
}

} // namespace

bool copy_indexed(Direction direction,
                  const Coindexed& remote,
                  int rank,
                  const Descriptor& local) noexcept {
    const Descriptor& array = *remote.array;
    const Vector& vector = *remote.vector;
    if (array.rank != 1 || local.rank != 1 || rank == images.own_rank ||
        array.element_bytes != local.element_bytes ||
        vector.count != static_cast<size_t>(extent_of(local.dim[0])) || vector.count == 0) {
        return false;
    }
    if (byte_stride(array, 0) == 0 || arauto_counters_are_on() != 0 || arauto_trace_is_on() != 0) {
        return false; // the runtime counts the data that it moves itself
    }
    const Token token = remote.token;
    auto* const base = static_cast<std::byte*>(arauto_segment_pointer(token->segment, rank));
    // A put of nothing shows whether that image can be written to.
    if (base == nullptr || arauto_put(token->segment, rank, 0, base, 0) < 0) {
        return false;
    }
    const auto offset = static_cast<ptrdiff_t>(remote.offset);
    const auto bytes = static_cast<ptrdiff_t>(token->bytes);
    const Job job = {.remote = base + offset,
                     .local = static_cast<std::byte*>(local.base),
                     .subscripts = vector.list.subscripts,
                     .count = vector.count,
                     .lower = array.dim[0].lower,
                     .remote_stride = byte_stride(array, 0),
                     .local_stride = byte_stride(local, 0),
                     .first = -offset,
                     .last = bytes - offset - static_cast<ptrdiff_t>(array.element_bytes)};
    return direction == Direction::put
               ? run_kind<Direction::put>(job, vector.list.kind, array.element_bytes)
               : run_kind<Direction::get>(job, vector.list.kind, array.element_bytes);
}

} // namespace arauto::gfortran
