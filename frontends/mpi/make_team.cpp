// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See make_team.hpp.
#include "make_team.hpp"

#include "job.hpp"
#include "job_life.hpp"
#include "native.hpp"
#include "real.hpp"
#include "thread_state.hpp"

#include "arauto/spi/team.h"
#include "arauto/team.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace arauto::mpi {
namespace {

int find_largest(void* context, uint64_t* value) {
    return real().Allreduce(MPI_IN_PLACE, value, 1, MPI_UINT64_T, MPI_MAX,
                            *static_cast<MPI_Comm*>(context));
}

Vote agree(MPI_Comm comm, TurnToBegin& turn) noexcept {
    Vote all = vote(turn);
    real().Allreduce(MPI_IN_PLACE, &all, sizeof all / sizeof all.id, MPI_UINT64_T, MPI_MAX, comm);
    return all;
}

/// Begins a job if need be. Collective, except where some processes can never be in this process's
/// job: these may not have the library, and would not take part.
/// @return whether all processes of the communicator are in one job
bool share_job(MPI_Comm comm, Vote& all) noexcept {
    if (job().has_world && (!job().is_ready() || reaches_outside_job(comm))) {
        return false;
    }
    TurnToBegin turn;
    all = agree(comm, turn);
    if (all.id == 0) {
        begin_job_among(comm);
        all = agree(comm, turn);
    }
    if (all.id != ~all.opposite || all.id == kNever) {
        return false;
    }
    if (all.lacks_mpi != 0) {
        take_from_mpi(comm);
    }
    return true;
}

/// The ranks in the job of the communicator's members.
std::vector<int> ranks_in_job(MPI_Comm comm) noexcept {
    int size = 0;
    real().Comm_size(comm, &size);
    std::vector<int> ranks(static_cast<size_t>(size));
    real().Allgather(&job().rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, comm);
    return ranks;
}

/// Sets the team's communicator of this process alone. With sessions that cannot be MPI_COMM_SELF,
/// which may end before the team.
void set_self(Team& team, MPI_Comm comm, bool has_sessions) noexcept {
    team.self = MPI_COMM_SELF;
    team.owns_self = has_sessions;
    if (has_sessions) {
        real().Comm_split(comm, team.rank, 0, &team.self);
    }
}

constexpr uint64_t kNoTeam = 0; // no team has this key

/// Takes an unused team, if all members have found the same one. Collective over the communicator.
Team* reuse_team(MPI_Comm comm, const std::vector<int>& ranks) noexcept {
    Team* const team = take_unused(ranks);
    const uint64_t mine = team != nullptr ? key_of(*team) : kNoTeam;
    uint64_t keys[2] = {mine, ~mine};
    real().Allreduce(MPI_IN_PLACE, keys, 2, MPI_UINT64_T, MPI_MAX, comm);
    const bool is_same = keys[0] == ~keys[1];
    if (team == nullptr || !is_same) {
        if (team != nullptr) {
            put_unused(team);
        }
        return nullptr;
    }
    team->references.store(1, std::memory_order_relaxed); // relaxed because no other thread has it
    return team;
}

/// An unused team of these processes, or a new one. Collective over the communicator. Null, on all
/// members, when there is no memory for it.
Team* take_team(MPI_Comm comm, const std::vector<int>& ranks) noexcept {
    if (Team* const team = reuse_team(comm, ranks); team != nullptr) {
        return team;
    }
    auto team = std::make_unique<Team>();
    team->size = static_cast<int>(ranks.size());
    real().Comm_rank(comm, &team->rank);
    t_state.note_call();
    const arauto_group_t group = {ranks.data(), team->size, &comm, find_largest, barrier_by_mpi};
    int made = arauto_team_create_within(&group, &team->handle) == 0 ? 1 : 0;
    real().Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MIN, comm);
    // Errors of an allocation are the same on all members.
    if (made == 0 ||
        arauto_segment_allocate(team->handle, ranks.size() * sizeof(int), &team->table) < 0) {
        return nullptr;
    }
    // The first member on this node keeps the table of ranks for the node.
    const auto keeper = std::find_if_not(ranks.begin(), ranks.end(), is_on_other_node);
    auto* const table = static_cast<int*>(arauto_segment_pointer(team->table, *keeper));
    if (*keeper == job().rank) {
        std::copy(ranks.begin(), ranks.end(), table);
    }
    team->is_spread = std::any_of(ranks.begin(), ranks.end(), is_on_other_node);
    team->job_ranks = table;
    real().Barrier(comm); // the table is there
    return team.release();
}

Team* make_team(MPI_Comm comm) noexcept {
    Vote all{};
    Team* const team = share_job(comm, all) ? take_team(comm, ranks_in_job(comm)) : nullptr;
    if (team == nullptr) {
        return no_team();
    }
    team->has_threads = all.has_threads != 0;
    set_self(*team, comm, all.has_sessions != 0);
    return team;
}

} // namespace

Team* team_of(MPI_Comm comm) noexcept {
    if (comm == MPI_COMM_NULL || job().is_off) {
        return nullptr;
    }
    Team* team = team_attribute(comm);
    if (team == nullptr && all_are_native()) {
        log_native(comm);
        return nullptr;
    }
    if (team == nullptr) {
        int is_inter = 0;
        real().Comm_test_inter(comm, &is_inter);
        team = is_inter != 0 ? no_team() : make_team(comm);
        // Also no_team() is remembered, on all members: the next call is collective for all or
        // none.
        remember_team(comm, team);
    }
    if (team == no_team()) {
        log_native(comm);
        return nullptr;
    }
    return team;
}

Team* take_team_for_window(MPI_Comm comm, Team& team) noexcept {
    if (team.has_threads) {
        return take_team(comm, {team.job_ranks, team.job_ranks + team.size});
    }
    keep(team);
    return &team;
}

} // namespace arauto::mpi
