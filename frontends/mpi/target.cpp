// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See target.hpp.
#include "target.hpp"

#include "dynamic.hpp"
#include "epoch.hpp"
#include "errors.hpp"
#include "layout_cache.hpp"

namespace arauto::mpi {
namespace {

long long as_number(int64_t value) noexcept {
    return value;
}

int refuse_range(const Window& window,
                 const Goal& goal,
                 const char* call,
                 const Reach& reach) noexcept {
    const MemberMemory& memory = window.memory_of(goal.member);
    return fail(window, MPI_ERR_RMA_RANGE,
                "%s: bytes %lld to %lld from displacement %lld (of %lld bytes each) are outside "
                "the %llu bytes of rank %d",
                call, as_number(reach.first), as_number(reach.end), as_number(goal.displacement),
                as_number(memory.unit), static_cast<unsigned long long>(memory.bytes), goal.member);
}

/// For windows whose members gave their memory when the window was made.
int find_in_window(const Window& window,
                   const Goal& goal,
                   const char* call,
                   const Reach& reach,
                   Target& target) noexcept {
    const MemberMemory& memory = window.memory_of(goal.member);
    int64_t start = 0;
    int64_t first = 0;
    int64_t end = 0;
    if (__builtin_mul_overflow(goal.displacement, memory.unit, &start) ||
        __builtin_add_overflow(start, reach.first, &first) ||
        __builtin_add_overflow(start, reach.end, &end) || first < 0 ||
        static_cast<uint64_t>(end) > memory.bytes) [[unlikely]] {
        return refuse_range(window, goal, call, reach);
    }
    target.address = memory.address + static_cast<uint64_t>(start);
    if (memory.is_mapped != 0) [[likely]] {
        target.direct = reinterpret_cast<char*>(window.heap(goal.member)) + memory.offset + start;
        target.is_in_heap = true;
    } else if (goal.member == window.rank) {
        target.direct = static_cast<char*>(window.base) + start;
    }
    return MPI_SUCCESS;
}

/// For dynamic windows, where a displacement is an address.
int find_attached(const Window& window,
                  const Goal& goal,
                  const char* call,
                  const Reach& reach,
                  Target& target) noexcept {
    target.address = static_cast<uint64_t>(goal.displacement);
    const uint64_t first = target.address + static_cast<uint64_t>(reach.first);
    if (!target.is_later && !is_attached(window, goal.member,
                                         {first, static_cast<uint64_t>(reach.end - reach.first)})) {
        return fail(
            window, MPI_ERR_RMA_RANGE, "%s: %lld bytes at address %p are not attached by rank %d",
            call, as_number(reach.end - reach.first), reinterpret_cast<void*>(first), goal.member);
    }
    const uint64_t offset = target.address - window.memory_of(goal.member).address;
    if (offset < static_cast<uint64_t>(window.heap_stride) && window.is_near(goal.member)) {
        target.direct = reinterpret_cast<char*>(window.heap(goal.member)) + offset;
        target.is_in_heap = true;
    } else if (goal.member == window.rank) {
        target.direct = reinterpret_cast<char*>(target.address);
    }
    return MPI_SUCCESS;
}

} // namespace

int find_layout(const Window& window,
                const Buffer& buffer,
                const char* call,
                const Layout** layout_out) noexcept {
    if (buffer.count < 0) {
        return fail(window, MPI_ERR_COUNT, "%s: the count %lld is below 0", call,
                    as_number(buffer.count));
    }
    *layout_out = layout_of(buffer.type);
    if (*layout_out == nullptr) {
        return fail(window, MPI_ERR_TYPE, "%s: a datatype is not valid, or not committed", call);
    }
    return MPI_SUCCESS;
}

int check_buffer(const Window& window,
                 const Buffer& buffer,
                 const Layout& layout,
                 const char* call) noexcept {
    constexpr uint64_t kPageBytes = 4096; // no data lies in the first page
    const uint64_t first = reinterpret_cast<uintptr_t>(buffer.address) +
                           static_cast<uint64_t>(layout.true_lower_bound);
    if (buffer.count == 0 || layout.size == 0 || first >= kPageBytes) [[likely]] {
        return MPI_SUCCESS;
    }
    return fail(window, MPI_ERR_BUFFER, "%s: the buffer of %lld elements is a null pointer", call,
                as_number(buffer.count));
}

int check_lengths(const Window& window,
                  const Layout& origin,
                  MPI_Count origin_count,
                  const Target& target,
                  const char* call) noexcept {
    int64_t here = 0;
    const int64_t there = target.layout->size * target.count; // cannot overflow: it lies in memory
    const bool is_huge = __builtin_mul_overflow(origin.size, int64_t{origin_count}, &here);
    if (here == there && !is_huge) [[likely]] {
        return MPI_SUCCESS;
    }
    return fail(window, MPI_ERR_TYPE,
                "%s: the origin has %lld elements of %lld bytes and the target %lld of %lld; both "
                "must have the same number of bytes",
                call, as_number(origin_count), as_number(origin.size), as_number(target.count),
                as_number(target.layout->size));
}

int find_target(Window& window, const Goal& goal, const char* call, Target* target_out) noexcept {
    Target& target = *target_out;
    if (goal.member < 0 || goal.member >= window.size) [[unlikely]] {
        return goal.member == MPI_PROC_NULL
                   ? MPI_SUCCESS
                   : fail(window, MPI_ERR_RANK, "%s: rank %d is outside the window's group of %d",
                          call, goal.member, window.size);
    }
    const Buffer there = {nullptr, goal.count, goal.type};
    if (const int status = find_layout(window, there, call, &target.layout);
        status != MPI_SUCCESS) {
        return status;
    }
    const Admission admission = admission_to(window, goal.member);
    if (admission == Admission::none) [[unlikely]] {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "%s: no epoch is open that lets this process access rank %d", call,
                    goal.member);
    }
    target.is_later = admission == Admission::later;
    target.member = goal.member;
    target.job_rank = window.job_ranks[goal.member];
    target.count = goal.count;
    if (goal.count == 0 || target.layout->size == 0) {
        return MPI_SUCCESS;
    }
    const Reach reach = reach_of(*target.layout, goal.count);
    if (!reach.is_valid) {
        return fail(window, MPI_ERR_COUNT, "%s: %lld elements do not fit into memory", call,
                    as_number(goal.count));
    }
    return window.flavor == Flavor::dynamic ? find_attached(window, goal, call, reach, target)
                                            : find_in_window(window, goal, call, reach, target);
}

} // namespace arauto::mpi
