// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What this process knows about its MPI job: all its processes are one arauto job, in which a
// process has the rank that it has in a communicator of them all. Where other nodes cannot be
// reached the processes of each node are a job.
#pragma once

#include "mpi.hpp"
#include "turn.hpp"

#include "arauto/segment.h"

#include <atomic>
#include <memory>

namespace arauto::mpi {

/// Of each process, in shared memory.
struct ProcessBlock {
    TurnLock accumulate; // held while somebody changes memory of this process by an accumulate
};

struct Job {
    bool ready = false; // false: every window is the MPI's own
    bool is_off = false; // by the setting ARAUTO_MPI: and none will ever be ours
    bool is_oversubscribed = false; // more processes than cores, on this machine
    bool has_own_barriers = false; // on communicators with windows; the same on all processes
    bool threaded = false; // several threads may call at a time
    bool has_world = false; // MPI_Init has been called, MPI_Finalize has not
    bool lacks_some = false; // processes of MPI_COMM_WORLD that have not this library
    uint64_t id = 0; // the same on all processes of the job, and on no others
    int looks = 2000; // of a wait before it gives up its core
    int yields = 20000; // after that, before it naps
    int yields_to_bell = 20000; // the same where a bell wakes it, before it sleeps
    bool is_spread = false; // over several nodes
    int rank = 0;
    int size = 1;
    bool has_comms = false; // the next three: not between sessions
    MPI_Comm all{}; // this process and others of its job, at MPI_Init all of them
    MPI_Comm self{}; // this process alone
    MPI_Group group{}; // of `all`
    arauto_segment_h blocks = nullptr; // a ProcessBlock each
    std::byte* heap0 = nullptr; // where rank 0's part of a segment would lie ...
    ptrdiff_t stride = 0; // ... and how far the next rank's is from it; for those of this node
};

[[nodiscard]] const Job& job() noexcept;

/// Null: the process is on another node.
[[nodiscard]] inline ProcessBlock* block_of(int job_rank) noexcept {
    const Job& all = job();
    if (!all.is_spread) [[likely]] {
        return reinterpret_cast<ProcessBlock*>(all.heap0 + all.stride * job_rank);
    }
    return static_cast<ProcessBlock*>(arauto_segment_pointer(all.blocks, job_rank));
}
[[nodiscard]] inline bool is_far(int job_rank) noexcept {
    return job().is_spread && block_of(job_rank) == nullptr;
}

/// The processes of a communicator that lies within the job. Kept by the communicator and by the
/// windows that were made on it.
struct Team {
    std::atomic<int> keepers{1};
    arauto_team_h handle = nullptr;
    bool is_spread = false; // over several nodes
    arauto_segment_h meeting = nullptr; // at rank 0 a MeetingPlace; then the members' ranks
    uint64_t meetings = 0; // barriers so far
    int rank = 0;
    int size = 1;
    const int* job_ranks = nullptr; // of the members; once on a node, at its first member
    MPI_Comm self = MPI_COMM_NULL; // this process alone: where native handles live
    bool owns_self = false; // else it is MPI_COMM_SELF
};

/// The communicator's team, made at the first call, which is collective over it. Null when one of
/// its processes is in another job, or the communicator is no ordinary one.
[[nodiscard]] Team* team_of(MPI_Comm comm) noexcept;

/// The team if it has been made; not collective.
[[nodiscard]] Team* find_team(MPI_Comm comm) noexcept;

void keep(Team& team) noexcept;
void drop(Team& team) noexcept;

} // namespace arauto::mpi
