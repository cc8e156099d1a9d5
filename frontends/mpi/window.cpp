// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See window.hpp.
#include "window.hpp"

#include "arauto/rma.h"

#include <cstddef>

namespace arauto::mpi {

const MemberMemory& find_far_memory(const Window& window, int member) noexcept {
    FarMemory& known = window.far_memory[member];
    if (known.is_known.load(std::memory_order_acquire) == 0) [[unlikely]] { // PAIR far.memory: look
        const std::lock_guard<std::mutex> guard(window.far_memory_mutex);
        MemberMemory memory{};
        const arauto_status_t status =
            arauto_get(window.segment, window.job_ranks[member], offsetof(Control, memory), &memory,
                       sizeof memory);
        // relaxed because the mutex is held
        if (status < 0 || known.is_known.load(std::memory_order_relaxed) != 0) {
            return known.memory;
        }
        memory.is_mapped = 0;
        known.memory = memory;
        known.is_known.store(1, std::memory_order_release); // PAIR far.memory: store
    }
    return known.memory;
}

} // namespace arauto::mpi
