// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How the job begins and ends. It begins after the MPI's own MPI_Init and ends with an attribute of
// MPI_COMM_SELF: MPI_Finalize deletes that one last, after those of the program, whose callbacks
// may still free windows. Without MPI_Init it begins with the first window on a communicator of a
// session, for that communicator's processes, outlives its sessions, since others may follow, and
// ends when the process does.
#pragma once

#include "mpi.hpp"

#include <cstdint>

namespace arauto::mpi {

/// Whether this process has had no job yet.
[[nodiscard]] bool may_begin_job() noexcept;

/// For the communicator's processes. Collective. Without success all windows are the MPI's own.
void begin_job(MPI_Comm comm) noexcept;

/// The same after which the job ends when the process does: there may be no MPI_Finalize.
void begin_job_among(MPI_Comm comm) noexcept;

/// The callback of the attribute of MPI_COMM_SELF.
int begin_to_finalize(MPI_Comm, int, void*, void*);

/// The job goes on, the MPI does not, or not this part of it.
void give_mpi_back() noexcept;

/// Communicators of ours, anew where the MPI has been away. Collective.
void take_from_mpi(MPI_Comm comm) noexcept;

/// A session of the MPI begins, or ends. @return whether it was the last
void count_session() noexcept;
[[nodiscard]] bool uncount_session() noexcept;

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

/// MPI_Barrier on the communicator that the context points to.
[[nodiscard]] int barrier_by_mpi(void* context) noexcept;

} // namespace arauto::mpi
