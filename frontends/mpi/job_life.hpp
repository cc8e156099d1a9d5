// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How the job begins and ends. It begins after the MPI's own MPI_Init. It ends when MPI_Finalize
// deletes an attribute of MPI_COMM_SELF, which happens after the deletion of the program's own
// attributes, whose callbacks may still free windows. Without MPI_Init the job begins with the
// first window on a communicator of a session, for that communicator's processes. Such a job
// outlives its sessions, since others may follow, and ends when the process does.
#pragma once

#include "mpi.hpp"

#include <cstdint>

namespace arauto::mpi {

/// Whether this process has had no job yet.
[[nodiscard]] bool may_begin_job() noexcept;

/// Begins the job of the communicator's processes. Collective. If that fails, all windows are the
/// MPI's own.
void begin_job(MPI_Comm comm) noexcept;

/// As begin_job, for a job that ends when the process does, since there may be no MPI_Finalize.
void begin_job_among(MPI_Comm comm) noexcept;

/// The callback of the attribute of MPI_COMM_SELF.
int begin_to_finalize(MPI_Comm, int, void*, void*);

/// Frees the communicators and the group that this library has made, before the MPI or its last
/// session ends. The job goes on.
void give_mpi_back() noexcept;

/// Makes these communicators again, in a later session. Collective.
void take_from_mpi(MPI_Comm comm) noexcept;

/// A session of the MPI begins, or ends. @return whether it was the last
void count_session() noexcept;
[[nodiscard]] bool uncount_session() noexcept;

/// The values that one process contributes to an agreement before a communicator's first window.
/// All processes get the largest of each.
struct Vote {
    uint64_t id; // of the process's job; 0: it has none yet, and may begin one
    uint64_t opposite; // ~id: its largest value gives the smallest id
    uint64_t lacks_mpi; // 1: the process has a job, but has given its communicators back
    uint64_t has_sessions; // 1: a session is open, or MPI_Init has not been called
    uint64_t has_threads; // 1: several threads of the process may call at a time
};
inline constexpr uint64_t kNever = UINT64_MAX;

/// The right to begin a job without MPI_Init. Of several threads that make first windows on
/// communicators of different sessions, one has it; the windows of the others are the MPI's own.
class TurnToBegin {
  public:
    TurnToBegin() = default;
    ~TurnToBegin();
    TurnToBegin(const TurnToBegin&) = delete;
    TurnToBegin& operator=(const TurnToBegin&) = delete;

    /// @return whether this object has it
    [[nodiscard]] bool take() noexcept;

  private:
    bool is_taken_ = false;
};

[[nodiscard]] Vote vote(TurnToBegin& turn) noexcept;

/// MPI_Barrier on the communicator that the context points to.
[[nodiscard]] int barrier_by_mpi(void* context) noexcept;

} // namespace arauto::mpi
