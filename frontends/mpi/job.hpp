// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What this process knows about its MPI job: all its processes are one arauto job, in which a
// process has the rank that it has in a communicator of them all. Where other nodes cannot be
// reached the processes of each node are a job.
#pragma once

#include "mpi.hpp"

#include "arauto/segment.h"

#include <cstddef>
#include <cstdint>

namespace arauto::mpi {

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
    int yields_to_sleep = 20000; // the same before it sleeps, where a doorbell wakes it
    bool is_spread = false; // over several nodes
    int rank = 0;
    int size = 1;
    bool has_comms = false; // the next three: not between sessions
    MPI_Comm all{}; // this process and others of its job, at MPI_Init all of them
    MPI_Comm self{}; // this process alone
    MPI_Group group{}; // of `all`
    arauto_segment_h blocks = nullptr; // a ProcessBlock each (accumulate_lock.hpp)
    std::byte* heap0 = nullptr; // where rank 0's part of a segment would lie ...
    ptrdiff_t stride = 0; // ... and how far the next rank's is from it; for those of this node
};

/// Written by job_life.cpp and init.cpp only.
extern constinit Job g_job;

[[nodiscard]] inline const Job& job() noexcept {
    return g_job;
}

/// Whether the process is on another node.
[[nodiscard]] inline bool is_far(int job_rank) noexcept {
    return job().is_spread && arauto_segment_pointer(job().blocks, job_rank) == nullptr;
}

} // namespace arauto::mpi
