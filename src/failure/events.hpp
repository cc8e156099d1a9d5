// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Applies membership events to the memory of this node: the states of ranks, and the end of the
// job. Any thread may call these functions.
#pragma once

#include "boot/job.hpp"
#include "failure/gossip.hpp"

namespace arauto::core {

inline constexpr int32_t kGivenUp = 1; // exit status of a rank that is taken for dead and lives
inline constexpr int32_t kUnheard = 2; // of an event: the rank is taken for dead for its silence

/// Notes that a rank has failed or stopped. @return whether it was new on this node
bool mark(int rank, boot::ImageState state) noexcept;
/// Notes that the job ends. The first exit status counts. @return whether it was new on this node
bool set_ending(int status) noexcept;
/// Notes what an event says. @return whether it was new on this node
bool learn(const MembershipEvent& event) noexcept;

/// Announces the end of the job to the other nodes and the process manager. Returns when that has
/// been sent.
void announce_end(int status) noexcept;
/// Ends the job for all, and announces this to the other nodes before it returns. The first to do
/// so decides the exit status.
void end_job(int status) noexcept;

} // namespace arauto::core
