// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Accumulates to processes on other nodes. A short one is a message, which the target's process
// carries out while it holds its own lock on accumulates; so it is atomic towards accumulates of
// the target's node. One that returns a value takes one round trip. The call that closes the epoch
// waits for the others.
#pragma once

#include "job.hpp"
#include "move.hpp"
#include "operate.hpp"

#include "arauto/spi/rpc.h"

namespace arauto::mpi {

/// Registers the functions that this process runs for others. All processes do so, in the same
/// order.
void register_far_accumulates() noexcept;

struct FarAccumulate {
    Operation operation;
    AccumulatePlan plan;
    Origin origin; // without a layout: not read
    Origin result; // without a layout: not wanted
};

/// Lets the target's process carry it out. Without a result it may still be pending on return;
/// flush_far_accumulates() waits for it.
/// @return whether it is short enough for that; if not, nothing has been done
[[nodiscard]] bool accumulate_far(const FarAccumulate& wanted,
                                  const Target& target,
                                  arauto_status_t& status_out) noexcept;

/// MPI_Compare_and_swap, for every type that it allows.
[[nodiscard]] arauto_status_t
swap_far(const Target& target, const char* desired, const void* expected, char* result) noexcept;

/// Returns when the accumulates of this process to other nodes have been carried out.
/// @param job_rank  the target whose accumulates count, or ARAUTO_EVERY_RANK
inline void flush_far_accumulates(int job_rank = ARAUTO_EVERY_RANK) noexcept {
    if (job().is_spread) [[unlikely]] {
        arauto_rpc_flush(job_rank);
    }
}

} // namespace arauto::mpi
