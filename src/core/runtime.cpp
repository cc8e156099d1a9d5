// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// From init to the end of this process. How a process can end: stop (waits for all), error stop
// (ends all), fail (ends only itself), exit without any of these (status 0 counts as stop, others
// as error stop), a signal (the launcher tells the others).
#include "core/runtime.hpp"

#include "base/log.hpp"
#include "boot/guards.hpp"
#include "boot/hosted.hpp"
#include "boot/join.hpp"
#include "boot/launcher.hpp"
#include "boot/report.hpp"
#include "core/board.hpp"
#include "core/epoch_wait.hpp"
#include "core/lock.hpp"
#include "core/membership.hpp"
#include "core/network.hpp"
#include "core/pairwise.hpp"
#include "core/rma.hpp"
#include "core/segment.hpp"
#include "core/team.hpp"
#include "core/termination.hpp"
#include "core/wait.hpp"
#include "os/process.hpp"
#include "os/topology.hpp"
#include "transport/registry.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace arauto::core {

Runtime g_runtime;

namespace {

constexpr long kGraceNs = 300'000'000; // for a launcher of others to end a job

using boot::ImageState;

/// The second half of a heap is for memory of this rank alone, so that it never shifts the
/// symmetric half.
void divide_heap(Runtime& rt) {
    const uint64_t half = boot::half_of_heap(rt.heap_stride);
    rt.symmetric.reset(0, half);
    rt.local.reset(half, 2 * half);
}

void mark_changed(boot::JobHeader& header) noexcept {
    header.changes.fetch_add(1, std::memory_order_seq_cst); // PAIR job.changes: announce
    ring_everyone();
}

/// Ends the job for all; the first to do so decides its exit status.
void announce_end(int status) noexcept {
    boot::JobHeader& header = *runtime().header;
    int32_t undecided = 0;
    header.ending_code.compare_exchange_strong(undecided, status, std::memory_order_seq_cst);
    header.ending.store(1, std::memory_order_seq_cst); // PAIR job.changes: set `ending`
    mark_changed(header);
    runtime().phase = Phase::finalized; // some hosts end this process by exit()
    tell_end(status);
}

/// This rank takes part in nothing any more.
void announce_stop(int exit_code) noexcept {
    Runtime& rt = runtime();
    rt.phase = Phase::finalized;
    boot::ImageBlock& self = rt.job.self();
    self.exit_code.store(exit_code,
                         std::memory_order_relaxed); // relaxed because the next store orders it
    self.state.store(ImageState::stopped, std::memory_order_release); // PAIR job.changes: set state
    rt.header->stopped.fetch_add(1, std::memory_order_seq_cst);
    mark_changed(*rt.header);
}

/// Whether giving up the core may let any rank run: a host may have given each a session of its
/// own, and the kernel may schedule sessions as groups.
bool yields_reach_all(const Runtime& rt) noexcept {
    if (rt.header->launcher_pid != 0 || !os::sessions_are_groups()) {
        return true;
    }
    for (int rank = 0; rank < rt.size; ++rank) {
        if (!rt.job.near.has(rank)) {
            continue;
        }
        // relaxed because all have met since it was set
        const uint64_t pid = rt.images[rank].pid.load(std::memory_order_relaxed);
        if (getsid(static_cast<pid_t>(pid)) != getsid(0)) {
            return false;
        }
    }
    return true;
}

/// Not so in a child that the program forked.
bool is_of_this_process(const Runtime& rt) noexcept {
    // relaxed because we wrote it
    return rt.job.self().pid.load(std::memory_order_relaxed) == static_cast<uint64_t>(getpid());
}

/// Called by exit() when the program neither stopped nor finalized.
void end_with(int status) noexcept {
    Runtime& rt = runtime();
    if (rt.phase != Phase::running || !is_of_this_process(rt)) {
        return; // finalized already, or a child
    }
    if (status == 0 && rt.is_guest) {
        announce_stop(0); // who started the job decides what it means, once this process is gone
        tell_stop(rt.rank);
        return;
    }
    if (status == 0) {
        flush_output();
        [[maybe_unused]] const Status ignored = finalize(0);
        return;
    }
    // Not error_stop: what flushes the program's output may be in the middle of a write, as when
    // the Fortran library ends it there, and would wait for itself. The rest of exit() flushes.
    if (!rt.is_guest) { // whose host tells
        log(LogLevel::error, "%s ended with exit status %d without %s", name_of(rt.rank).text,
            status, std::strcmp(noun(), "rank") == 0 ? "arauto_finalize" : "STOP");
    }
    announce_end(status);
}

void at_exit(int status, void*) {
    end_with(status);
    if (is_of_this_process(runtime())) {
        dismiss_progress_thread();
    }
    boot::send_closing_message();
}

/// A library's constructor may have initialized: what is registered there is called after the
/// destructors of libraries, those of the network's among them. So the program's first call after
/// that registers again, and the earlier of the two calls does it all.
void mind_the_exit() noexcept {
    static int times = 0;
    if (times < 2) {
        ++times;
        on_exit(at_exit, nullptr);
    }
}

/// Sleeps until every rank has stopped or failed; the last to stop wakes all. Over several nodes
/// also until nobody has anything to ask any more.
void wait_for_all_to_end(Runtime& rt) noexcept {
    std::atomic<uint32_t> sleepers{0};
    const Status status =
        wait_on(Bell{rt.header->changes, sleepers}, all_have_ended, [] { return ARAUTO_OK; });
    static_cast<void>(status); // the watch never gives up
    os::futex_wake_all(rt.header->changes);
    if (rt.job.is_spread()) {
        depart_with_all();
        finish_gossip();
    }
}

// Where rank 0's heap has room for what the ranks of other nodes have counted, in a job that counts
// and that no launcher watches.
bool g_gathers_counts = false;
uint64_t g_counts_place = 0;

Status setup_counts() {
    const Runtime& rt = runtime();
    g_gathers_counts = is_counting() && rt.header->launcher_pid == 0;
    if (!g_gathers_counts) {
        return ARAUTO_OK;
    }
    const Result<uint64_t> place =
        reserve_alike(static_cast<uint64_t>(rt.size) * sizeof(TallyBlock), "what each has counted");
    g_counts_place = place.value;
    return place.status;
}

/// To rank 0, which is told that this rank has stopped when they are there.
void hand_in_counts(const Runtime& rt) noexcept {
    if (g_gathers_counts && is_far(0)) {
        const uint64_t place = g_counts_place + static_cast<uint64_t>(rt.rank) * sizeof(TallyBlock);
        static_cast<void>(move_posted(Direction::put, {0, transport::Space::heap, place},
                                      reinterpret_cast<std::byte*>(g_tallies), sizeof(TallyBlock)));
    }
}

/// At rank 0: what others have handed in joins what those of this node have counted.
void collect_counts(Runtime& rt) noexcept {
    TallyBlock* const blocks = boot::tally_blocks(rt.header);
    for (int rank = 0; g_gathers_counts && rank < rt.size; ++rank) {
        if (is_far(rank)) {
            std::memcpy(static_cast<void*>(&blocks[rank]),
                        rt.heap0 + g_counts_place + static_cast<size_t>(rank) * sizeof(TallyBlock),
                        sizeof(TallyBlock));
        }
    }
}

/// That share this machine's cores: pretended nodes all do.
int processes_here(const boot::Job& job) noexcept {
    const bool is_alone = job.host == nullptr || job.header->launcher_pid != 0;
    return is_alone ? job.size : job.host->processes_here();
}

/// Most launchers take a process that leaves without a word for the end of the job. So it stays,
/// with no part in anything, until the others have ended.
[[noreturn]] void fail_in_place(Runtime& rt) noexcept {
    rt.phase = Phase::finalized;
    rt.job.self().state.store(ImageState::failed,
                              std::memory_order_release); // PAIR job.changes: set state
    rt.header->failed.fetch_add(1, std::memory_order_seq_cst);
    static_cast<void>(note_departure(*rt.header, rt.job.self(), boot::Departure::gone));
    mark_changed(*rt.header);
    tell_failed(rt.rank);
    wait_for_all_to_end(rt);
    rt.job.host->leave();
    _exit(0);
}

/// Where nobody else decides what the death of a near rank means: ends the job by whom notices it
/// first, unless the job goes on.
void end_unless_it_survives(int rank) noexcept {
    Runtime& rt = runtime();
    if (rt.job.host == nullptr || rt.is_guest || boot::continues_after_death(*rt.header)) {
        return;
    }
    // PAIR job.changes: set `ending`
    if (rt.header->ending.exchange(1, std::memory_order_seq_cst) == 0) {
        log(LogLevel::error, "%s has died, and the job ends", name_of(rank).text);
        announce_end(1);
    }
    leave();
}

Status start(const Result<boot::Job>& job) noexcept {
    Runtime& rt = runtime();
    if (!job.ok()) {
        return job.status;
    }
    rt.job = job.value;
    boot::set_guards(rt.job);
    rt.header = rt.job.header;
    rt.images = rt.job.images;
    rt.rank = rt.job.rank;
    rt.size = rt.job.size;
    rt.heap_stride = rt.header->heap_stride;
    rt.oversubscribed = processes_here(rt.job) > rt.job.cores;
    divide_heap(rt);
    choose_wait_policy(rt.oversubscribed, yields_reach_all(rt));
    const uint64_t bounce = rt.local.reserve(transport::kBounceBytes).value_or(0);
    rt.self = transport::make_self(rt.job);
    rt.shm = rt.size > 1 ? transport::make_shm(rt.job, bounce) : nullptr;
    rt.heap0 = direct_is_allowed() ? rt.job.heap(0) : nullptr;
    rt.quick_heap0 = is_counting() || rt.job.is_spread() ? nullptr : rt.heap0;
    if (rt.job.is_spread()) {
        setup_boards();
        if (const Status status = open_network(open_membership()); status < 0) {
            return status;
        }
        if (const Status status = setup_counts(); status < 0) {
            return status;
        }
    }
    for (Status (*const setup)() : {setup_pairwise, setup_lock_nodes, setup_world}) {
        if (const Status status = setup(); status < 0) {
            return status;
        }
    }
    rt.phase = Phase::running;
    mind_the_exit();
    return ARAUTO_OK;
}

} // namespace

Status initialize() noexcept {
    if (runtime().phase != Phase::before) {
        mind_the_exit();
        return ARAUTO_OK;
    }
    return start(boot::join_or_start());
}

Status initialize(const boot::Surroundings& surroundings) noexcept {
    if (runtime().phase != Phase::before) {
        return ARAUTO_OK;
    }
    runtime().is_guest = true;
    return start(boot::join_within(surroundings));
}

Status finalize(int exit_code) noexcept {
    Runtime& rt = runtime();
    if (Status status = check_running("arauto_finalize"); status < 0) {
        return status;
    }
    hand_in_counts(rt);
    // Or a rank that waits for what is on its way hears from others that nobody is left to send it.
    flush_all();
    announce_stop(exit_code);
    wait_for_all_to_end(rt);
    if (!rt.job.is_spread()) {
        finish_epochs();
    }
    if (is_counting() && rt.header->launcher_pid == 0 && rt.rank == 0) {
        collect_counts(rt);
        boot::report_counters({boot::tally_blocks(rt.header), static_cast<size_t>(rt.size)},
                              noun());
    }
    return ARAUTO_OK;
}

void stop(int code) noexcept {
    flush_output();
    if (runtime().phase == Phase::running) {
        [[maybe_unused]] const Status ignored = finalize(code);
    }
    std::exit(code);
}

namespace {

/// The program may fail in the middle of a write, as when a value that it prints is fetched, and
/// its library then holds a lock that flushing asks for. So another thread flushes, and is not
/// waited for longer than a flush may take.
void flush_if_free() noexcept {
    if (runtime().flush_hook == nullptr) {
        std::fflush(nullptr);
        return;
    }
    struct Flush {
        std::mutex guard;
        std::condition_variable told;
        bool is_done = false;
    };
    const auto flush = std::make_shared<Flush>();
    std::thread([flush] {
        flush_output();
        const std::lock_guard lock(flush->guard);
        flush->is_done = true;
        flush->told.notify_one();
    }).detach();
    std::unique_lock lock(flush->guard);
    flush->told.wait_for(lock, std::chrono::seconds(3), [&] { return flush->is_done; });
}

} // namespace

void error_stop(int code, const char* sentence) noexcept {
    const int status = (code & 0xff) == 0 ? 1 : code & 0xff;
    if (sentence != nullptr && runtime().header != nullptr) {
        log(LogLevel::error, "%s: %s", name_of(runtime().rank).text, sentence);
    } else if (sentence != nullptr) {
        log(LogLevel::error, "%s", sentence); // it is no rank of a job yet
    }
    flush_if_free();
    if (runtime().header != nullptr) {
        announce_end(status);
    }
    _exit(status);
}

void fail_this_rank() noexcept {
    Runtime& rt = runtime();
    flush_if_free();
    if (rt.header != nullptr) {
        handle_failures();
        // PAIR job.fail_called: the launcher looks after our death
        rt.job.self().fail_called.store(1, std::memory_order_release);
        if (rt.job.host != nullptr && rt.header->launcher_pid == 0) {
            fail_in_place(rt);
        }
    }
    _exit(0);
}

void handle_failures() noexcept {
    boot::JobHeader* header = runtime().header;
    // relaxed because the flag only grows and a late reader errs once, towards ending the job
    if (header != nullptr && header->handles_failures.load(std::memory_order_relaxed) == 0) {
        header->handles_failures.store(1, std::memory_order_seq_cst); // PAIR job.handles_failures
        tell_failures_are_handled();
    }
}

namespace {

/// The process of a near rank has ended.
void note_death(int rank) noexcept {
    Runtime& rt = runtime();
    if (rt.job.is_spread()) {
        note_loss(rank);
        return;
    }
    end_unless_it_survives(rank);
    ImageState running = ImageState::running;
    if (!rt.images[rank].state.compare_exchange_strong(
            running, ImageState::failed,
            std::memory_order_acq_rel)) { // PAIR job.changes: set state
        return;
    }
    rt.header->failed.fetch_add(1, std::memory_order_seq_cst);
    mark_changed(*rt.header);
    if (rt.job.host != nullptr && !rt.is_guest) {
        log(LogLevel::error, "%s has died", name_of(rank).text);
    }
}

/// Over several nodes also one that has stopped: all stay until all have departed.
bool may_be_missed(int rank) noexcept {
    const Runtime& rt = runtime();
    const ImageState state = rt.state(rank);
    return state == ImageState::running ||
           (state == ImageState::stopped && rt.job.is_spread() && !rt.is_gone(rank));
}

/// Whether a death has been seen a second time; one at a time.
bool is_seen_again(int rank) noexcept {
    static constinit std::atomic<int> suspect{-1};
    // relaxed because a look may be late
    const int before = suspect.load(std::memory_order_relaxed);
    if (before < 0 || !may_be_missed(before)) {
        suspect.store(rank, std::memory_order_relaxed); // relaxed because as above
    }
    return before == rank;
}

/// Looks at one near rank. Where a launcher watches, a death counts when it is seen a second time,
/// so that the launcher can say first what it means.
void watch(int rank) noexcept {
    const Runtime& rt = runtime();
    // relaxed because its state has been read
    const auto pid = [&] { return rt.images[rank].pid.load(std::memory_order_relaxed); };
    if (!rt.job.near.has(rank) || !may_be_missed(rank) ||
        os::process_exists(static_cast<int64_t>(pid()))) {
        return;
    }
    if (rt.header->launcher_pid == 0 || is_seen_again(rank)) {
        note_death(rank);
    }
}

} // namespace

void watch_processes() noexcept {
    const Runtime& rt = runtime();
    const bool has_launcher = rt.header->launcher_pid != 0;
    // relaxed because a later look will do
    const bool handles = rt.header->handles_failures.load(std::memory_order_relaxed) != 0;
    if (has_launcher && !handles) [[likely]] {
        return; // the launcher ends the job, and says how the process died
    }
    static constinit std::atomic<int64_t> looked{0};
    static constinit std::atomic<int> next{0};
    int64_t before = looked.load(std::memory_order_relaxed); // relaxed because the exchange decides
    const int64_t now = now_ns();
    // relaxed because the thread that succeeds reads nothing of another's look
    if (now - before < kWatchNs ||
        !looked.compare_exchange_strong(before, now, std::memory_order_relaxed)) {
        return;
    }
    if (has_launcher && !boot::continues_after_death(*rt.header)) {
        return;
    }
    const int first = next.fetch_add(kWatchedAtOnce, std::memory_order_relaxed); // relaxed likewise
    const int many = std::min(kWatchedAtOnce, rt.job.near.count);
    for (int i = 0; i < many; ++i) {
        const int start = rt.rank - rt.job.near.first + 1; // so that each begins with another
        const auto index = static_cast<unsigned>(start + first + i);
        watch(rt.job.near.first +
              static_cast<int>(index % static_cast<unsigned>(rt.job.near.count)));
    }
}

void flush_output() noexcept {
    if (runtime().flush_hook != nullptr) {
        runtime().flush_hook();
    }
    std::fflush(nullptr);
}

void leave() noexcept {
    flush_output();
    if (runtime().job.host != nullptr && runtime().header->launcher_pid == 0) {
        // Its launcher is being told, and takes what it sees first for the cause.
        const timespec grace{0, kGraceNs};
        nanosleep(&grace, nullptr);
    }
    _exit(boot::status_of_end(*runtime().header));
}

Status check_running(const char* call) noexcept {
    switch (runtime().phase) {
    case Phase::running:
        return ARAUTO_OK;
    case Phase::before:
        return fail(ARAUTO_ERR_STATE, "%s was called before arauto_init", call);
    default:
        return fail(ARAUTO_ERR_STATE, "%s was called after arauto_finalize", call);
    }
}

Status check_rank(int rank, const char* call) noexcept {
    if (runtime().is_rank(rank)) [[likely]] {
        return ARAUTO_OK;
    }
    return fail_outside(call, rank, "job", runtime().size);
}

Status check_alive(int rank, const char* call) noexcept {
    // relaxed because a failure seen one call later is as good
    if (runtime().header->failed.load(std::memory_order_relaxed) == 0 ||
        runtime().state(rank) != ImageState::failed) [[likely]] {
        return ARAUTO_OK;
    }
    return fail_failed(rank, call);
}

void leave_if_job_ends() noexcept {
    // PAIR job.changes: look at `ending`
    if (runtime().header->ending.load(std::memory_order_acquire) != 0) {
        leave();
    }
}

Status fail_failed(int rank, const char* call) noexcept {
    leave_if_job_ends();
    return fail(ARAUTO_ERR_FAILED, "%s: %s has failed", call, name_of(rank).text);
}

Status fail_stopped(int rank, const char* call) noexcept {
    return fail(ARAUTO_ERR_STOPPED, "%s: %s has stopped and will not take part", call,
                name_of(rank).text);
}

} // namespace arauto::core
