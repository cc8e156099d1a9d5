// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What this process knows about its MPI job: the processes of its node are one arauto job, in which
// a process has the rank that it has in the node's communicator.
#pragma once

#include "mpi.hpp"
#include "turn.hpp"

#include "arauto/segment.h"

#include <atomic>
#include <memory>

namespace arauto::mpi {

/// Of each process, in shared memory.
struct ProcessBlock {
    TicketLock accumulate; // held while somebody changes memory of this process by an accumulate
};

struct Job {
    bool ready = false; // false: every window is the MPI's own
    bool is_off = false; // by the setting ARAUTO_MPI: and none will ever be ours
    bool is_oversubscribed = false; // more processes than cores
    bool threaded = false; // several threads may call at a time
    bool has_world = false; // MPI_Init has been called, MPI_Finalize has not
    uint64_t id = 0; // the same on all processes of the job, and on no others
    int looks = 2000; // of a wait before it gives up its core
    int yields = 20000; // after that, before it naps
    int yields_to_bell = 20000; // the same where a bell wakes it, before it sleeps
    int rank = 0; // in the node
    int size = 1;
    // Communicators of ours; null between sessions.
    MPI_Comm node = MPI_COMM_NULL; // this process and others of its node, at MPI_Init all of them
    MPI_Comm self = MPI_COMM_NULL; // this process alone
    MPI_Group group = MPI_GROUP_NULL; // of `node`
    arauto_segment_h blocks = nullptr; // a ProcessBlock each
    std::byte* heap0 = nullptr; // where rank 0's part of a segment lies ...
    ptrdiff_t stride = 0; // ... and how far the next rank's is from it
};

[[nodiscard]] const Job& job() noexcept;

[[nodiscard]] inline ProcessBlock& block_of(int node_rank) noexcept {
    return *static_cast<ProcessBlock*>(arauto_segment_pointer(job().blocks, node_rank));
}

/// The processes of a communicator that lies within this node. Kept by the communicator and by the
/// windows that were made on it.
struct Team {
    std::atomic<int> keepers{1};
    arauto_team_h handle = nullptr;
    arauto_segment_h meeting = nullptr; // at rank 0 a MeetingPlace, and the members' ranks
    uint64_t meetings = 0; // barriers so far
    int rank = 0;
    int size = 1;
    const int* node_ranks = nullptr; // of the members; once for all of them, at rank 0
    MPI_Comm self = MPI_COMM_NULL; // this process alone: where native handles live
    bool owns_self = false; // else it is MPI_COMM_SELF
};

/// The communicator's team, made at the first call, which is collective over it. Null when one of
/// its processes is on another node, in another job, or the communicator is no ordinary one.
[[nodiscard]] Team* team_of(MPI_Comm comm) noexcept;

/// The team if it has been made; not collective.
[[nodiscard]] Team* find_team(MPI_Comm comm) noexcept;

void keep(Team& team) noexcept;
void drop(Team& team) noexcept;

} // namespace arauto::mpi
