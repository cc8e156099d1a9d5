// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The usual access, found in few instructions, for they are what a short access costs: the same
// dense type and count on both sides, to memory of the target that is mapped here. Whatever is
// otherwise, a mistake of the caller too, goes the whole way of target.hpp.
#pragma once

#include "copy.hpp"
#include "count.hpp"
#include "sync.hpp"
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
[[nodiscard]] inline bool
find_spot(Window& window, const Buffer& origin, const Goal& goal, Spot& spot) noexcept {
    const bool is_usual = origin.type == goal.type && origin.count == goal.count &&
                          goal.count > 0 && goal.count <= INT_MAX && origin.address != nullptr &&
                          static_cast<unsigned>(goal.member) < static_cast<unsigned>(window.size) &&
                          window.flavor != Flavor::dynamic && !g_is_counting;
    spot.layout = is_usual ? layout_of(goal.type) : nullptr;
    if (spot.layout == nullptr || !spot.layout->is_dense || spot.layout->size < 1 ||
        spot.layout->size > INT_MAX || spot.layout->true_lower_bound != 0) {
        return false;
    }
    const Place& place = window.place(goal.member);
    spot.bytes = static_cast<uint64_t>(spot.layout->size * goal.count);
    int64_t start = 0;
    if (place.is_mapped == 0 || __builtin_mul_overflow(goal.displacement, place.unit, &start) ||
        start < 0 || static_cast<uint64_t>(start) > place.bytes ||
        spot.bytes > place.bytes - static_cast<uint64_t>(start) ||
        way_to(window, goal.member) != Way::now) {
        return false;
    }
    spot.there = reinterpret_cast<char*>(window.heap(goal.member)) + place.offset + start;
    return true;
}

} // namespace arauto::mpi
