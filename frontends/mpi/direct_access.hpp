// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The usual access, recognised in few instructions, since those are what a short access costs: the
// same dense type and count on both sides, to memory of the target that is mapped here. Any other
// access, also a wrong one, goes through the checks of target.hpp.
#pragma once

#include "copy.hpp"
#include "count.hpp"
#include "epoch.hpp"
#include "layout_cache.hpp"
#include "target.hpp"

#include <climits>

namespace arauto::mpi {

/// Memory of the target that may be accessed now.
struct DirectAccess {
    char* there;
    uint64_t bytes;
    const Layout* layout;
};

/// @return whether it is one; nothing has been reported if not
[[nodiscard, gnu::always_inline]] inline bool
find_direct(Window& window, Buffer origin, Goal goal, DirectAccess& direct) noexcept {
    if (origin.type != goal.type || origin.count != goal.count || origin.address == nullptr ||
        static_cast<uint64_t>(goal.count - 1) >= INT_MAX ||
        static_cast<unsigned>(goal.member) >= static_cast<unsigned>(window.size) || g_is_counting)
        [[unlikely]] {
        return false;
    }
    direct.layout = layout_of(goal.type);
    const MemberMemory& memory =
        window.memory_of(goal.member); // of a dynamic window nothing is mapped
    int64_t start = 0;
    if (direct.layout == nullptr || direct.layout->dense_bytes == 0 || memory.is_mapped == 0 ||
        __builtin_mul_overflow(goal.displacement, memory.unit, &start)) [[unlikely]] {
        return false;
    }
    direct.bytes = uint64_t{direct.layout->dense_bytes} * static_cast<uint64_t>(goal.count);
    const auto first = static_cast<uint64_t>(start); // beyond all bytes where it is negative
    if (first > memory.bytes || direct.bytes > memory.bytes - first ||
        way_to(window, goal.member) != Way::now) [[unlikely]] {
        return false;
    }
    direct.there = reinterpret_cast<char*>(window.heap(goal.member)) + memory.offset + start;
    return true;
}

} // namespace arauto::mpi
