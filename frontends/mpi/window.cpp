// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See window.hpp.
#include "window.hpp"

#include "count.hpp"

#include "arauto/rma.h"

#include <cstddef>

namespace arauto::mpi {
namespace {

/// One thread asks at a time.
std::mutex g_asking;

} // namespace

const MemberMemory& find_far_memory(const Window& window, int member) noexcept {
    FarMemory& known = window.far_memory[member];
    if (known.is_known.load(std::memory_order_acquire) == 0) [[unlikely]] { // PAIR far.place: look
        const std::lock_guard<std::mutex> guard(g_asking);
        MemberMemory memory{};
        const arauto_status_t status =
            arauto_get(window.segment, window.job_ranks[member], offsetof(Control, memory), &memory,
                       sizeof memory);
        if (status < 0 || known.is_known.load(std::memory_order_relaxed) != 0) { // relaxed: guarded
            return known.memory;
        }
        memory.is_mapped = 0;
        known.memory = memory;
        known.is_known.store(1, std::memory_order_release); // PAIR far.place: store
    }
    return known.memory;
}

bool barrier_of_members(Window& window, arauto_counter_t counter) noexcept {
    if (g_is_counting) [[unlikely]] { // their bytes are those of private memory
        arauto_counters_add(counter, {0, kBarrierWords, 0});
    }
    BarrierCell* const place = window.is_spread ? nullptr : &window.control(0).barrier;
    return pass_barrier(place, *window.team, ++window.barriers);
}

} // namespace arauto::mpi
