// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The usual access, found in few instructions, for they are what a short access costs: the same
// dense type and count on both sides, to memory of the target that is mapped here. Whatever is
// otherwise, a mistake of the caller too, goes the whole way of target.hpp.
#pragma once

#include "copy.hpp"
#include "count.hpp"
#include "epoch.hpp"
#include "layout_cache.hpp"
#include "target.hpp"

#include <climits>

namespace arauto::mpi {

/// Memory of the target that may be accessed now.
struct Spot {
    char* there;
    uint64_t bytes;
    const Layout* layout;
};

/// @return whether it is one; nothing has been reported if not
[[nodiscard, gnu::always_inline]] inline bool
find_spot(Window& window, Buffer origin, Goal goal, Spot& spot) noexcept {
    if (origin.type != goal.type || origin.count != goal.count || origin.address == nullptr ||
        static_cast<uint64_t>(goal.count - 1) >= INT_MAX ||
        static_cast<unsigned>(goal.member) >= static_cast<unsigned>(window.size) || g_is_counting)
        [[unlikely]] {
        return false;
    }
    spot.layout = layout_of(goal.type);
    const Place& place = window.place(goal.member); // of a dynamic window nothing is mapped
    int64_t start = 0;
    if (spot.layout == nullptr || spot.layout->dense_bytes == 0 || place.is_mapped == 0 ||
        __builtin_mul_overflow(goal.displacement, place.unit, &start)) [[unlikely]] {
        return false;
    }
    spot.bytes = uint64_t{spot.layout->dense_bytes} * static_cast<uint64_t>(goal.count);
    const auto first = static_cast<uint64_t>(start); // beyond all bytes where it is negative
    if (first > place.bytes || spot.bytes > place.bytes - first ||
        way_to(window, goal.member) != Way::now) [[unlikely]] {
        return false;
    }
    spot.there = reinterpret_cast<char*>(window.heap(goal.member)) + place.offset + start;
    return true;
}

} // namespace arauto::mpi
