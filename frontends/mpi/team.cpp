// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See team.hpp.
#include "team.hpp"

#include "job.hpp"
#include "real.hpp"
#include "thread_state.hpp"

#include "arauto/runtime.h"
#include "arauto/team.h"

#include <algorithm>
#include <mutex>

namespace arauto::mpi {
namespace {

/// The teams of this process.
struct Teams {
    int key = MPI_KEYVAL_INVALID; // of the attribute
    Team none; // no_team()
    std::mutex mutex; // guards the next
    std::vector<Team*>* unused = nullptr; // never freed; null: there has been none
};
constinit Teams g_teams;

int forget_team(MPI_Comm, int, void* attribute, void*) {
    if (attribute != &g_teams.none) {
        drop(*static_cast<Team*>(attribute));
    }
    return MPI_SUCCESS;
}

} // namespace

Team* team_attribute(MPI_Comm comm) noexcept {
    if (g_teams.key == MPI_KEYVAL_INVALID) {
        return nullptr;
    }
    void* attribute = nullptr;
    int found = 0;
    const int status = real().Comm_get_attr(comm, g_teams.key, &attribute, &found);
    return status == MPI_SUCCESS && found != 0 ? static_cast<Team*>(attribute) : nullptr;
}

void remember_team(MPI_Comm comm, Team* team) noexcept {
    if (g_teams.key == MPI_KEYVAL_INVALID) {
        real().Comm_create_keyval(copy_nothing<MPI_Comm>, forget_team, &g_teams.key, nullptr);
    }
    real().Comm_set_attr(comm, g_teams.key, team);
}

Team* no_team() noexcept {
    return &g_teams.none;
}

Team* find_team(MPI_Comm comm) noexcept {
    Team* const known = comm != MPI_COMM_NULL ? team_attribute(comm) : nullptr;
    return known != &g_teams.none ? known : nullptr;
}

int ended_member(const Team& team) noexcept {
    for (int member = 0; member < team.size; ++member) {
        arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
        arauto_rank_state(team.job_ranks[member], &state);
        if (state != ARAUTO_RANK_RUNNING) {
            return member;
        }
    }
    return -1;
}

bool pass_barrier(const Team& team) noexcept {
    t_state.note_call();
    return arauto_team_barrier(team.handle) >= 0;
}

uint64_t key_of(const Team& team) noexcept {
    const auto* const mine = static_cast<const std::byte*>(
        arauto_segment_pointer(team.table, team.job_ranks[team.rank]));
    return static_cast<uint64_t>(mine - job().heap0 - job().stride * job().rank);
}

Team* take_unused(const std::vector<int>& job_ranks) noexcept {
    const std::lock_guard<std::mutex> guard(g_teams.mutex);
    if (g_teams.unused == nullptr) {
        return nullptr;
    }
    Team* lowest = nullptr;
    for (Team* const team : *g_teams.unused) {
        if (std::equal(job_ranks.begin(), job_ranks.end(), team->job_ranks,
                       team->job_ranks + team->size) &&
            (lowest == nullptr || key_of(*team) < key_of(*lowest))) {
            lowest = team;
        }
    }
    std::erase(*g_teams.unused, lowest);
    return lowest;
}

void put_unused(Team* team) noexcept {
    const std::lock_guard<std::mutex> guard(g_teams.mutex);
    if (g_teams.unused == nullptr) {
        g_teams.unused = new std::vector<Team*>;
    }
    g_teams.unused->push_back(team);
}

void forget_teams() noexcept {
    if (g_teams.key != MPI_KEYVAL_INVALID) {
        real().Comm_free_keyval(&g_teams.key);
    }
}

void keep(Team& team) noexcept {
    // relaxed because the caller knows the team by a reference, which keeps it alive
    team.references.fetch_add(1, std::memory_order_relaxed);
}

void drop(Team& team) noexcept {
    // PAIR team.references: leave; the last one comes behind all others
    if (team.references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        if (team.owns_self) {
            real().Comm_free(&team.self);
            team.owns_self = false;
        }
        put_unused(&team); // until the end of the job
    }
}

} // namespace arauto::mpi
