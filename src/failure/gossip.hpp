// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Spreads membership events between nodes. In the ring of living nodes each node sends an event to
// the nodes 1, 2, 4, ... further on, to the node leader, which is the node's lowest living rank. A
// node that learns an event sends it on. A process may die with an event that it was sent, or was
// about to send. Therefore a rank that begins to receive events from this node is sent all that is
// known here, and a rank that becomes a node leader sends all that it knows.
// tests/model/gossip.pml is the model.
//
// Any thread may call put_in_outbox(), send_at_once() and has_sent_all(); the rest is for the
// progress thread.
#pragma once

#include "runtime/rank.hpp"

#include <cstdint>
#include <mutex>
#include <vector>

namespace arauto::core {

enum class EventKind : uint32_t {
    failed,
    stopped,
    gone, // the ranks had stopped, and their processes have ended
    ending,
    handles,
    all_ended,
    all_departed,
    done, // a node's report to its parent in the tree: see termination.hpp
    beat,
};

/// A wire format.
struct MembershipEvent {
    EventKind kind;
    int32_t first; // rank; of `done` the node
    int32_t count; // of `done` moves
    int32_t value; // exit status: of `ending` the job's, of `failed` its own should it live
};

inline constexpr int64_t kBeatNs = 250'000'000; // from one sign of life to the next

void open_gossip(int node, int nodes) noexcept;
/// Whether nodes send each other events; else the launcher watches, and decides.
[[nodiscard]] bool gossip_is_open() noexcept;

template <typename Visit> void visit_ranks_of(int node, Visit visit) noexcept {
    const boot::ProcessManager& manager = *this_rank().job.manager;
    for (int rank = manager.first_of(node); rank < this_rank().size; ++rank) {
        if (manager.node_of(rank) == node) {
            visit(rank);
        }
    }
}

/// Whether a node was dead at the last look_for_losses().
[[nodiscard]] bool is_dead(int node) noexcept;
/// The next living node, `step` on or later, round the ring; -1: there is no other.
[[nodiscard]] int living_node(int step, int direction) noexcept;

/// Updates which nodes live.
void look_for_losses() noexcept;
/// The node leader sends the events known here to the nodes that have not been sent them.
void catch_up() noexcept;

/// One try to send an event to one rank. @return false when the network takes nothing now
bool try_to_send(int rank, const MembershipEvent& event) noexcept;
/// Queues an event to be sent by this process.
void put_in_outbox(const MembershipEvent& event) noexcept;
/// Queues an event for one node. It is dropped when the node takes no message for so long.
void send_to_node(int node, const MembershipEvent& event, int64_t patience_ns) noexcept;
/// Tries once to send the queued events.
void send_outbox() noexcept;
[[nodiscard]] bool has_sent_all() noexcept;
/// Sends before it returns, if the network takes the event in this time.
void send_at_once(const MembershipEvent& event, int64_t patience_ns) noexcept;

/// An event that is on its way to a node.
struct EventSend {
    int node;
    MembershipEvent event;
    int64_t until_ns;
};

/// State. Only gossip.cpp looks into this.
struct Gossip {
    bool is_open = false;
    int node = 0;
    int nodes = 1;

    std::mutex mutex; // over the next two
    std::vector<MembershipEvent> outbox;
    bool is_sending = false;

    // Only the progress thread uses these.
    std::vector<EventSend> sends;
    uint64_t losses_seen = 0;
    std::vector<bool> dead; // nodes
    std::vector<int>
        informed; // leaders that were sent all, by node 1, 2, 4, ... further on; -1: none
    int gone_near = 0; // ranks of this node that were gone at the last look
};

} // namespace arauto::core
