// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The team of a communicator: its processes, in the terms of Arauto. Kept as an attribute of the
// communicator.
#pragma once

#include "mpi.hpp"

#include "arauto/segment.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace arauto::mpi {

/// The processes of a communicator that lies within the job. The communicator and the windows that
/// were made on it keep it alive.
struct Team {
    std::atomic<int> references{1}; // the communicator and the windows
    arauto_team_h handle = nullptr;
    bool is_spread = false; // over several nodes
    bool has_threads = false; // several threads of a member may call
    int rank = 0;
    int size = 1;
    arauto_segment_h table = nullptr; // `job_ranks`, at the first member of each node
    const int* job_ranks = nullptr; // of the members
    MPI_Comm self{}; // this process alone; the windows' native handles belong to it
    bool owns_self = false; // false: `self` is MPI_COMM_SELF
};

/// The communicator's team; no_team() when it has none; null when that is not known yet.
[[nodiscard]] Team* team_attribute(MPI_Comm comm) noexcept;
void remember_team(MPI_Comm comm, Team* team) noexcept;

/// The attribute of a communicator whose windows are the MPI's.
[[nodiscard]] Team* no_team() noexcept;

/// The communicator's team; null where it has none, or that is not known yet. Not collective.
[[nodiscard]] Team* find_team(MPI_Comm comm) noexcept;

/// The rank in the team of the first member that has ended; -1: all are running.
[[nodiscard]] int ended_member(const Team& team) noexcept;

/// Waits until all members have called it. @return false when a member has ended
bool pass_barrier(const Team& team) noexcept;

void keep(Team& team) noexcept;
void drop(Team& team) noexcept;

/// The heap offset of the team's segment: equal on all members, unlike any other team's.
[[nodiscard]] uint64_t key_of(const Team& team) noexcept;

/// Takes an unused team. Teams that nothing keeps any more are kept for a later communicator of the
/// same processes in the same order. They are not freed, since members would have to do so
/// together, and each drops the team at a time of its own.
/// @return the team of these processes with the lowest key; null when there is none
[[nodiscard]] Team* take_unused(const std::vector<int>& job_ranks) noexcept;
void put_unused(Team* team) noexcept;

/// Frees the attribute key of teams; called before the MPI ends.
void forget_teams() noexcept;

} // namespace arauto::mpi
