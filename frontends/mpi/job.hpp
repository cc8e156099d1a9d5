// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The Arauto job of this process. It consists of all processes of the MPI job, and a process has
// the same rank in it as in the communicator `all`. Where other nodes cannot be reached, the
// processes of each node are a job.
#pragma once

#include "mpi.hpp"

#include "arauto/segment.h"
#include "arauto/spi/wait.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace arauto::mpi {

struct Job {
    // PAIR job.ready: what begin_job has written, before the first windows of other threads
    std::atomic<bool> ready{false}; // false: every window is the MPI's own
    [[nodiscard]] bool is_ready() const noexcept {
        return ready.load(std::memory_order_acquire); // PAIR job.ready: look
    }
    bool is_counting = false; // the job is counted, traced or checked (count.hpp)
    bool is_checked = false; // for races (told.hpp); it is counted then, too
    bool is_off = false; // the setting ARAUTO_MPI is off: no window will ever be Arauto's
    bool is_oversubscribed = false; // more processes than cores, on this machine
    // MPI_Barrier on communicators with windows is Arauto's; the same on all processes.
    bool has_own_barriers = false;
    bool threaded = false; // several threads may call at a time
    bool has_world = false; // MPI_Init has been called, MPI_Finalize has not
    bool lacks_some = false; // some processes of MPI_COMM_WORLD have not loaded this library
    uint64_t id = 0; // the same on all processes of the job, and on no others
    bool is_spread = false; // over several nodes
    int rank = 0;
    int size = 1;
    bool has_comms = false; // the next three are valid; not so between sessions
    MPI_Comm all{}; // the processes of the job
    MPI_Comm self{}; // this process alone
    MPI_Group group{}; // of `all`
    arauto_segment_h blocks = nullptr; // a ProcessBlock each (accumulate_lock.hpp)
    // On this node, rank r's part of `blocks` lies at heap0 + r * stride; rank 0 may be elsewhere.
    std::byte* heap0 = nullptr;
    ptrdiff_t stride = 0;
    int replay_kernel = -1; // the number of the kernel that carries out records (record.cpp)
    int presence_socket = -1; // shows this process to the others until it ends (presence.cpp)

    // How it begins and ends (job_life.cpp).
    bool is_over = false; // it has ended, or could not begin: none will begin
    bool ends_at_exit = false; // it ends with the process, not with MPI_Finalize
    std::atomic<bool> is_beginning{false}; // taken by a TurnToBegin
    std::atomic<int> sessions{0}; // sessions that are open
    pid_t process = 0; // the process that joined; a child that it forks has another number

    /// How often a call looks that a program repeats, before it gives up its core.
    [[nodiscard]] int looks() const noexcept {
        return is_oversubscribed ? spi::kLooksInMpiCrowd : spi::kLooksInMpi;
    }
};

/// Written by job_life.cpp, init.cpp and presence.cpp only.
extern constinit Job g_job;

[[nodiscard]] inline const Job& job() noexcept {
    return g_job;
}

/// Whether the process is on another node.
[[nodiscard]] inline bool is_on_other_node(int job_rank) noexcept {
    return job().is_spread && arauto_segment_pointer(job().blocks, job_rank) == nullptr;
}

} // namespace arauto::mpi
