// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams of communicators: each knows its own by an attribute.
#include "arauto/team.h"

#include "job_votes.hpp"
#include "meeting.hpp"
#include "native.hpp"
#include "real.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace arauto::mpi {
namespace {

int g_team_key = MPI_KEYVAL_INVALID;

int find_largest(void* context, uint64_t* value) {
    return real().Allreduce(MPI_IN_PLACE, value, 1, MPI_UINT64_T, MPI_MAX,
                            *static_cast<MPI_Comm*>(context));
}

/// What a communicator has whose windows are the MPI's.
Team g_no_team;

int forget_team(MPI_Comm, int, void* attribute, void*) {
    if (attribute != &g_no_team) {
        drop(*static_cast<Team*>(attribute));
    }
    return MPI_SUCCESS;
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

// Teams that nobody keeps any more wait here for a communicator of the same processes in the same
// order: its members cannot give a team back together, for each drops it at a time of its own.
std::mutex g_unused_mutex;
std::vector<Team*>* g_unused = nullptr;
constexpr uint64_t kNoTeam = 0;

/// The same on all members, and of no other team.
uint64_t number_of(const Team& team) noexcept {
    const auto* const mine = static_cast<const std::byte*>(
        arauto_segment_pointer(team.meeting, team.job_ranks[team.rank]));
    return static_cast<uint64_t>(mine - job().heap0 - job().stride * job().rank);
}

/// Takes the unused team of these processes that has the lowest number; null when there is none.
Team* take_unused(const std::vector<int>& ranks) noexcept {
    const std::lock_guard<std::mutex> guard(g_unused_mutex);
    if (g_unused == nullptr) {
        return nullptr;
    }
    Team* lowest = nullptr;
    for (Team* const team : *g_unused) {
        if (std::equal(ranks.begin(), ranks.end(), team->job_ranks, team->job_ranks + team->size) &&
            (lowest == nullptr || number_of(*team) < number_of(*lowest))) {
            lowest = team;
        }
    }
    std::erase(*g_unused, lowest);
    return lowest;
}

void put_unused(Team* team) noexcept {
    const std::lock_guard<std::mutex> guard(g_unused_mutex);
    if (g_unused == nullptr) {
        g_unused = new std::vector<Team*>;
    }
    g_unused->push_back(team);
}

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
    team->keepers.store(1, std::memory_order_relaxed); // relaxed because nobody has it
    return team;
}

Team* make_team(MPI_Comm comm) noexcept {
    Vote all{};
    if (!share_job(comm, all)) {
        return &g_no_team;
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
    const arauto_group_t group = {ranks.data(), team->size, &comm, find_largest, meet_by_mpi};
    int made = arauto_team_create_within(&group, &team->handle) == 0 ? 1 : 0;
    real().Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MIN, comm);
    // Errors of an allocation are the same on all members.
    const size_t bytes = sizeof(MeetingPlace) + ranks.size() * sizeof(int);
    if (made == 0 || arauto_segment_allocate(team->handle, bytes, &team->meeting) < 0) {
        return &g_no_team;
    }
    // Of those on this node the first has the table.
    const auto keeper = std::find_if_not(ranks.begin(), ranks.end(), is_far);
    auto* const first = static_cast<MeetingPlace*>(arauto_segment_pointer(team->meeting, *keeper));
    auto* const table = reinterpret_cast<int*>(first + 1);
    if (*keeper == job().rank) {
        std::copy(ranks.begin(), ranks.end(), table);
    }
    team->is_spread = std::any_of(ranks.begin(), ranks.end(), is_far);
    team->job_ranks = table;
    real().Barrier(comm); // the table is there
    return team.release();
}

/// What has been found out about the communicator: its team, that it has none, or null, nothing.
Team* known_team(MPI_Comm comm) noexcept {
    if (g_team_key == MPI_KEYVAL_INVALID) {
        return nullptr;
    }
    void* attribute = nullptr;
    int found = 0;
    const int status = real().Comm_get_attr(comm, g_team_key, &attribute, &found);
    return status == MPI_SUCCESS && found != 0 ? static_cast<Team*>(attribute) : nullptr;
}

} // namespace

Team* find_team(MPI_Comm comm) noexcept {
    Team* const known = comm != MPI_COMM_NULL ? known_team(comm) : nullptr;
    return known != &g_no_team ? known : nullptr;
}

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
        team = is_inter != 0 ? &g_no_team : make_team(comm);
        if (g_team_key == MPI_KEYVAL_INVALID) {
            real().Comm_create_keyval(copy_nothing<MPI_Comm>, forget_team, &g_team_key, nullptr);
        }
        // Without a team too, on all members: they must agree whether to ask each other again.
        real().Comm_set_attr(comm, g_team_key, team);
    }
    if (team == &g_no_team) {
        tell_native(comm);
        return nullptr;
    }
    return team;
}

void forget_teams() noexcept {
    if (g_team_key != MPI_KEYVAL_INVALID) {
        real().Comm_free_keyval(&g_team_key);
    }
}

void keep(Team& team) noexcept {
    team.keepers.fetch_add(1, std::memory_order_relaxed); // relaxed because it has a keeper
}

void drop(Team& team) noexcept {
    // PAIR team.keepers: leave; the last one comes behind all others
    if (team.keepers.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        if (team.owns_self) {
            real().Comm_free(&team.self);
        }
        put_unused(&team); // until the end of the job
    }
}

} // namespace arauto::mpi
