// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The processes of a communicator whose windows are ours. Each communicator knows its team by an
// attribute.
#pragma once

#include "mpi.hpp"

#include "arauto/segment.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace arauto::mpi {

/// The processes of a communicator that lies within the job. Kept by the communicator and by the
/// windows that were made on it.
struct Team {
    std::atomic<int> keepers{1};
    arauto_team_h handle = nullptr;
    bool is_spread = false; // over several nodes
    arauto_segment_h barrier = nullptr; // at rank 0 a BarrierCell; then the members' ranks
    uint64_t barriers = 0; // so far
    int rank = 0;
    int size = 1;
    const int* job_ranks = nullptr; // of the members; once on a node, at its first member
    MPI_Comm self = MPI_COMM_NULL; // this process alone: where native handles live
    bool owns_self = false; // else it is MPI_COMM_SELF
};

/// What has been found out about the communicator: its team, no_team(), or null, nothing yet.
[[nodiscard]] Team* known_team(MPI_Comm comm) noexcept;
void remember_team(MPI_Comm comm, Team* team) noexcept;

/// Stands for "none" at a communicator whose windows are the MPI's.
[[nodiscard]] Team* no_team() noexcept;

/// Null where the communicator has no team, or it is not known yet. Not collective.
[[nodiscard]] Team* find_team(MPI_Comm comm) noexcept;

/// The first member that has ended, as a rank in the team; -1: all are running.
[[nodiscard]] int ended_member(const Team& team) noexcept;

void keep(Team& team) noexcept;
void drop(Team& team) noexcept;

/// The same on all members, and of no other team.
[[nodiscard]] uint64_t number_of(const Team& team) noexcept;

/// Teams that nothing keeps any more wait for a communicator of the same processes in the same
/// order: the members cannot free a team together, for each drops it at a time of its own.
/// @return the one of these processes that has the lowest number; null when there is none
[[nodiscard]] Team* take_unused(const std::vector<int>& job_ranks) noexcept;
void put_unused(Team* team) noexcept;

/// The MPI goes, and with it the attribute key by which communicators know their teams.
void forget_teams() noexcept;

} // namespace arauto::mpi
