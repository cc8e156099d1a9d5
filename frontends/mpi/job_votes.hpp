// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a communicator's members come to be in one job: what job.cpp and team.cpp do for each other.
#pragma once

#include "job.hpp"

namespace arauto::mpi {

/// What one process says about its job before a communicator's first window; the largest of each
/// is what all hear.
struct Vote {
    uint64_t id; // 0: it has none yet, and could begin one
    uint64_t opposite; // of the id: largest where that is smallest
    uint64_t lacks_mpi; // its part of the MPI has gone since
    uint64_t has_sessions;
};
inline constexpr uint64_t kNever = UINT64_MAX;

[[nodiscard]] Vote vote() noexcept;

/// Begins a job for the communicator's processes, which have none. Collective.
void begin_job_among(MPI_Comm comm) noexcept;

/// Communicators of ours, anew where the MPI has been away. Collective.
void take_from_mpi(MPI_Comm comm) noexcept;

/// The MPI goes, and with it the attribute key by which communicators know their teams.
void forget_teams() noexcept;

/// MPI_Barrier on the communicator that the context points to.
[[nodiscard]] int meet_by_mpi(void* context) noexcept;

} // namespace arauto::mpi
