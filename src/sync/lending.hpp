// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Lending of locks in jobs of several nodes. A turn is a queue node that is in the queue of a lock.
// The rank that uses a turn may lend it to a rank that waits on the same node, up to a bound,
// before the next rank in the queue gets the lock. For lock.cpp alone.
//
// Each rank shows one queue node, its stand, to the other ranks of its node. A rank that wants a
// lock first checks whether another rank on its node already has a turn of it. If so, it does not
// join the queue; it requests that turn and spins on the `user` word of the turn. A loan is one
// store to that word: before it the lender has the lock, after it the borrower. The queue node
// still belongs to its owner, but its user does with it all that the owner would. After a death,
// ranks that check the queue therefore look for the user of a turn, not for its owner.
//
// Only the user of a turn lends it, while the turn waits or is held. A rank that requests a turn
// may therefore look for another one as soon as the turn is being released or its user has died: it
// is not lent any more. When several ranks of a node request a lock and none has a turn, the lowest
// rank joins the queue, and the others request its turn. tests/model/lending.pml is the model.
#pragma once

#include "memory/layouts.hpp"
#include "sync/lock_node.hpp"

namespace arauto::core {

[[nodiscard]] Status setup_lending();

/// Whether another rank on this node may lend the lock, or may want to borrow it. Not so when the
/// lock is free and lies on this node.
[[nodiscard]] inline bool is_for_lending(const LockCell& cell, int rank) noexcept {
    return this_rank().job.near.count > 1 &&
           (is_far(rank) || cell.tail.load(std::memory_order_acquire) != 0); // PAIR lock.tail
}

/// Whether a queue node is a stand, or was one and is lent. For the user of the node alone.
[[nodiscard]] inline bool is_for_loans(uint64_t id) noexcept {
    // relaxed because its owner has written it, or the lender has read it
    return node_of(id).lock.load(std::memory_order_relaxed) != 0;
}

/// Shows a queue node as this rank's stand: it requests turns of the lock, and may come to have one
/// that others request.
/// @return false when this rank shows another already
[[nodiscard]] bool stand_up(const LockCell& cell, uint64_t id) noexcept;
void step_down(uint64_t id) noexcept;
/// Clears the loan fields of a queue node that is no longer used.
void end_loans(uint64_t id) noexcept;

/// Requests a turn from the other ranks of this node, and waits for it.
/// @param watch  is called at each change of the job
/// @return the turn; 0: no rank here has one, so that this one must join the queue
[[nodiscard]] Result<uint64_t>
borrow(const LockCell& cell, uint64_t id, Status (*watch)(const LockCell&)) noexcept;

/// The next borrower of the turn; 0: none, or others in the queue have waited long enough.
[[nodiscard]] uint64_t find_borrower(uint64_t turn) noexcept;
void lend(uint64_t turn, uint64_t borrower) noexcept;

/// Wakes the ranks that request this turn: it is not lent any more, so they look for another.
void wake_askers(uint64_t turn) noexcept;

} // namespace arauto::core
