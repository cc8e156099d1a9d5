// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Membership events and what they change in the memory of this node: the state of ranks, and that
// the job ends. Any thread may call these functions.
#pragma once

#include "boot/job.hpp"
#include "failure/gossip.hpp"

namespace arauto::core {

inline constexpr int64_t kMillisecond = 1'000'000;
inline constexpr int32_t kGivenUp = 1; // exit status of a rank that is taken for dead and lives
inline constexpr int32_t kUnheard = 2; // of an event: the rank is taken for dead for its silence

/// Notes that a rank has failed or stopped. @return whether it was new on this node
bool mark(int rank, boot::ImageState state) noexcept;
/// Notes that the job ends. The first exit status counts. @return whether it was new on this node
bool set_ending(int status) noexcept;
/// Notes what an event says. @return whether it was new on this node
bool learn(const MembershipEvent& event) noexcept;

/// Tells the other nodes, and the host of the job, that the job ends. Returns when they are told.
void tell_end(int status) noexcept;
/// Ends the job for all, and tells the other nodes before it returns. The first to do so decides
/// the exit status.
void end_job(int status) noexcept;

} // namespace arauto::core
