// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See job_life.hpp.
#include "job_life.hpp"

#include "accumulate_lock.hpp"
#include "far_accumulate.hpp"
#include "job.hpp"
#include "layout_cache.hpp"
#include "native.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "record.hpp"
#include "request.hpp"
#include "thread_state.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/info.h"
#include "arauto/spi/race.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/segment.h"
#include "arauto/spi/trace.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <sched.h>
#include <sys/random.h>
#include <unistd.h>
#include <vector>

namespace arauto::mpi {

namespace {

constexpr size_t kPieceBytes = size_t{1} << 30; // of a broadcast, whose count is an int

int spread(void* context, void* data, size_t bytes) {
    auto* const comm = static_cast<MPI_Comm*>(context);
    for (size_t done = 0; done < bytes; done += kPieceBytes) {
        const int piece = static_cast<int>(std::min(kPieceBytes, bytes - done));
        if (real().Bcast(static_cast<char*>(data) + done, piece, MPI_BYTE, 0, *comm) != 0) {
            return 1;
        }
    }
    return 0;
}

int gather(void* context, const void* mine, void* all, size_t bytes) {
    const int count = static_cast<int>(bytes); // a few words: always fits
    return real().Allgather(mine, count, MPI_BYTE, all, count, MPI_BYTE,
                            *static_cast<MPI_Comm*>(context));
}

/// Called by long waits of the runtime.
void let_mpi_work(void*) {
    if (!g_job.has_comms) {
        return;
    }
    // The runtime's own threads may not call the MPI.
    if (!g_job.threaded && g_job.has_world && !t_state.has_called()) {
        int is_main = 0;
        real().Is_thread_main(&is_main);
        if (is_main == 0) {
            return;
        }
    }
    int came = 0;
    real().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, g_job.all, &came, MPI_STATUS_IGNORE);
}

void end_job() noexcept {
    g_job.ready.store(false, std::memory_order_release); // PAIR job.ready: set
    g_job.has_own_barriers = false;
    g_job.is_over = true;
    arauto_set_wait_hook(nullptr, nullptr);
    end_progress();
    static_cast<void>(arauto_finalize_within()); // coarrays of the program may go on
}

/// Ends the job with any exit status, since in an MPI program the status has the meaning that the
/// program gives it. A process that leaves the MPI open does not end normally, and then must not
/// wait for the others.
void end_job_at_exit() {
    if (g_job.process != getpid()) {
        return;
    }
    end_progress();
    // relaxed because only the count is read
    const bool is_closed = !g_job.has_world && g_job.sessions.load(std::memory_order_relaxed) == 0;
    if (g_job.is_ready() && is_closed) {
        end_job();
    }
}

void plan_to_end_at_exit() noexcept {
    if (!g_job.ends_at_exit) {
        g_job.ends_at_exit = std::atexit(end_job_at_exit) == 0;
    }
}

/// How many cores the machine's processes may use together: some launchers bind each process to a
/// core of its own.
int cores_of(MPI_Comm machine) noexcept {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    sched_getaffinity(0, sizeof cores, &cores);
    real().Allreduce(MPI_IN_PLACE, &cores, sizeof cores, MPI_BYTE, MPI_BOR, machine);
    return CPU_COUNT(&cores);
}

/// Finds out whether processes outnumber cores, and decides whether MPI_Barrier is Arauto's.
void count_cores(MPI_Comm machine) noexcept {
    int processes = 0;
    real().Comm_size(machine, &processes);
    g_job.is_oversubscribed = processes > cores_of(machine);
    int is_any = g_job.is_oversubscribed ? 1 : 0;
    real().Allreduce(MPI_IN_PLACE, &is_any, 1, MPI_INT, MPI_MAX, g_job.all);
    g_job.has_own_barriers = is_any != 0;
}

/// Which processes of a communicator share this process's machine and node.
struct Nodes {
    MPI_Comm machine = MPI_COMM_NULL; // the processes that share memory
    MPI_Comm node = MPI_COMM_NULL; // the same, or a pretended node, for tests
    bool are_one_job = false; // there are several nodes, and all are one job

    explicit Nodes(MPI_Comm comm) noexcept;
    ~Nodes() {
        real().Comm_free(&machine);
        real().Comm_free(&node);
    }
    Nodes(const Nodes&) = delete;
    Nodes& operator=(const Nodes&) = delete;
};

Nodes::Nodes(MPI_Comm comm) noexcept {
    real().Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    int rank = 0;
    real().Comm_rank(machine, &rank);
    const int processes = std::atoi(arauto_setting("ARAUTO_MPI_NODE"));
    if (processes < 1) {
        real().Comm_dup(machine, &node);
    } else {
        real().Comm_split(machine, rank / processes, rank, &node);
    }
    int size = 0;
    int near = 0;
    real().Comm_size(comm, &size);
    real().Comm_size(node, &near);
    int lacks[2] = {arauto_can_span_nodes() < 0 ? 1 : 0, near < size ? 1 : 0};
    if (lacks[0] != 0 && lacks[1] != 0) {
        log_separate_nodes(comm, arauto_last_error());
    }
    real().Allreduce(MPI_IN_PLACE, lacks, 2, MPI_INT, MPI_MAX, comm);
    are_one_job = lacks[0] == 0 && lacks[1] != 0;
}

/// The ranks of these processes in the job, ascending.
std::vector<int> ranks_of(MPI_Comm node) noexcept {
    int count = 0;
    MPI_Group group = MPI_GROUP_NULL;
    real().Comm_group(node, &group);
    real().Group_size(group, &count);
    std::vector<int> ranks(static_cast<size_t>(count));
    std::vector<int> numbers(ranks.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    real().Group_translate_ranks(group, count, numbers.data(), g_job.group, ranks.data());
    real().Group_free(&group);
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

/// @return whether this process has joined; others may have failed to
bool join(const Nodes& nodes) noexcept {
    const std::vector<int> near = ranks_of(nodes.node);
    int here = 0;
    real().Comm_size(nodes.machine, &here);
    real().Comm_rank(g_job.all, &g_job.rank);
    real().Comm_size(g_job.all, &g_job.size);
    g_job.is_spread = near.size() < static_cast<size_t>(g_job.size);
    const arauto_surroundings_t around = {g_job.rank,
                                          g_job.size,
                                          &g_job.all,
                                          spread,
                                          barrier_by_mpi,
                                          near.data(),
                                          static_cast<int>(near.size()),
                                          here,
                                          gather};
    if (arauto_init_within(&around) < 0) {
        std::fprintf(stderr, "arauto: windows are left to the MPI: %s\n", arauto_last_error());
        return false;
    }
    return true;
}

/// Makes the blocks of all processes, and finds out where segments are mapped here. Collective,
/// once all have joined.
bool make_blocks() noexcept {
    if (arauto_segment_allocate(arauto_team_world(), sizeof(ProcessBlock), &g_job.blocks) < 0) {
        return false;
    }
    g_job.stride = static_cast<ptrdiff_t>(arauto_heaps().stride);
    g_job.heap0 =
        static_cast<std::byte*>(arauto_segment_base(g_job.blocks)) - g_job.stride * g_job.rank;
    return true;
}

/// A random number, the same on all processes of the job.
uint64_t make_id() noexcept {
    uint64_t id = 0;
    if (g_job.rank == 0 && getrandom(&id, sizeof id, 0) != sizeof id) {
        id = static_cast<uint64_t>(getpid()) << 32 ^ static_cast<uint64_t>(std::time(nullptr));
    }
    real().Bcast(&id, 1, MPI_UINT64_T, 0, g_job.all);
    return (id | 1) & ~uint64_t{2}; // neither 0 nor kNever
}

/// Without MPI_Init the answer is yes, because each session has a thread level of its own.
bool may_have_threads() noexcept {
    int level = MPI_THREAD_MULTIPLE;
    if (g_job.has_world) {
        real().Query_thread(&level);
    }
    return level == MPI_THREAD_MULTIPLE;
}

bool all_have(bool done) noexcept {
    int all = done ? 1 : 0;
    real().Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, g_job.all);
    return all != 0;
}

/// MPI has no call that returns whether a type is committed, but every send checks it, also a send
/// to MPI_PROC_NULL.
bool is_committed(MPI_Datatype type) {
    constexpr char kNothing = 0; // a valid address
    return g_job.has_comms &&
           real().Send(&kNothing, 1, type, MPI_PROC_NULL, 0, g_job.self) == MPI_SUCCESS;
}

void take(MPI_Comm comm, const Nodes& nodes) noexcept {
    MPI_Comm alone = MPI_COMM_NULL;
    if (comm == MPI_COMM_WORLD) {
        real().Comm_dup(MPI_COMM_SELF, &alone);
    } else {
        int rank = 0;
        real().Comm_rank(comm, &rank);
        real().Comm_split(comm, rank, 0, &alone);
    }
    give_mpi_back();
    g_job.self = alone;
    real().Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
    real().Comm_dup(nodes.are_one_job ? comm : nodes.node, &g_job.all);
    real().Comm_group(g_job.all, &g_job.group);
    g_job.has_comms = true;
}

} // namespace

bool may_begin_job() noexcept {
    return !g_job.is_ready() && !g_job.is_over;
}

void begin_job(MPI_Comm comm) noexcept {
    const Nodes nodes(comm);
    take(comm, nodes);
    if (!all_have(join(nodes)) || !all_have(make_blocks())) {
        give_mpi_back();
        g_job.is_over = true;
        return;
    }
    g_job.id = make_id();
    g_job.process = getpid();
    g_job.threaded = may_have_threads();
    hook_progress();
    set_type_check(is_committed);
    g_job.replay_kernel = register_replay();
    register_far_accumulates();
    arauto_set_wait_hook(let_mpi_work, nullptr);
    count_cores(nodes.machine);
    g_job.is_counting = arauto_counters_are_on() != 0 || arauto_trace_is_on() != 0;
    g_job.is_checked = arauto_race_is_on() != 0;
    g_job.ready.store(true, std::memory_order_release); // PAIR job.ready: set
}

int barrier_by_mpi(void* context) noexcept {
    return real().Barrier(*static_cast<MPI_Comm*>(context));
}

void give_mpi_back() noexcept {
    if (g_job.has_comms) {
        forget_spares();
        real().Group_free(&g_job.group);
        real().Comm_free(&g_job.all);
        real().Comm_free(&g_job.self);
        g_job.has_comms = false;
    }
}

int begin_to_finalize(MPI_Comm, int, void*, void*) {
    g_job.has_world = false;
    if (!g_job.is_ready()) {
        return MPI_SUCCESS;
    }
    // Requests are freed before the reduction below, since MPICH 4.0 makes progress when it frees
    // one. A process that did so while a peer finalizes would complete the peer's disconnection.
    // The peer would then wait in its launcher's barrier, and never complete this process's own
    // disconnection. That hung 5 of 8 jobs of tests/mpi/basics.c on two hosts.
    forget_spares();
    if (!g_job.ends_at_exit) {
        // relaxed because only the count is read
        int goes_on = g_job.sessions.load(std::memory_order_relaxed) > 0;
        real().Allreduce(MPI_IN_PLACE, &goes_on, 1, MPI_INT, MPI_MAX, g_job.all);
        if (goes_on == 0) {
            end_job();
        } else {
            plan_to_end_at_exit();
        }
    }
    give_mpi_back();
    return MPI_SUCCESS;
}

void count_session() noexcept {
    // relaxed because a session that begins needs nothing of an earlier one
    g_job.sessions.fetch_add(1, std::memory_order_relaxed);
}

bool uncount_session() noexcept {
    // PAIR job.sessions: what the threads of other sessions have made, before the last one frees it
    return g_job.sessions.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void take_from_mpi(MPI_Comm comm) noexcept {
    take(comm, Nodes(comm));
}

TurnToBegin::~TurnToBegin() {
    if (is_taken_) {
        g_job.is_beginning.store(false, std::memory_order_release); // PAIR job.beginning: give back
    }
}

bool TurnToBegin::take() noexcept {
    // PAIR job.beginning: take
    is_taken_ = is_taken_ || !g_job.is_beginning.exchange(true, std::memory_order_acquire);
    return is_taken_;
}

Vote vote(TurnToBegin& turn) noexcept {
    Vote mine{};
    // Whether it is ready is looked at again below, since another thread may just have begun it.
    const bool may_begin = !g_job.is_ready() && turn.take();
    if (g_job.is_ready()) {
        mine.id = g_job.id;
    } else if (!may_begin || g_job.is_over) {
        mine.id = kNever;
    }
    mine.opposite = ~mine.id;
    mine.lacks_mpi = g_job.is_ready() && !g_job.has_comms ? 1 : 0;
    // relaxed because only the count is read
    mine.has_sessions =
        !g_job.has_world || g_job.sessions.load(std::memory_order_relaxed) > 0 ? 1 : 0;
    mine.has_threads = g_job.threaded ? 1 : 0;
    return mine;
}

void begin_job_among(MPI_Comm comm) noexcept {
    begin_job(comm);
    if (g_job.is_ready()) {
        plan_to_end_at_exit();
    }
}

} // namespace arauto::mpi
