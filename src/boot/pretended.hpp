// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Pretended nodes: a job on one machine runs as it would on several. Ranks of other nodes are
// reached through the network alone, and a touch of their heaps is a crash. The launcher works as
// usual: states and doorbells are in memory that all ranks share.
#pragma once

#include "boot/job.hpp"

namespace arauto::boot {

/// Divides the job as ARAUTO_NODE_RANKS says; returns it as it is when that is all on one.
[[nodiscard]] Result<Job> pretend_nodes(const Job& job) noexcept;

/// Whether the clocks of nodes are to be wrong: then records have the time of the system.
[[nodiscard]] bool clocks_are_wrong() noexcept;
/// @param from_ns  the time from which on it runs too fast
[[nodiscard]] ClockError error_of_clock(int node, int64_t from_ns) noexcept;

} // namespace arauto::boot
