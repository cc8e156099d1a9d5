// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// From init to the end of this process. How a process can end: stop (waits for all), error stop
// (ends all), fail (ends only itself), exit without any of these (status 0 counts as stop, others
// as error stop), a signal (the launcher notifies the others).
#include "job/life_cycle.hpp"

#include "base/log.hpp"
#include "boot/check_area.hpp"
#include "boot/guards.hpp"
#include "boot/join.hpp"
#include "boot/managed.hpp"
#include "boot/profile_report.hpp"
#include "boot/program_location.hpp"
#include "boot/report.hpp"
#include "boot/trace_file.hpp"
#include "boot/tracing.hpp"
#include "epoch/epoch_wait.hpp"
#include "failure/events.hpp"
#include "failure/losses.hpp"
#include "failure/membership.hpp"
#include "failure/process_watch.hpp"
#include "failure/standstill.hpp"
#include "failure/termination.hpp"
#include "job/checking.hpp"
#include "job/far_traces.hpp"
#include "os/fatal_signals.hpp"
#include "os/process.hpp"
#include "os/topology.hpp"
#include "remote/near_rpc.hpp"
#include "remote/network.hpp"
#include "remote/progress.hpp"
#include "remote/rma.hpp"
#include "runtime/duty_thread.hpp"
#include "runtime/wait.hpp"
#include "sync/board.hpp"
#include "sync/lock.hpp"
#include "team/pairwise.hpp"
#include "team/segment.hpp"
#include "team/team_create.hpp"
#include "transport/make.hpp"

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

namespace {

using boot::ImageState;

/// Marks this rank as stopped: it takes part in nothing any more.
void announce_stop(int exit_code) noexcept {
    Rank& self = this_rank();
    self.end();
    boot::ImageBlock& block = self.job.self();
    block.exit_code.store(exit_code,
                          std::memory_order_relaxed); // relaxed because the next store orders it
    block.state.store(ImageState::stopped,
                      std::memory_order_release); // PAIR job.changes: set state
    self.header->stopped.fetch_add(1, std::memory_order_seq_cst); // PAIR job.counts: count
    mark_change();
}

/// Whether giving up the core may let any rank run: a process manager may have given each a session
/// of its own, and the kernel may schedule sessions as groups.
bool yields_reach_all(const Rank& self) noexcept {
    if (self.header->launcher_pid != 0 || !os::sessions_are_groups()) {
        return true;
    }
    for (int rank = 0; rank < self.size; ++rank) {
        if (!self.job.near.has(rank)) {
            continue;
        }
        // relaxed because all have synchronised since it was set
        const uint64_t pid = self.images[rank].pid.load(std::memory_order_relaxed);
        if (getsid(static_cast<pid_t>(pid)) != getsid(0)) {
            return false;
        }
    }
    return true;
}

/// False in a child that the program forked.
bool is_of_this_process(const Rank& self) noexcept {
    // relaxed because we wrote it
    return self.job.self().pid.load(std::memory_order_relaxed) == static_cast<uint64_t>(getpid());
}

/// Called by exit() when the program neither stopped nor finalized.
void end_with(int status) noexcept {
    Rank& self = this_rank();
    if (self.current_phase() != Phase::running || !is_of_this_process(self)) {
        return; // finalized already, or a child
    }
    if (status == 0 && self.is_guest) {
        announce_stop(0); // the launcher decides the consequence, once this process is gone
        spread_stop(self.rank);
        return;
    }
    if (status == 0) {
        flush_output();
        [[maybe_unused]] const Status ignored = finalize(0);
        return;
    }
    // Not error_stop: its flush may wait for itself when this exit() comes from the middle of a
    // write, as when the Fortran library ends the program there. The rest of exit() flushes.
    if (!self.is_guest) { // else the process manager reports it
        const std::string calls = boot::calls_in_program();
        log(LogLevel::error, "%s ended with exit status %d without %s%s%s", name_of(self.rank).text,
            status, std::strcmp(noun(), "rank") == 0 ? "arauto_finalize" : "STOP",
            calls.empty() ? "" : ", ", calls.c_str());
    }
    end_job(status);
}

void at_exit(int status, void*) {
    end_with(status);
    if (is_of_this_process(this_rank())) {
        end_duty_thread();
        dismiss_progress_thread();
        dismiss_rpc_thread();
    }
    boot::send_closing_message();
}

/// Registers the handler of exit(), up to twice. A handler that a library's constructor registered
/// is called after the destructors of libraries, those of the network's among them. So the
/// program's first call after that registers again, and the handler that is called first does all
/// the work.
void register_exit_handler() noexcept {
    int& times = this_rank().life_cycle->exits_registered;
    if (times < 2) {
        ++times;
        on_exit(at_exit, nullptr);
    }
}

void call_stop_hook(const Rank& self) noexcept {
    if (self.stop_hook != nullptr) {
        self.stop_hook();
    }
}

/// Sleeps until every rank has stopped or failed; the last to stop wakes all. Over several nodes
/// also until no rank has anything to ask any more.
void wait_for_all_to_end(Rank& self) noexcept {
    std::atomic<uint32_t> sleepers{0};
    const Status status = wait_on(DoorbellRef{self.header->changes, sleepers}, all_have_ended,
                                  [] { return ARAUTO_OK; });
    static_cast<void>(status); // the watch never gives up
    os::futex_wake_all(self.header->changes);
    if (self.job.is_spread()) {
        if (self.rank == 0 && self.trace != nullptr && self.header->launcher_pid == 0 &&
            boot::trace_is_wanted()) {
            gather_traces();
        }
        depart_with_all();
        finish_gossip();
    }
}

/// Room for the blocks of all ranks in every heap, of which rank 0's is used.
template <typename Block>
Status reserve_blocks(bool is_wanted, uint64_t& offset_out, const char* purpose) {
    const Rank& self = this_rank();
    if (!is_wanted || self.header->launcher_pid != 0) {
        return ARAUTO_OK;
    }
    const Result<uint64_t> offset =
        reserve_alike(static_cast<uint64_t>(self.size) * sizeof(Block), purpose);
    offset_out = offset.value;
    return offset.status;
}

Status setup_reports() {
    LifeCycle& life = *this_rank().life_cycle;
    const Status status =
        reserve_blocks<TallyBlock>(is_counting(), life.counts_offset, "the counts of each process");
    return status < 0
               ? status
               : reserve_blocks<boot::ProfileBlock>(boot::g_profile != nullptr, life.profile_offset,
                                                    "the profile of each process");
}

/// Sends a block to rank 0, which learns that this rank has stopped only when it is there.
template <typename Block> void hand_in(Block* block, uint64_t offset) noexcept {
    if (offset != LifeCycle::kNowhere && is_far(0)) {
        offset += static_cast<uint64_t>(this_rank().rank) * sizeof(Block);
        static_cast<void>(move_posted(Direction::put, {0, transport::Space::heap, offset},
                                      reinterpret_cast<std::byte*>(block), sizeof(Block)));
    }
}

/// At rank 0: adds the blocks of ranks of other nodes to those of this node.
/// @return those of all
template <typename Block> std::span<const Block> collect(Block* blocks, uint64_t offset) noexcept {
    const Rank& self = this_rank();
    for (int rank = 0; offset != LifeCycle::kNowhere && rank < self.size; ++rank) {
        if (is_far(rank)) {
            std::memcpy(static_cast<void*>(&blocks[rank]),
                        self.heap0 + offset + static_cast<size_t>(rank) * sizeof(Block),
                        sizeof(Block));
        }
    }
    return {blocks, static_cast<size_t>(self.size)};
}

/// By rank 0 of a job that no launcher watches, when all have ended.
void report(const Rank& self) noexcept {
    if (self.header->launcher_pid != 0 || self.rank != 0) {
        return;
    }
    const LifeCycle& life = *this_rank().life_cycle;
    if (is_counting()) {
        boot::report_counters(collect(boot::tally_blocks(self.header), life.counts_offset), noun());
    }
    if (boot::g_profile != nullptr) {
        boot::report_profile(collect(boot::profile_blocks(self.header), life.profile_offset),
                             {noun(), number_of(0)});
    }
    if (self.checker != nullptr) {
        const auto& area =
            *boot::blocks_at<boot::CheckArea>(self.header, self.header->check_offset);
        if (!boot::write_races(area)) {
            boot::announce_races(area, false);
        }
    }
    if (self.trace != nullptr && boot::trace_is_wanted() &&
        boot::write_trace(self.header, boot::traces_of(self.header), {noun(), number_of(0)})) {
        boot::announce_trace();
    }
}

/// The number of processes that share this machine's cores: pretended nodes all do.
int processes_here(const boot::Job& job) noexcept {
    const bool is_alone = job.manager == nullptr || job.header->launcher_pid != 0;
    return is_alone ? job.size : job.manager->processes_here();
}

/// Most launchers take a process that leaves without a message for the end of the job. So this
/// process stays, and takes part in nothing, until the others have ended.
[[noreturn]] void fail_and_stay(Rank& self) noexcept {
    self.end();
    self.job.self().state.store(ImageState::failed,
                                std::memory_order_release); // PAIR job.changes: set state
    self.header->failed.fetch_add(1, std::memory_order_seq_cst); // PAIR job.counts: count
    static_cast<void>(note_departure(*self.header, self.job.self(), boot::Departure::gone));
    mark_change();
    announce_failure(self.rank);
    call_stop_hook(self);
    wait_for_all_to_end(self);
    self.job.manager->share(false); // what others do within exit() will not be done
    self.job.manager->leave();
    _exit(0);
}

void set_hooks(Hooks& hooks) noexcept {
    hooks.watch_processes = watch_processes;
    hooks.tend_membership = tend_membership;
    hooks.note_unreachable = note_loss;
    hooks.close_pair = close_pair;
    hooks.serve_near = serve_near_rpcs;
    hooks.note_long_wait = watch_for_standstill;
}

Status start(const Result<boot::Job>& job) noexcept {
    Rank& self = this_rank();
    if (!job.ok()) {
        return job.status;
    }
    self.job = job.value;
    boot::set_guards(self.job);
    self.header = self.job.header;
    self.images = self.job.images;
    self.rank = self.job.rank;
    self.size = self.job.size;
    self.heap_stride = self.header->heap_stride;
    self.heaps = self.job.heap(0);
    set_hooks(self.hooks);
    self.oversubscribed = processes_here(self.job) > self.job.cores;
    self.own_heap.open(self.heap(self.rank), boot::half_of_heap(self.heap_stride));
    if (!self.job.is_spread()) { // a network may register the whole heap
        self.own_heap.forbid_unused();
    }
    choose_wait_policy(self.oversubscribed, yields_reach_all(self));
    void* bounce = nullptr;
    if (const Status status = self.own_heap.allocate_local(transport::kBounceBytes, &bounce);
        status < 0) {
        return status;
    }
    self.self = transport::make_self(self.job);
    self.shm =
        self.size > 1
            ? transport::make_shm(self.job, static_cast<uint64_t>(static_cast<std::byte*>(bounce) -
                                                                  self.heap(self.rank)))
            : nullptr;
    self.heap0 = direct_is_allowed() ? self.job.heap(0) : nullptr;
    if (self.header->trace_offset != 0) {
        self.trace = &self.life_cycle->trace;
        boot::begin_trace(*self.trace, self.job);
    }
    if (const Status status = begin_checking(self); status < 0) {
        return status;
    }
    self.is_observed = self.trace != nullptr || self.checker != nullptr;
    const bool sees_all = is_counting() || self.is_observed;
    self.quick_heap0 = sees_all || self.job.is_spread() ? nullptr : self.heap0;
    if (self.job.is_spread()) {
        setup_boards();
        self.life_cycle->clock_rpc = self.trace != nullptr ? offer_clock() : -1;
        if (const Status status = open_network(open_membership()); status < 0) {
            return status;
        }
        if (const Status status = setup_reports(); status < 0) {
            return status;
        }
    }
    for (Status (*const setup)() : {setup_pairwise, setup_lock_nodes, setup_world}) {
        if (const Status status = setup(); status < 0) {
            return status;
        }
    }
    note_clock(self.life_cycle->clock_rpc, ClockTime::start);
    if (boot::calls_are_reported(self.job)) {
        os::watch_fatal_signals(
            [](int signal) { boot::note_fault(this_rank().job.self(), signal); });
    }
    self.begin();
    register_exit_handler();
    return ARAUTO_OK;
}

/// This process has joined its job by the program's own call, or earlier: it is the same job.
Status check_alike(const boot::Surroundings& around) noexcept {
    const Rank& self = this_rank();
    if (around.rank != self.rank || around.size != self.size) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "arauto_init_within: %s of %d is already in a job, and cannot be %s of %d too",
                    name_of(self.rank).text, self.size, name_of(around.rank).text, around.size);
    }
    const auto is_near = [&](int rank) {
        return around.near.empty() ||
               std::binary_search(around.near.begin(), around.near.end(), rank);
    };
    for (int rank = 0; rank < self.size; ++rank) {
        if (is_near(rank) != self.job.near.has(rank)) {
            return fail(ARAUTO_ERR_ARGUMENT,
                        "arauto_init_within: %s is on %s node than %s in the job that this process "
                        "has joined before, and not so here",
                        name_of(rank).text, is_near(rank) ? "another" : "the same",
                        name_of(self.rank).text);
        }
    }
    return ARAUTO_OK;
}

} // namespace

Status initialize() noexcept {
    this_rank().is_of_program = true;
    if (this_rank().current_phase() != Phase::before) {
        register_exit_handler();
        return ARAUTO_OK;
    }
    return start(boot::join_or_start(this_rank().executes_again));
}

Status initialize(const boot::Surroundings& surroundings) noexcept {
    if (this_rank().current_phase() != Phase::before) {
        return check_alike(surroundings);
    }
    this_rank().is_guest = true;
    return start(boot::join_within(surroundings));
}

Status finalize(int exit_code) noexcept {
    Rank& self = this_rank();
    if (Status status = check_running("arauto_finalize"); status < 0) {
        return status;
    }
    boot::end_profile(); // for the copy that goes to rank 0
    if (self.trace != nullptr) {
        boot::end_trace(*self.trace);
    }
    note_clock(self.life_cycle->clock_rpc, ClockTime::end);
    hand_in(g_tallies, this_rank().life_cycle->counts_offset);
    hand_in(boot::g_profile, this_rank().life_cycle->profile_offset);
    // Before the stop: a rank that waits for data on their way would see that no sender is left.
    flush_all();
    announce_stop(exit_code);
    call_stop_hook(self);
    wait_for_all_to_end(self);
    if (!self.job.is_spread()) {
        finish_epochs();
    }
    boot::end_profile();
    report(self);
    return ARAUTO_OK;
}

void stop(int code) noexcept {
    flush_output();
    if (this_rank().current_phase() == Phase::running) {
        [[maybe_unused]] const Status ignored = finalize(code);
    }
    std::exit(code);
}

namespace {

/// The program may fail in the middle of a write, as when a value that it prints is fetched, and
/// its library then holds a lock that flushing needs. So another thread flushes, and this one waits
/// for it no longer than a flush may take.
void flush_if_free() noexcept {
    if (this_rank().flush_hook == nullptr) {
        std::fflush(nullptr);
        return;
    }
    struct Flush {
        std::mutex guard;
        std::condition_variable finished;
        bool is_done = false;
    };
    const auto flush = std::make_shared<Flush>();
    std::thread([flush] {
        flush_output();
        const std::lock_guard lock(flush->guard);
        flush->is_done = true;
        flush->finished.notify_one();
    }).detach();
    std::unique_lock lock(flush->guard);
    flush->finished.wait_for(lock, std::chrono::seconds(3), [&] { return flush->is_done; });
}

} // namespace

void error_stop(int code, const char* sentence) noexcept {
    const int status = (code & 0xff) == 0 ? 1 : code & 0xff;
    const std::string location = sentence != nullptr ? boot::location_in_program() : "";
    const char* const comma = location.empty() ? "" : ", ";
    if (sentence != nullptr && this_rank().header != nullptr) {
        log(LogLevel::error, "%s: %s%s%s", name_of(this_rank().rank).text, sentence, comma,
            location.c_str());
    } else if (sentence != nullptr) {
        log(LogLevel::error, "%s%s%s", sentence, comma, location.c_str()); // it is no rank yet
    }
    flush_if_free();
    if (this_rank().header != nullptr) {
        end_job(status);
    }
    _exit(status);
}

void fail_this_rank() noexcept {
    Rank& self = this_rank();
    flush_if_free();
    if (self.header != nullptr) {
        handle_failures();
        self.job.self().fail_called.store(
            1, std::memory_order_release); // PAIR job.fail_called: the launcher looks
        if (self.job.manager != nullptr && self.header->launcher_pid == 0) {
            fail_and_stay(self);
        }
    }
    _exit(0);
}

} // namespace arauto::core
