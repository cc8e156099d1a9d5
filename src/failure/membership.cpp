// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See membership.hpp.
#include "failure/membership.hpp"

#include "base/clock.hpp"
#include "base/log.hpp"
#include "base/naming.hpp"
#include "failure/events.hpp"
#include "failure/gossip.hpp"
#include "failure/heartbeat.hpp"
#include "failure/liveness.hpp"
#include "failure/losses.hpp"
#include "failure/partition.hpp"
#include "failure/standstill.hpp"
#include "failure/termination.hpp"
#include "remote/progress.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>
#include <unistd.h>
#include <vector>

namespace arauto::core {
namespace {

Membership& membership() noexcept {
    return *this_rank().membership;
}

using boot::ImageState;

constexpr int64_t kStepNs = 10 * kMillisecond; // between looks at near processes and states
constexpr int64_t kLastStepNs = kMillisecond; // of a rank that waits for the end of all
constexpr int kBeatsUntilDoubt = 4; // missed heartbeats
constexpr int64_t kStopDelayNs = 100 * kMillisecond; // most jobs end before it matters
constexpr int64_t kEndingNs = 1000 * kMillisecond; // for a process to leave a job that ends
constexpr int64_t kClosingMessageNs = 500 * kMillisecond;
constexpr int64_t kHasteNs = 200 * kMillisecond; // to announce that this rank stops
constexpr int64_t kReadingNs = 30 * kMillisecond;

boot::ProcessManager& manager() noexcept {
    return *this_rank().job.manager;
}

/// Handles an active message. It must not wait: it leaves work to the progress thread.
void hear(int source, std::span<const std::byte> body) noexcept {
    MembershipEvent event{};
    if (body.size() != sizeof event) {
        return;
    }
    std::memcpy(&event, body.data(), sizeof event);
    const int node = manager().node_of(source);
    if (event.kind == EventKind::done) {
        hear_report(node, event);
    }
    note_sign_of_life(node);
    if (event.kind == EventKind::failed && learn_state(source) == ImageState::failed) {
        return; // events from a rank that was given up do not count
    }
    if (learn(event)) {
        put_in_outbox(event);
    }
}

/// Visits the near ranks that have stopped, in stretches. @return how many there are
template <typename Visit> uint32_t visit_stopped(Visit visit) noexcept {
    uint32_t stopped = 0;
    MembershipEvent stretch{EventKind::stopped, 0, 0, 0};
    for (const int rank : manager().near()) {
        if (learn_state(rank) != ImageState::stopped) {
            continue;
        }
        ++stopped;
        if (stretch.count > 0 && stretch.first + stretch.count != rank) {
            visit(stretch);
            stretch.count = 0;
        }
        stretch.first = stretch.count == 0 ? rank : stretch.first;
        ++stretch.count;
    }
    if (stretch.count > 0) {
        visit(stretch);
    }
    return stopped;
}

/// Announces near ranks that have stopped to the other nodes, once no more have for a while.
void announce_stops(int64_t now) noexcept {
    Membership& me = membership();
    const uint32_t stopped = visit_stopped([](const MembershipEvent&) {});
    if (stopped != me.stops_seen) {
        me.stops_seen = stopped;
        me.stops_seen_ns = now;
    } else if (me.stops_seen_ns != 0 && now - me.stops_seen_ns >= kStopDelayNs) {
        me.stops_seen_ns = 0;
        visit_stopped(put_in_outbox);
    }
}

/// Whether a rank has dismissed this one. It must not be a failed rank, nor one that is silent for
/// this node: that rank is on the other side of a partitioned network, and does not decide which
/// side goes on.
bool is_dismissed() noexcept {
    const int by = this_rank().network->dismissed_by();
    return by >= 0 && !is_unheard(manager().node_of(by)) && learn_state(by) != ImageState::failed;
}

/// Ends this process if others take it for dead and have gone on without it.
void end_if_given_up() noexcept {
    const boot::ImageBlock& block = this_rank().job.self();
    const bool is_failed = learn_state(this_rank().rank) == ImageState::failed &&
                           // relaxed because the state orders it
                           block.exit_code.load(std::memory_order_relaxed) != 0;
    // PAIR job.fail_called: look
    if ((is_failed || is_dismissed()) && block.fail_called.load(std::memory_order_acquire) == 0) {
        log(LogLevel::error,
            "%s was silent or out of reach for so long that the job goes on without it",
            name_of(this_rank().rank).text);
        _exit(kGivenUp);
    }
}

/// Ends this process when its job ends, since a process that only computes does not notice.
void end_if_it_is_time(int64_t now) noexcept {
    Membership& me = membership();
    const boot::JobHeader& header = *this_rank().header;
    if (header.ending.load(std::memory_order_acquire) == 0) { // PAIR job.changes: look at `ending`
        return;
    }
    if (me.ending_seen_ns == 0) {
        me.ending_seen_ns = now;
    } else if (now - me.ending_seen_ns >= kEndingNs) {
        _exit(boot::status_of_end(header));
    }
}

/// Sends a heartbeat, and probes the node before when its own heartbeats are missing.
void beat() noexcept {
    const Predecessor before = send_heartbeat();
    if (before.node < 0) {
        return;
    }
    probe_listeners(before.node, before.missed > kBeatsUntilDoubt, note_certain_loss);
    if (before.is_given_up) {
        give_up_node(before.node);
    }
}

void act_as_node_leader(int64_t now) noexcept {
    Membership& me = membership();
    const bool is_time = now - me.beat_ns >= kBeatNs;
    if (is_time) {
        me.beat_ns = now;
        for (int dead = manager().next_death(); dead >= 0; dead = manager().next_death()) {
            note_loss(dead);
        }
        beat();
        look_for_standstill(now);
    }
    catch_up();
    announce_stops(now);
    report_ends(is_time);
}

} // namespace

Status open_membership() noexcept {
    const Rank& self = this_rank();
    if (!self.job.is_spread() || self.header->launcher_pid != 0) {
        return ARAUTO_OK;
    }
    const Result<int64_t> silence = setting_integer(kHeartbeatSetting, 0);
    if (!silence.ok()) {
        return silence.status;
    }
    const int64_t silence_ns = silence.value * kMillisecond;
    const int nodes = manager().nodes();
    const int node = manager().node_of(self.rank);
    membership().node = node;
    open_standstill(node, nodes);
    open_termination(node, nodes);
    open_heartbeat(silence_ns);
    open_partition(node, nodes, silence_ns);
    open_gossip(node, nodes);
    set_active_message_handler(ActiveMessageKind::state, hear);
    return ARAUTO_OK;
}

void tend_membership() noexcept {
    Membership& me = membership();
    if (!gossip_is_open()) {
        return;
    }
    send_outbox();
    const int64_t now = now_ns();
    const bool waits_for_end = learn_state(this_rank().rank) != ImageState::running;
    if (now - me.stepped_ns < (waits_for_end ? kLastStepNs : kStepNs)) {
        return;
    }
    me.stepped_ns = now;
    look_for_losses();
    end_if_given_up();
    this_rank().hooks.watch_processes();
    std::ranges::for_each(find_silent_nodes(now), give_up_node);
    decide_losses(now);
    end_if_it_is_time(now);
    if (leader_of_node(me.node) == this_rank().rank) {
        act_as_node_leader(now);
    }
}

void announce_failure(int rank) noexcept {
    if (gossip_is_open()) {
        put_in_outbox({EventKind::failed, rank, 1, 0});
    }
}

void handle_failures() noexcept {
    boot::JobHeader* const header = this_rank().header;
    // relaxed because the flag only grows and a late reader errs once, towards ending the job
    if (header == nullptr || header->handles_failures.load(std::memory_order_relaxed) != 0) {
        return;
    }
    header->handles_failures.store(1, std::memory_order_seq_cst); // PAIR job.handles_failures
    if (gossip_is_open()) {
        put_in_outbox({EventKind::handles, 0, 0, 0});
    }
}

void spread_stop(int rank) noexcept {
    if (gossip_is_open()) {
        send_at_once({EventKind::stopped, rank, 1, 0}, kHasteNs);
    }
}

void finish_gossip() noexcept {
    if (!gossip_is_open()) {
        return;
    }
    const int64_t end = now_ns() + kClosingMessageNs;
    for (bool has_sent = false; !has_sent && now_ns() < end; os::yield_core()) {
        serve_network();
        has_sent = has_sent_all();
    }
    // Unread messages must be read, or the system discards messages to other ranks.
    const int64_t read_until = now_ns() + kReadingNs;
    while ((!this_rank().network->is_flushed_except(-1, transport::Flush::data_and_signals) &&
            now_ns() < end) ||
           now_ns() < read_until) {
        serve_network();
        os::yield_core();
    }
}

} // namespace arauto::core
