// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cohort hand-off, for locks in jobs of several nodes. A hand-off within a node is much faster than
// one over the network. A rank that releases a lock therefore prefers a rank of its own node, up to
// a bound, to the next rank in the lock's queue. For lock.cpp alone.
//
// Each rank publishes one queue node to the other ranks of its node. A rank that wants a lock first
// checks whether another rank on its node already has a queue node in the lock's queue. If so, it
// does not join the queue; it requests a hand-off by that queue node and spins on its `user` word.
// The hand-off is one store to that word: it makes the requester the user of the queue node, and
// the user has the lock. The queue node still belongs to its owner, but its user does with it all
// that the owner would. After a death, ranks that check the queue therefore look for the user of a
// queue node, not for its owner.
//
// Only the user of a queue node hands it off, while it waits in the queue or holds the lock. Once
// it is being released, or its user has died, it is not handed off any more, and the ranks that
// requested it look for another. When several ranks of a node request a lock and none has joined
// the queue, the lowest rank joins it, and the others request a hand-off from that rank.
// tests/model/cohort.pml is the model.
#pragma once

#include "memory/layouts.hpp"
#include "sync/lock_node.hpp"

namespace arauto::core {

[[nodiscard]] Status setup_cohort();

/// Whether another rank on this node may hand the lock off to this one, or may request it. False
/// when the lock is free and lies on this node.
[[nodiscard]] inline bool may_have_cohort(const LockCell& cell, int rank) noexcept {
    return this_rank().job.near.count > 1 &&
           (is_far(rank) || cell.tail.load(std::memory_order_acquire) != 0); // PAIR lock.tail
}

/// Whether a queue node is published, or was and has been handed off. For its user alone.
[[nodiscard]] inline bool is_for_cohort(uint64_t id) noexcept {
    // relaxed because its owner has written it, or the previous user has read it
    return node_of(id).lock.load(std::memory_order_relaxed) != 0;
}

/// Publishes a queue node to the other ranks of this node: it requests hand-offs of the lock, and
/// other ranks may request a hand-off by it once it is in the queue.
/// @return false when this rank has already published another
[[nodiscard]] bool publish_node(const LockCell& cell, uint64_t id) noexcept;
void withdraw_node(uint64_t id) noexcept;
/// Clears the published lock and the user of a queue node that is no longer used.
void clear_cohort_fields(uint64_t id) noexcept;

/// Requests a hand-off from the other ranks of this node, and waits for it.
/// @param watch  is called at each change of the job
/// @return the queue node that this rank uses now; 0: no rank of this node has one in the queue, so
///     that this rank must join
[[nodiscard]] Result<uint64_t>
request_hand_off(const LockCell& cell, uint64_t id, Status (*watch)(const LockCell&)) noexcept;

/// The next rank's node that requests a hand-off by `queued`; 0: none, or ranks of other nodes have
/// waited long enough.
[[nodiscard]] uint64_t find_requester(uint64_t queued) noexcept;
void hand_off(uint64_t queued, uint64_t requester) noexcept;

/// Wakes the ranks that request `queued`, which is not handed off any more: they look for another.
void wake_requesters(uint64_t queued) noexcept;

} // namespace arauto::core
