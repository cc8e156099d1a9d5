// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Locks in jobs of several nodes: who has the turn in a lock's queue lends it to who waits on the
// same node, up to a bound, before the next in the queue gets it. Of lock.cpp alone.
//
// Each rank shows one node of its own, its stand, to the others of its machine. Who comes for a
// lock looks there for a turn of it that is in the queue; if there is one, it stays out of the
// queue, asks for that turn and looks at one word, the turn's `user`. To lend is one store to that
// word: before it the lender has the lock, behind it the borrower. The node in the queue stays
// whose it is, its user does with it all that its owner would; whoever looks at the queue after a
// death asks who uses a turn, not whose it is.
//
// Only the user of a turn lends it, while the turn waits or is held. So who asks may look for
// another as soon as the turn is being released, or its user has died: nobody lends it any more. Of
// several who then ask nobody the lowest joins the queue, and the others ask for its turn.
// tests/model/lending.pml is the model.
#pragma once

#include "memory/layouts.hpp"
#include "sync/lock_node.hpp"

namespace arauto::core {

[[nodiscard]] Status setup_lending();

/// Whether somebody on this node may lend the lock, or may want to borrow it: not where it is free
/// and at hand.
[[nodiscard]] inline bool is_for_lending(const LockCell& cell, int rank) noexcept {
    return this_rank().job.near.count > 1 &&
           (is_far(rank) || cell.tail.load(std::memory_order_acquire) != 0); // PAIR lock.tail
}

/// Whether a node is shown, or is one that is shown and lent. Of the user's own.
[[nodiscard]] inline bool is_for_loans(uint64_t id) noexcept {
    // relaxed because its owner has written it, or who lent it has read it
    return node_of(id).lock.load(std::memory_order_relaxed) != 0;
}

/// Shows a node that is to ask for the lock's turns, and then to have one that others ask for.
/// @return false when this rank shows another already
[[nodiscard]] bool stand_up(const LockCell& cell, uint64_t id) noexcept;
void step_down(uint64_t id) noexcept;
/// The node, which has been let go, forgets what it was shown for.
void end_loans(uint64_t id) noexcept;

/// Waits for a turn of the lock that others on this node have.
/// @param watch  of each change of the job
/// @return the turn; 0: nobody here has one, so that it is for this node to join the queue
[[nodiscard]] Result<uint64_t>
borrow(const LockCell& cell, uint64_t id, Status (*watch)(const LockCell&)) noexcept;

/// Who is to borrow the turn next; 0: nobody, or others in the queue have waited long enough.
[[nodiscard]] uint64_t find_borrower(uint64_t turn) noexcept;
void lend(uint64_t turn, uint64_t borrower) noexcept;

/// The turn is not lent any more: who asks for it looks for another.
void wake_askers(uint64_t turn) noexcept;

} // namespace arauto::core
