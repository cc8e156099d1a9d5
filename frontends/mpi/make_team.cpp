// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See make_team.hpp.
#include "make_team.hpp"

#include "job.hpp"
#include "job_life.hpp"
#include "native.hpp"
#include "real.hpp"
#include "shared_barrier.hpp"

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

Vote agree(MPI_Comm comm) noexcept {
    Vote all = vote();
    real().Allreduce(MPI_IN_PLACE, &all, sizeof all / sizeof all.id, MPI_UINT64_T, MPI_MAX, comm);
    return all;
}

/// Collective, unless some have nothing to do with this process's job: those may not have the
/// library, and would not answer.
/// @return whether all its processes are in one job, which begins here if need be
bool share_job(MPI_Comm comm, Vote& all) noexcept {
    if (job().has_world && (!job().ready || has_strangers(comm))) {
        return false;
    }
    all = agree(comm);
    if (all.id == 0) {
        begin_job_among(comm);
        all = agree(comm);
    }
    if (all.id != ~all.opposite || all.id == kNever) {
        return false;
    }
    if (all.lacks_mpi != 0) {
        take_from_mpi(comm);
    }
    return true;
}

/// Ranks in the job of the communicator's members.
std::vector<int> ranks_in_job(MPI_Comm comm) noexcept {
    int size = 0;
    real().Comm_size(comm, &size);
    std::vector<int> ranks(static_cast<size_t>(size));
    real().Allgather(&job().rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, comm);
    return ranks;
}

/// MPI_COMM_SELF may be there, but not as long as the team is when there are sessions too.
void settle(Team& team, MPI_Comm comm, bool has_sessions) noexcept {
    team.self = MPI_COMM_SELF;
    team.owns_self = has_sessions;
    if (has_sessions) {
        real().Comm_split(comm, team.rank, 0, &team.self);
    }
}

constexpr uint64_t kNoTeam = 0; // the number of none

/// Collective over the communicator: an unused team that all its members have found.
Team* reuse_team(MPI_Comm comm, const std::vector<int>& ranks) noexcept {
    Team* const team = take_unused(ranks);
    const uint64_t mine = team != nullptr ? number_of(*team) : kNoTeam;
    uint64_t numbers[2] = {mine, ~mine};
    real().Allreduce(MPI_IN_PLACE, numbers, 2, MPI_UINT64_T, MPI_MAX, comm);
    const bool is_same = numbers[0] == ~numbers[1];
    if (team == nullptr || !is_same) {
        if (team != nullptr) {
            put_unused(team);
        }
        return nullptr;
    }
    team->keepers.store(1, std::memory_order_relaxed); // relaxed because no other thread has it
    return team;
}

Team* make_team(MPI_Comm comm) noexcept {
    Vote all{};
    if (!share_job(comm, all)) {
        return no_team();
    }
    const std::vector<int> ranks = ranks_in_job(comm);
    if (Team* const team = reuse_team(comm, ranks); team != nullptr) {
        settle(*team, comm, all.has_sessions != 0);
        return team;
    }
    auto team = std::make_unique<Team>();
    team->size = static_cast<int>(ranks.size());
    real().Comm_rank(comm, &team->rank);
    settle(*team, comm, all.has_sessions != 0);
    const arauto_group_t group = {ranks.data(), team->size, &comm, find_largest, barrier_by_mpi};
    int made = arauto_team_create_within(&group, &team->handle) == 0 ? 1 : 0;
    real().Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MIN, comm);
    // Errors of an allocation are the same on all members.
    const size_t bytes = sizeof(BarrierCell) + ranks.size() * sizeof(int);
    if (made == 0 || arauto_segment_allocate(team->handle, bytes, &team->barrier) < 0) {
        return no_team();
    }
    // Of those on this node the first has the table.
    const auto keeper = std::find_if_not(ranks.begin(), ranks.end(), is_far);
    auto* const first = static_cast<BarrierCell*>(arauto_segment_pointer(team->barrier, *keeper));
    auto* const table = reinterpret_cast<int*>(first + 1);
    if (*keeper == job().rank) {
        std::copy(ranks.begin(), ranks.end(), table);
    }
    team->is_spread = std::any_of(ranks.begin(), ranks.end(), is_far);
    team->job_ranks = table;
    real().Barrier(comm); // the table is there
    return team.release();
}

} // namespace

Team* team_of(MPI_Comm comm) noexcept {
    if (comm == MPI_COMM_NULL || job().is_off) {
        return nullptr;
    }
    if (all_are_native()) {
        tell_native(comm);
        return nullptr;
    }
    Team* team = known_team(comm);
    if (team == nullptr) {
        int is_inter = 0;
        real().Comm_test_inter(comm, &is_inter);
        team = is_inter != 0 ? no_team() : make_team(comm);
        // Without a team too, on all members: they must agree whether to ask each other again.
        remember_team(comm, team);
    }
    if (team == no_team()) {
        tell_native(comm);
        return nullptr;
    }
    return team;
}

} // namespace arauto::mpi
