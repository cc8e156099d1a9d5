// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Accumulates to processes of other nodes: short ones are messages that the target's process
// carries out while it holds its own lock on accumulates, so that they are atomic towards those of
// its node. One that returns a value takes one round trip; others are waited for where the epoch
// closes.
#pragma once

#include "job.hpp"
#include "move.hpp"
#include "operate.hpp"

#include "arauto/service.h"

namespace arauto::mpi {

/// Registers what this process does for others. Every process does it, in the same order.
void register_far_accumulates() noexcept;

struct FarAccumulate {
    Operation operation;
    AccumulatePlan plan;
    Origin origin; // no layout: it is not read
    Origin result; // no layout: none is wanted
};

/// Lets the target's process do it. Without a result it may not have been done on return:
/// settle_far() waits for that.
/// @return whether it is short enough; if not, nothing has been done
[[nodiscard]] bool accumulate_far(const FarAccumulate& wanted,
                                  const Target& target,
                                  arauto_status_t& status_out) noexcept;

/// MPI_Compare_and_swap, for any element that it takes.
[[nodiscard]] arauto_status_t
swap_far(const Target& target, const char* desired, const void* expected, char* result) noexcept;

/// Returns when all that this process has accumulated to other nodes is there.
inline void settle_far() noexcept {
    if (job().is_spread) [[unlikely]] {
        arauto_service_settle(ARAUTO_SERVICE_ALL);
    }
}

} // namespace arauto::mpi
