// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The processes behind the ranks of a communicator, and the channels between them.
#pragma once

#include "messages.hpp"

#include <cstdint>

namespace arauto::mpi {

/// It stays as it is until the communicator is freed. Never for MPI_COMM_NULL, and in jobs that are
/// checked only.
[[nodiscard]] Peers& peers_of(MPI_Comm comm) noexcept;
void forget_peers(MPI_Comm comm) noexcept;

/// A rank of the job; -1: none, as MPI_PROC_NULL.
[[nodiscard]] int job_rank(const Peers& peers, int rank) noexcept;

/// Tags of messages are 0 or more; calls of the whole communicator have tags below.
[[nodiscard]] uint64_t channel_of(const Peers& peers, int tag) noexcept;

void tell_send(MPI_Comm comm, int rank, int tag) noexcept;
void tell_receive(MPI_Comm comm, int rank, int tag) noexcept;

} // namespace arauto::mpi
