// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See cohort.hpp.
#include "sync/cohort.hpp"

#include "base/counters.hpp"
#include "runtime/wait.hpp"
#include "sync/lock_watch.hpp"
#include "team/segment.hpp"

namespace arauto::core {
namespace {

/// The bound while other ranks are known to wait in the queue: one of 17 critical sections ends in
/// a hand-off over the network, and a rank of another node waits for so many. With 64, the lock
/// went over the network as often.
constexpr uint32_t kHandOffsMax = 16;

std::atomic<uint64_t>& published_by(int rank) noexcept {
    const int first = this_rank().job.near.first;
    return reinterpret_cast<std::atomic<uint64_t>*>(this_rank().heap(first) +
                                                    this_rank().words.lock_published)[rank - first];
}

/// A name for the lock, the same in all processes; never 0.
uint64_t name_of_lock(const LockCell& cell) noexcept {
    return static_cast<uint64_t>(reinterpret_cast<const std::byte*>(&cell) - this_rank().heap(0)) |
           1;
}

/// Visits the published queue nodes of the other ranks of this node, in ring order from the next
/// rank on.
/// @param visit  returns false to end it
template <typename Visit> void visit_published(Visit visit) noexcept {
    const Rank& self = this_rank();
    const boot::NearRanks& near = self.job.near;
    for (int step = 1; step < near.count; ++step) {
        const int rank = near.first + (self.rank - near.first + step) % near.count;
        // PAIR lock.published: look
        const uint64_t published = published_by(rank).load(std::memory_order_seq_cst);
        if (published != 0 && !has_failed(published) && !visit(published)) {
            return;
        }
    }
}

bool is_of_term(const LockNode& node, uint64_t id) noexcept {
    return node.term.load(std::memory_order_acquire) == term_of(id); // PAIR lock.term: look
}

bool is_in_queue(NodeState state) noexcept {
    return state == NodeState::waiting || state == NodeState::holding;
}

/// Whether a queue node may still be handed off: it is in the queue, or its rank may yet join. Once
/// false, it stays false. The term is read last: the values read before then belong to this use.
bool may_be_handed_off(uint64_t queued) noexcept {
    const LockNode& node = node_of(queued);
    const NodeState state = node.state.load(std::memory_order_seq_cst); // PAIR lock.state
    const uint64_t user = node.user.load(std::memory_order_seq_cst); // PAIR lock.user: look
    if (state == NodeState::requesting) {
        return !has_failed(queued) && is_of_term(node, queued);
    }
    // A user that has died in the meantime may have handed the queue node off before.
    const bool is_used = !has_failed(user) || node.user.load(std::memory_order_seq_cst) !=
                                                  user; // PAIR lock.user: look again
    return is_in_queue(state) && is_used && is_of_term(node, queued);
}

bool is_queued_for(uint64_t queued, uint64_t lock) noexcept {
    const LockNode& node = node_of(queued);
    return node.lock.load(std::memory_order_acquire) == lock && // PAIR lock.published: with it
           node.state.load(std::memory_order_seq_cst) != NodeState::requesting &&
           may_be_handed_off(queued);
}

/// The queue node to request: one in this lock's queue, or else that of the lowest rank below this
/// one that requests the lock too.
uint64_t find_queued(uint64_t lock) noexcept {
    uint64_t queued = 0;
    uint64_t lowest = 0;
    uint64_t looks = 0;
    visit_published([&](uint64_t published) {
        const LockNode& node = node_of(published);
        ++looks;
        if (node.lock.load(std::memory_order_acquire) != lock) { // PAIR lock.published: with it
            return true;
        }
        const uint64_t requested =
            node.requested.load(std::memory_order_seq_cst); // PAIR lock.requested: look
        const uint64_t candidate = requested != 0 ? requested : published;
        if (is_queued_for(candidate, lock)) {
            queued = candidate;
            return false;
        }
        const bool is_requesting = node.state.load(std::memory_order_seq_cst) ==
                                       NodeState::requesting && // PAIR lock.state
                                   is_of_term(node, published);
        if (is_requesting && rank_of(published) < this_rank().rank &&
            (lowest == 0 || published < lowest)) {
            lowest = published;
        }
        return true;
    });
    tally_more(ARAUTO_COUNTER_LOCK, {0, looks, looks * sizeof(uint64_t)});
    return queued != 0 ? queued : lowest;
}

/// Whether the rank of a published queue node waits for a hand-off of `queued`. Its state is read
/// first: while it is `requesting`, it may request one queue node after another, and it leaves that
/// state only after a hand-off, which only the caller can do.
bool requests(uint64_t published, uint64_t queued) noexcept {
    const LockNode& node = node_of(published);
    return node.state.load(std::memory_order_seq_cst) == NodeState::requesting && // PAIR lock.state
           node.requested.load(std::memory_order_seq_cst) == queued && // PAIR lock.requested: look
           is_of_term(node, published);
}

} // namespace

Status setup_cohort() {
    const Result<uint64_t> published = reserve_alike(
        static_cast<uint64_t>(this_rank().size) * sizeof(uint64_t), "the cohort hand-off of locks");
    this_rank().words.lock_published = published.value;
    return published.status;
}

bool publish_node(const LockCell& cell, uint64_t id) noexcept {
    LockNode& node = node_of(id);
    // relaxed because the exchange that publishes the node orders these two
    node.requested.store(0, std::memory_order_relaxed);
    node.hand_offs.store(0, std::memory_order_relaxed);
    // relaxed because the exchange that publishes the node orders these two as well
    node.user.store(id, std::memory_order_relaxed);
    node.lock.store(name_of_lock(cell), std::memory_order_relaxed);
    node.state.store(NodeState::requesting, std::memory_order_seq_cst); // PAIR lock.state
    uint64_t none = 0;
    // PAIR lock.published: publish
    if (published_by(this_rank().rank)
            .compare_exchange_strong(none, id, std::memory_order_seq_cst)) {
        return true;
    }
    clear_cohort_fields(id);
    return false;
}

void clear_cohort_fields(uint64_t id) noexcept {
    LockNode& node = node_of(id);
    // relaxed because readers rely on the state and the term of the node, not on these two
    node.lock.store(0, std::memory_order_relaxed);
    node.user.store(0, std::memory_order_relaxed);
}

void withdraw_node(uint64_t id) noexcept {
    uint64_t expected = id;
    // PAIR lock.published: withdraw
    published_by(this_rank().rank).compare_exchange_strong(expected, 0, std::memory_order_seq_cst);
}

Result<uint64_t>
request_hand_off(const LockCell& cell, uint64_t id, Status (*watch)(const LockCell&)) noexcept {
    LockNode& node = node_of(id);
    const uint64_t lock = name_of_lock(cell);
    uint64_t queued = 0;
    const auto request = [&] {
        queued = find_queued(lock);
        node.requested.store(queued, std::memory_order_seq_cst); // PAIR lock.requested: request
    };
    request();
    if (queued == 0) {
        return {ARAUTO_OK, 0};
    }
    const Status status = wait_until(
        [&] {
            // PAIR lock.user: look
            if (node_of(queued).user.load(std::memory_order_seq_cst) == id) {
                return true;
            }
            if (!may_be_handed_off(queued)) {
                request();
            }
            return queued == 0;
        },
        HolderWatch{cell, queued, watch});
    if (status >= 0 && queued != 0) {
        node.state.store(NodeState::using_other, std::memory_order_seq_cst); // PAIR lock.state
        wake_requesters(id); // this queue node will not join the queue
    }
    return {status, queued};
}

uint64_t find_requester(uint64_t queued) noexcept {
    const LockNode& node = node_of(queued);
    // A rank that waits behind a dead one cannot link itself to this node. PAIR job.counts: look
    const bool is_wanted = node.next.load(std::memory_order_acquire) != 0 || // PAIR lock.next: look
                           this_rank().header->failed.load(std::memory_order_acquire) != 0;
    const uint32_t hand_offs =
        node.hand_offs.load(std::memory_order_relaxed); // relaxed because the last user wrote it
    if (is_wanted && hand_offs >= kHandOffsMax) {
        return 0;
    }
    uint64_t requester = 0;
    visit_published([&](uint64_t published) {
        requester = requests(published, queued) ? published : 0;
        return requester == 0;
    });
    return requester;
}

void hand_off(uint64_t queued, uint64_t requester) noexcept {
    LockNode& node = node_of(queued);
    const uint32_t before =
        node.hand_offs.load(std::memory_order_relaxed); // relaxed because as below
    node.hand_offs.store(before + 1, std::memory_order_relaxed); // relaxed because `user` orders it
    node.user.store(requester,
                    std::memory_order_seq_cst); // PAIR lock.user: hand off, then the bell
    ring(rank_of(requester));
    tally(ARAUTO_COUNTER_HAND_OFF, 1, sizeof requester);
}

void wake_requesters(uint64_t queued) noexcept {
    visit_published([queued](uint64_t published) {
        if (requests(published, queued)) {
            ring(rank_of(published));
        }
        return true;
    });
}

} // namespace arauto::core
