// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The fast path of put and get, for accesses with the same dense type and count on both sides, to
// memory of the target that is mapped here. Such an access is recognised in few instructions, since
// these are most of the cost of a short access. Any other access, also a wrong one, goes through
// the checks of target.hpp.
#pragma once

#include "copy.hpp"
#include "epoch.hpp"
#include "job.hpp"
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

/// @return whether the access is such a one; if not, no error has been raised
[[nodiscard, gnu::always_inline]] inline bool
find_direct(Window& window, Buffer origin, Goal goal, DirectAccess& direct) noexcept {
    if (origin.type != goal.type || origin.count != goal.count || origin.address == nullptr ||
        static_cast<uint64_t>(goal.count - 1) >= INT_MAX ||
        static_cast<unsigned>(goal.member) >= static_cast<unsigned>(window.size) ||
        job().is_counting) [[unlikely]] {
        return false;
    }
    direct.layout = layout_of(goal.type);
    const MemberMemory& memory = window.memory_of(goal.member); // not mapped in a dynamic window
    int64_t start = 0;
    if (direct.layout == nullptr || direct.layout->dense_bytes == 0 || memory.is_mapped == 0 ||
        __builtin_mul_overflow(goal.displacement, memory.unit, &start)) [[unlikely]] {
        return false;
    }
    direct.bytes = uint64_t{direct.layout->dense_bytes} * static_cast<uint64_t>(goal.count);
    const auto first = static_cast<uint64_t>(start); // a negative one exceeds every size
    if (first > memory.bytes || direct.bytes > memory.bytes - first ||
        admission_to(window, goal.member) != Admission::now) [[unlikely]] {
        return false;
    }
    direct.there = reinterpret_cast<char*>(window.heap(goal.member)) + memory.offset + start;
    return true;
}

} // namespace arauto::mpi
