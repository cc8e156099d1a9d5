// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See box.hpp.
#include "box.hpp"

#include "arauto/spi/copy.h"

#include <cstring>

namespace arauto::halo {
namespace {

/// Copies runs of a length that the compiler knows; the stride is of the side that has gaps, in
/// `shift` of both.
template <size_t Run> struct FixedRun {
    static void gather(std::byte* to, const std::byte* from, Extent loop, size_t) noexcept {
        for (int64_t i = 0; i < loop.count; ++i, to += Run, from += loop.stride) {
            std::memcpy(to, from, Run);
        }
    }
    static void scatter(std::byte* to, const std::byte* from, Extent loop, size_t) noexcept {
        for (int64_t i = 0; i < loop.count; ++i, to += loop.stride, from += Run) {
            std::memcpy(to, from, Run);
        }
    }
    static void shift(std::byte* to, const std::byte* from, Extent loop, size_t) noexcept {
        for (int64_t i = 0; i < loop.count; ++i, to += loop.stride, from += loop.stride) {
            std::memcpy(to, from, Run);
        }
    }
};

struct AnyRun {
    static void gather(std::byte* to, const std::byte* from, Extent loop, size_t run) noexcept {
        for (int64_t i = 0; i < loop.count; ++i, to += run, from += loop.stride) {
            arauto_copy_bytes(to, from, run);
        }
    }
    static void scatter(std::byte* to, const std::byte* from, Extent loop, size_t run) noexcept {
        for (int64_t i = 0; i < loop.count; ++i, to += loop.stride, from += run) {
            arauto_copy_bytes(to, from, run);
        }
    }
    static void shift(std::byte* to, const std::byte* from, Extent loop, size_t run) noexcept {
        for (int64_t i = 0; i < loop.count; ++i, to += loop.stride, from += loop.stride) {
            arauto_copy_bytes(to, from, run);
        }
    }
};

/// Calls `row(distance)` for each innermost loop, in order: `distance` is of its first run from
/// that of the box.
template <typename Row> void for_each_row(const Box& box, Row row) noexcept {
    std::array<int64_t, ARAUTO_DIM_MAX> at{};
    ptrdiff_t distance = 0;
    for (;;) {
        row(distance);
        int level = 1;
        for (; level < box.loops; ++level) {
            const auto l = static_cast<size_t>(level);
            distance += box.loop[l].stride;
            if (++at[l] < box.loop[l].count) {
                break;
            }
            distance -= box.loop[l].stride * box.loop[l].count;
            at[l] = 0;
        }
        if (level >= box.loops) {
            return;
        }
    }
}

template <typename Copy>
std::byte* pack_by(const Box& box, const std::byte* first, std::byte* to) noexcept {
    const Extent inner = box.loops > 0 ? box.loop[0] : Extent{1, 0};
    const size_t row_bytes = box.run * static_cast<size_t>(inner.count);
    for_each_row(box, [&](ptrdiff_t distance) {
        Copy::gather(to, first + distance, inner, box.run);
        to += row_bytes;
    });
    return to;
}

template <typename Copy>
const std::byte* unpack_by(const Box& box, std::byte* first, const std::byte* from) noexcept {
    const Extent inner = box.loops > 0 ? box.loop[0] : Extent{1, 0};
    const size_t row_bytes = box.run * static_cast<size_t>(inner.count);
    for_each_row(box, [&](ptrdiff_t distance) {
        Copy::scatter(first + distance, from, inner, box.run);
        from += row_bytes;
    });
    return from;
}

template <typename Copy> void shift_by(const Box& box, std::byte* first, std::byte* to) noexcept {
    const Extent inner = box.loops > 0 ? box.loop[0] : Extent{1, 0};
    for_each_row(box, [&](ptrdiff_t distance) {
        Copy::shift(to + distance, first + distance, inner, box.run);
    });
}

/// Calls `use` with the copies for this length of runs.
template <typename Use> auto with_copies(size_t run, Use use) noexcept {
    switch (run) {
    case 4:
        return use(FixedRun<4>{});
    case 8:
        return use(FixedRun<8>{});
    case 16:
        return use(FixedRun<16>{});
    case 24:
        return use(FixedRun<24>{});
    case 32:
        return use(FixedRun<32>{});
    default:
        return use(AnyRun{});
    }
}

} // namespace

int64_t Box::runs() const noexcept {
    int64_t count = run > 0 ? 1 : 0;
    for (int level = 0; level < loops; ++level) {
        count *= loop[static_cast<size_t>(level)].count;
    }
    return count;
}

Box make_box(ptrdiff_t offset, size_t element_bytes, const Extent* dims, int count) noexcept {
    Box box{.offset = offset, .run = element_bytes};
    for (int dim = 0; dim < count; ++dim) {
        const Extent& each = dims[dim];
        if (each.count == 0) {
            return {};
        }
        Extent* const last =
            box.loops > 0 ? &box.loop[static_cast<size_t>(box.loops - 1)] : nullptr;
        if (each.count == 1) {
            continue;
        }
        if (last == nullptr && each.stride == static_cast<ptrdiff_t>(box.run)) {
            box.run *= static_cast<size_t>(each.count);
        } else if (last != nullptr && each.stride == last->stride * last->count) {
            last->count *= each.count;
        } else {
            box.loop[static_cast<size_t>(box.loops++)] = each;
        }
    }
    return box;
}

std::byte* pack(const Box& box, const std::byte* array, std::byte* to) noexcept {
    if (box.run == 0) {
        return to;
    }
    return with_copies(
        box.run, [&]<typename Copy>(Copy) { return pack_by<Copy>(box, array + box.offset, to); });
}

const std::byte* unpack(const Box& box, std::byte* array, const std::byte* from) noexcept {
    if (box.run == 0) {
        return from;
    }
    return with_copies(box.run, [&]<typename Copy>(Copy) {
        return unpack_by<Copy>(box, array + box.offset, from);
    });
}

void copy_within(const Box& box, std::byte* array, ptrdiff_t to_offset) noexcept {
    if (box.run == 0) {
        return;
    }
    with_copies(box.run, [&]<typename Copy>(Copy) {
        shift_by<Copy>(box, array + box.offset, array + to_offset);
    });
}

} // namespace arauto::halo
