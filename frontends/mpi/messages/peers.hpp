// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The processes behind the ranks of a communicator, and the channels between them.
#pragma once

#include "real_messages.hpp"

#include <cstdint>
#include <vector>

namespace arauto::mpi {

/// One communicator. A rank in the job is one of MPI_COMM_WORLD.
struct Peers {
    uint64_t id = 0; // the same on all processes, and for all communicators of the same group
    bool is_inter = false;
    int rank = 0;
    std::vector<int> ranks; // in the job, of those to whom messages go
    uint64_t meetings = 0; // calls of the whole communicator so far
};

/// It stays as it is until the communicator is freed. Never for MPI_COMM_NULL.
[[nodiscard]] Peers& peers_of(MPI_Comm comm) noexcept;
void forget_peers(MPI_Comm comm) noexcept;

/// A rank of the job; -1: none, as MPI_PROC_NULL.
[[nodiscard]] int job_rank(const Peers& peers, int rank) noexcept;

/// Tags of messages are 0 or more; calls of the whole communicator have tags below.
[[nodiscard]] uint64_t channel_of(const Peers& peers, int tag) noexcept;

void tell_send(MPI_Comm comm, int rank, int tag) noexcept;
void tell_receive(MPI_Comm comm, int rank, int tag) noexcept;

} // namespace arauto::mpi
