// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See gossip.hpp.
#include "failure/gossip.hpp"

#include "base/clock.hpp"
#include "remote/progress.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

namespace arauto::core {
namespace {

Gossip& gossip() noexcept {
    return *this_rank().gossip;
}

using boot::ImageState;

/// Tries as long as the node lives: a first contact takes time.
constexpr int64_t kAlways = std::numeric_limits<int64_t>::max();

boot::ProcessManager& manager() noexcept {
    return *this_rank().job.manager;
}

/// One try. @return false when it is to be made again
bool send_event(int node, const MembershipEvent& event) noexcept {
    const int rank = node >= 0 ? leader_of_node(node) : -1;
    return rank < 0 || try_to_send(rank, event);
}

template <typename Visit> void visit_targets(Visit visit) noexcept {
    size_t index = 0;
    for (int step = 1; step < gossip().nodes; step *= 2) {
        visit(index++, living_node(step, 1));
    }
}

void try_sends(std::vector<EventSend>& sends) noexcept {
    const int64_t now = now_ns();
    std::erase_if(sends, [now](const EventSend& send) {
        return send_event(send.node, send.event) || now > send.until_ns;
    });
}

/// Queues for one node all ranks for which `is` holds, in stretches.
template <typename Is> void send_stretches(int node, EventKind kind, Is is) noexcept {
    MembershipEvent stretch{kind, 0, 0, 0};
    for (int rank = 0; rank <= this_rank().size; ++rank) {
        if (rank < this_rank().size && is(rank)) {
            stretch.first = stretch.count == 0 ? rank : stretch.first;
            ++stretch.count;
        } else if (stretch.count > 0) {
            gossip().sends.push_back({node, stretch, kAlways});
            stretch.count = 0;
        }
    }
}

void send_all(int node) noexcept {
    const Rank& self = this_rank();
    const boot::JobHeader& header = *self.header;
    const auto send = [node](EventKind kind, int32_t value) {
        gossip().sends.push_back({node, {kind, 0, 0, value}, kAlways});
    };
    // PAIR job.handles_failures: look
    if (header.handles_failures.load(std::memory_order_seq_cst) != 0) {
        send(EventKind::handles, 0);
    }
    if (header.failed.load(std::memory_order_seq_cst) != 0 || // PAIR job.counts: look
        // PAIR job.departure: look
        header.departed.load(std::memory_order_seq_cst) != 0) {
        const auto has_failed = [](int rank) { return learn_state(rank) == ImageState::failed; };
        const auto has_stopped = [](int rank) { return learn_state(rank) == ImageState::stopped; };
        send_stretches(node, EventKind::failed, has_failed);
        send_stretches(node, EventKind::stopped, has_stopped);
        send_stretches(node, EventKind::gone,
                       [&](int rank) { return self.is_gone(rank) && has_stopped(rank); });
    }
    if (header.ending.load(std::memory_order_acquire) != 0) { // PAIR job.changes: look at `ending`
        // PAIR job.ending_code: look
        send(EventKind::ending, header.ending_code.load(std::memory_order_acquire));
    }
    // PAIR job.termination: look, twice
    if (header.all_ended.load(std::memory_order_acquire) != 0) {
        send(EventKind::all_ended, 0);
    }
    if (header.all_departed.load(std::memory_order_acquire) != 0) {
        send(EventKind::all_departed, 0);
    }
}

int count_gone_near() noexcept {
    const auto near = manager().near();
    return static_cast<int>(std::count_if(near.begin(), near.end(),
                                          [](int rank) { return this_rank().is_gone(rank); }));
}

} // namespace

bool try_to_send(int rank, const MembershipEvent& event) noexcept {
    return try_active_message(rank, ActiveMessageKind::state, std::as_bytes(std::span(&event, 1)));
}

void open_gossip(int node, int nodes) noexcept {
    Gossip& me = gossip();
    me.is_open = true;
    me.node = node;
    me.nodes = nodes;
    me.dead.assign(static_cast<size_t>(nodes), false);
    for (int step = 1; step < nodes; step *= 2) {
        me.informed.push_back(-1);
    }
}

bool gossip_is_open() noexcept {
    return gossip().is_open;
}

bool is_dead(int node) noexcept {
    return gossip().dead[static_cast<size_t>(node)];
}

int living_node(int step, int direction) noexcept {
    const Gossip& me = gossip();
    for (int i = step; i < step + me.nodes; ++i) {
        const int node = ((me.node + direction * i) % me.nodes + me.nodes) % me.nodes;
        if (node != me.node && !is_dead(node)) {
            return node;
        }
    }
    return -1;
}

void look_for_losses() noexcept {
    Gossip& me = gossip();
    const uint64_t losses = this_rank().count_losses();
    if (losses == me.losses_seen) {
        return;
    }
    me.losses_seen = losses;
    for (int node = 0; node < me.nodes; ++node) {
        me.dead[static_cast<size_t>(node)] = leader_of_node(node) < 0;
    }
    // A rank of this node that has died may have been about to send events.
    if (const int near = count_gone_near(); near != me.gone_near) {
        me.gone_near = near;
        std::fill(me.informed.begin(), me.informed.end(), -1);
    }
}

void catch_up() noexcept {
    visit_targets([](size_t index, int node) {
        const int leader = node >= 0 ? leader_of_node(node) : -1;
        int& informed = gossip().informed[index];
        if (leader >= 0 && leader != informed) {
            informed = leader;
            send_all(node);
        }
    });
}

void put_in_outbox(const MembershipEvent& event) noexcept {
    const std::lock_guard lock(gossip().mutex);
    gossip().outbox.push_back(event);
}

void send_to_node(int node, const MembershipEvent& event, int64_t patience_ns) noexcept {
    gossip().sends.push_back({node, event, now_ns() + patience_ns});
}

void send_outbox() noexcept {
    Gossip& me = gossip();
    std::vector<MembershipEvent> events;
    {
        const std::lock_guard lock(me.mutex);
        events.swap(me.outbox);
        me.is_sending = !events.empty() || !me.sends.empty();
    }
    for (const MembershipEvent& event : events) {
        visit_targets([&](size_t, int node) { me.sends.push_back({node, event, kAlways}); });
    }
    try_sends(me.sends);
    const std::lock_guard lock(me.mutex);
    me.is_sending = !me.sends.empty();
}

bool has_sent_all() noexcept {
    const std::lock_guard lock(gossip().mutex);
    return gossip().outbox.empty() && !gossip().is_sending;
}

/// serve_network() may enter this room again from here, by hear() for an event that has arrived and
/// by note_loss(). This does no harm: neither of them waits or sends at once, no caller holds a
/// lock of this room, and the sends here, like the losses of decide_losses(), are the caller's own
/// copy.
void send_at_once(const MembershipEvent& event, int64_t patience_ns) noexcept {
    const int64_t end = now_ns() + patience_ns;
    std::vector<EventSend> sends;
    visit_targets([&](size_t, int node) { sends.push_back({node, event, end}); });
    while (!sends.empty() && now_ns() < end) {
        try_sends(sends);
        serve_network();
    }
}

} // namespace arauto::core
