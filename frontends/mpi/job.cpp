// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See job.hpp. The job begins after the MPI's own MPI_Init and ends with an attribute of
// MPI_COMM_SELF: MPI_Finalize deletes that one last, after those of the program, whose callbacks
// may still free windows.
#include "job.hpp"

#include "count.hpp"
#include "meeting.hpp"
#include "native.hpp"
#include "notify_guard.hpp"
#include "notify_serve.hpp"
#include "real.hpp"
#include "serve.hpp"
#include "wait.hpp"

#include "arauto/info.h"
#include "arauto/runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <sched.h>
#include <unistd.h>
#include <vector>

namespace arauto::mpi {

constinit bool g_is_counting = false;

namespace {

constinit Job g_job{};
int g_team_key = MPI_KEYVAL_INVALID;
constexpr size_t kPieceBytes = size_t{1} << 30; // of a broadcast, whose count is an int

int spread(void* context, void* data, size_t bytes) {
    auto* const comm = static_cast<MPI_Comm*>(context);
    for (size_t done = 0; done < bytes; done += kPieceBytes) {
        const int piece = static_cast<int>(std::min(kPieceBytes, bytes - done));
        if (PMPI_Bcast(static_cast<char*>(data) + done, piece, MPI_BYTE, 0, *comm) != 0) {
            return 1;
        }
    }
    return 0;
}

int meet(void* context) {
    return real().Barrier(*static_cast<MPI_Comm*>(context));
}

int find_largest(void* context, uint64_t* value) {
    return PMPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_UINT64_T, MPI_MAX,
                          *static_cast<MPI_Comm*>(context));
}

int end_job(MPI_Comm, int, void*, void*) {
    if (g_job.ready) {
        g_job.ready = false;
        real().Barrier(g_job.node);
        stop_helping();
        arauto_finalize();
        PMPI_Group_free(&g_job.group);
        PMPI_Comm_free(&g_job.node);
        PMPI_Comm_free(&g_job.self);
    }
    return MPI_SUCCESS;
}

int forget_team(MPI_Comm, int, void* attribute, void*) {
    drop(*static_cast<Team*>(attribute));
    return MPI_SUCCESS;
}

/// Cores that any process of the node may use: some launchers bind each to one of its own.
int cores_of_all() noexcept {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    sched_getaffinity(0, sizeof cores, &cores);
    PMPI_Allreduce(MPI_IN_PLACE, &cores, sizeof cores, MPI_BYTE, MPI_BOR, g_job.node);
    return CPU_COUNT(&cores);
}

/// Whether giving up the core may let any process of the node run. Some launchers give each one a
/// session of its own, and the kernel may schedule sessions as groups.
bool share_a_session() noexcept {
    int64_t sessions[2] = {getsid(0), -getsid(0)};
    PMPI_Allreduce(MPI_IN_PLACE, sessions, 2, MPI_INT64_T, MPI_MAX, g_job.node);
    char are_groups = '0';
    if (std::FILE* const file = std::fopen("/proc/sys/kernel/sched_autogroup_enabled", "r")) {
        are_groups = static_cast<char>(std::fgetc(file));
        std::fclose(file);
    }
    return sessions[0] == -sessions[1] || are_groups != '1';
}

/// How long waits look, then yield.
void choose_waits() noexcept {
    g_job.is_oversubscribed = g_job.size > cores_of_all();
    const bool yields_help = share_a_session();
    if (g_job.is_oversubscribed) {
        g_job.looks = 20;
        g_job.yields = yields_help ? 20000 : 100;
        g_job.yields_to_bell = yields_help ? 30 : 2;
    }
}

/// @return whether this process has joined; others may have failed to
bool join() noexcept {
    PMPI_Comm_rank(g_job.node, &g_job.rank);
    PMPI_Comm_size(g_job.node, &g_job.size);
    const arauto_surroundings_t around = {g_job.rank, g_job.size, &g_job.node, spread, meet};
    if (arauto_init_within(&around) < 0) {
        std::fprintf(stderr, "arauto: windows are left to the MPI: %s\n", arauto_last_error());
        return false;
    }
    return arauto_segment_allocate(arauto_team_world(), sizeof(ProcessBlock), &g_job.blocks) == 0;
}

/// A node: the processes that share memory, or so many of them as the setting for tests says.
void split_into_nodes() noexcept {
    PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &g_job.node);
    const int processes = std::atoi(arauto_setting("ARAUTO_MPI_NODE"));
    if (processes < 1) {
        return;
    }
    MPI_Comm whole = g_job.node;
    int rank = 0;
    PMPI_Comm_rank(whole, &rank);
    PMPI_Comm_split(whole, rank / processes, rank, &g_job.node);
    PMPI_Comm_free(&whole);
}

void begin_job() noexcept {
    if (g_job.ready) {
        return;
    }
    if (std::strcmp(arauto_setting("ARAUTO_MPI"), "off") == 0) {
        tell_all_native("ARAUTO_MPI is off");
        return;
    }
    split_into_nodes();
    int joined = join() ? 1 : 0;
    PMPI_Allreduce(MPI_IN_PLACE, &joined, 1, MPI_INT, MPI_MIN, g_job.node);
    if (joined == 0) {
        PMPI_Comm_free(&g_job.node);
        return;
    }
    int level = MPI_THREAD_SINGLE;
    PMPI_Query_thread(&level);
    g_job.threaded = level == MPI_THREAD_MULTIPLE;
    NotifyGuard::is_needed = g_job.threaded;
    hook_progress();
    PMPI_Comm_dup(MPI_COMM_SELF, &g_job.self);
    PMPI_Comm_group(g_job.node, &g_job.group);
    g_job.heap0 = static_cast<std::byte*>(arauto_segment_pointer(g_job.blocks, 0));
    if (g_job.size > 1) {
        g_job.stride =
            static_cast<std::byte*>(arauto_segment_pointer(g_job.blocks, 1)) - g_job.heap0;
    }
    choose_waits();
    int key = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_job, &key, nullptr);
    PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_team, &g_team_key, nullptr);
    g_is_counting = arauto_counters_are_on() != 0;
    g_job.ready = true;
}

/// Ranks in the node of the communicator's members; empty when one is elsewhere.
std::vector<int> ranks_in_node(MPI_Comm comm) noexcept {
    MPI_Group group = MPI_GROUP_NULL;
    int size = 0;
    PMPI_Comm_group(comm, &group);
    PMPI_Group_size(group, &size);
    std::vector<int> here(static_cast<size_t>(size));
    std::vector<int> there(static_cast<size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        here[static_cast<size_t>(rank)] = rank;
    }
    PMPI_Group_translate_ranks(group, size, here.data(), g_job.group, there.data());
    PMPI_Group_free(&group);
    if (std::find(there.begin(), there.end(), MPI_UNDEFINED) != there.end()) {
        there.clear();
    }
    return there;
}

// Teams that nobody keeps any more wait here for a communicator of the same processes in the same
// order: its members cannot give a team back together, for each drops it at a time of its own.
std::mutex g_unused_mutex;
std::vector<Team*>* g_unused = nullptr;
constexpr uint64_t kNoTeam = 0;

/// The same on all members, and of no other team.
uint64_t number_of(const Team& team) noexcept {
    const auto* const mine = static_cast<const std::byte*>(
        arauto_segment_pointer(team.meeting, team.node_ranks[team.rank]));
    return static_cast<uint64_t>(mine - g_job.heap0 - g_job.stride * g_job.rank);
}

/// Takes the unused team of these processes that has the lowest number; null when there is none.
Team* take_unused(const std::vector<int>& ranks) noexcept {
    const std::lock_guard<std::mutex> guard(g_unused_mutex);
    if (g_unused == nullptr) {
        return nullptr;
    }
    Team* lowest = nullptr;
    for (Team* const team : *g_unused) {
        if (std::equal(ranks.begin(), ranks.end(), team->node_ranks,
                       team->node_ranks + team->size) &&
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
    PMPI_Allreduce(MPI_IN_PLACE, numbers, 2, MPI_UINT64_T, MPI_MAX, comm);
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
    const std::vector<int> ranks = ranks_in_node(comm);
    if (ranks.empty()) {
        return nullptr;
    }
    if (Team* const team = reuse_team(comm, ranks); team != nullptr) {
        return team;
    }
    auto team = std::make_unique<Team>();
    team->size = static_cast<int>(ranks.size());
    PMPI_Comm_rank(comm, &team->rank);
    const arauto_group_t group = {ranks.data(), team->size, &comm, find_largest, meet};
    int made = arauto_team_create_within(&group, &team->handle) == 0 ? 1 : 0;
    PMPI_Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MIN, comm);
    // Errors of an allocation are the same on all members.
    const size_t bytes = sizeof(MeetingPlace) + ranks.size() * sizeof(int);
    if (made == 0 || arauto_segment_allocate(team->handle, bytes, &team->meeting) < 0) {
        return nullptr;
    }
    auto* const first = static_cast<MeetingPlace*>(arauto_segment_pointer(team->meeting, ranks[0]));
    auto* const table = reinterpret_cast<int*>(first + 1);
    if (team->rank == 0) {
        std::copy(ranks.begin(), ranks.end(), table);
    }
    team->node_ranks = table;
    real().Barrier(comm); // the table is there
    return team.release();
}

} // namespace

const Job& job() noexcept {
    return g_job;
}

bool somebody_ended() noexcept {
    int failed = 0;
    int stopped = 0;
    arauto_team_members_in_state(arauto_team_world(), ARAUTO_RANK_FAILED, nullptr, 0, &failed);
    arauto_team_members_in_state(arauto_team_world(), ARAUTO_RANK_STOPPED, nullptr, 0, &stopped);
    return failed + stopped > 0;
}

bool somebody_died() noexcept {
    int failed = 0;
    arauto_team_members_in_state(arauto_team_world(), ARAUTO_RANK_FAILED, nullptr, 0, &failed);
    return failed > 0;
}

int ended_member(const Team& team) noexcept {
    for (int member = 0; member < team.size; ++member) {
        arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
        arauto_rank_state(team.node_ranks[member], &state);
        if (state != ARAUTO_RANK_RUNNING) {
            return member;
        }
    }
    return -1;
}

void give_up() noexcept {
    int died = 0;
    int count = 0;
    arauto_team_members_in_state(arauto_team_world(), ARAUTO_RANK_FAILED, &died, 1, &count);
    std::fprintf(stderr,
                 "arauto: rank %d of this node: rank %d has died, and may have held what this one "
                 "waits for; the job ends\n",
                 g_job.rank, died);
    PMPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

void work_for_others() noexcept {
    int came = 0;
    arauto_progress();
    PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, g_job.node, &came, MPI_STATUS_IGNORE);
}

void rest(int turn) noexcept {
    arauto_progress();
    if (turn % 4 == 0) {
        int came = 0;
        PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, g_job.node, &came, MPI_STATUS_IGNORE);
    }
    if (turn < g_job.yields) {
        sched_yield();
        return;
    }
    const timespec nap = {0, 50'000};
    nanosleep(&nap, nullptr);
}

Team* find_team(MPI_Comm comm) noexcept {
    if (!g_job.ready || comm == MPI_COMM_NULL) {
        return nullptr;
    }
    void* attribute = nullptr;
    int found = 0;
    const int status = PMPI_Comm_get_attr(comm, g_team_key, &attribute, &found);
    return status == MPI_SUCCESS && found != 0 ? static_cast<Team*>(attribute) : nullptr;
}

Team* team_of(MPI_Comm comm) noexcept {
    if (!g_job.ready || comm == MPI_COMM_NULL) {
        return nullptr;
    }
    if (all_are_native()) {
        tell_native(comm);
        return nullptr;
    }
    if (Team* const known = find_team(comm); known != nullptr) {
        return known;
    }
    int is_inter = 0;
    PMPI_Comm_test_inter(comm, &is_inter);
    Team* const team = is_inter != 0 ? nullptr : make_team(comm);
    if (team == nullptr) {
        tell_native(comm);
        return nullptr;
    }
    PMPI_Comm_set_attr(comm, g_team_key, team);
    return team;
}

void keep(Team& team) noexcept {
    team.keepers.fetch_add(1, std::memory_order_relaxed); // relaxed because it has a keeper
}

void drop(Team& team) noexcept {
    if (team.keepers.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        put_unused(&team); // until the end of the job
    }
}

} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

ARAUTO_MPI_EXPORT int MPI_Init(int* argc, char*** argv) {
    const int status = real().Init(argc, argv);
    if (status == MPI_SUCCESS) {
        begin_job();
    }
    return status;
}
ARAUTO_MPI_BOTH(Init)

ARAUTO_MPI_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    const int status = real().Init_thread(argc, argv, required, provided);
    if (status == MPI_SUCCESS) {
        begin_job();
    }
    return status;
}
ARAUTO_MPI_BOTH(Init_thread)
