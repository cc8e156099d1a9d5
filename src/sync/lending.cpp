// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lending.hpp.
#include "sync/lending.hpp"

#include "base/counters.hpp"
#include "runtime/wait.hpp"
#include "team/segment.hpp"

namespace arauto::core {
namespace {

/// The bound while other ranks are known to wait in the queue: of 17 critical sections one ends in
/// a hand-off over the network, and each rank of another node waits for so many. With 64 the lock
/// was passed as often.
constexpr uint32_t kLoansMax = 16;

std::atomic<uint64_t>& stand_of(int rank) noexcept { // PAIR lock.stand: show, look
    const int first = this_rank().job.near.first;
    return reinterpret_cast<std::atomic<uint64_t>*>(this_rank().heap(first) +
                                                    this_rank().words.lock_stands)[rank - first];
}

/// A name for the lock, the same in all processes; never 0.
uint64_t name_of_lock(const LockCell& cell) noexcept {
    return static_cast<uint64_t>(reinterpret_cast<const std::byte*>(&cell) - this_rank().heap(0)) |
           1;
}

/// Visits the stands of the other ranks of this node, in ring order from the next rank on.
/// @param visit  returns false to end it
template <typename Visit> void visit_stands(Visit visit) noexcept {
    const Rank& self = this_rank();
    const boot::NearRanks& near = self.job.near;
    for (int step = 1; step < near.count; ++step) {
        const int rank = near.first + (self.rank - near.first + step) % near.count;
        const uint64_t stand = stand_of(rank).load(std::memory_order_seq_cst);
        if (stand != 0 && !has_failed(stand) && !visit(stand)) {
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

/// Whether a turn, or the stand of a rank that may come to have one, may still be lent. Once false,
/// it stays false. The term is read last: the values read before then belong to this use.
bool may_be_lent(uint64_t turn) noexcept {
    const LockNode& node = node_of(turn);
    const NodeState state = node.state.load(std::memory_order_seq_cst); // PAIR lock.state
    const uint64_t user = node.user.load(std::memory_order_seq_cst); // PAIR lock.user: look
    if (state == NodeState::asking) {
        return !has_failed(turn) && is_of_term(node, turn);
    }
    // A user that has died in the meantime may have lent the turn before.
    const bool is_used = !has_failed(user) || node.user.load(std::memory_order_seq_cst) !=
                                                  user; // PAIR lock.user: look again
    return is_in_queue(state) && is_used && is_of_term(node, turn);
}

bool is_turn_of(uint64_t turn, uint64_t lock) noexcept {
    const LockNode& node = node_of(turn);
    return node.lock.load(std::memory_order_acquire) == lock && // PAIR lock.stand: shown with it
           node.state.load(std::memory_order_seq_cst) != NodeState::asking && may_be_lent(turn);
}

/// The turn to request: one of this lock, or else the stand of the lowest rank below this one that
/// requests the lock too.
uint64_t find_turn(uint64_t lock) noexcept {
    uint64_t turn = 0;
    uint64_t lowest = 0;
    uint64_t looks = 0;
    visit_stands([&](uint64_t stand) {
        const LockNode& node = node_of(stand);
        ++looks;
        if (node.lock.load(std::memory_order_acquire) != lock) { // PAIR lock.stand: shown with it
            return true;
        }
        const uint64_t asked = node.asked.load(std::memory_order_seq_cst); // PAIR lock.asked: look
        const uint64_t candidate = asked != 0 ? asked : stand;
        if (is_turn_of(candidate, lock)) {
            turn = candidate;
            return false;
        }
        const bool asks =
            node.state.load(std::memory_order_seq_cst) == NodeState::asking && // PAIR lock.state
            is_of_term(node, stand);
        if (asks && rank_of(stand) < this_rank().rank && (lowest == 0 || stand < lowest)) {
            lowest = stand;
        }
        return true;
    });
    tally_more(ARAUTO_COUNTER_LOCK, {0, looks, looks * sizeof(uint64_t)});
    return turn != 0 ? turn : lowest;
}

/// Whether a rank waits for this turn. Its state is read first: while it is `asking` it requests
/// one turn after another, and it leaves that state only when the turn that it requests is lent to
/// it, which only the caller can do.
bool asks_for(uint64_t stand, uint64_t turn) noexcept {
    const LockNode& node = node_of(stand);
    return node.state.load(std::memory_order_seq_cst) == NodeState::asking && // PAIR lock.state
           node.asked.load(std::memory_order_seq_cst) == turn && // PAIR lock.asked: look
           is_of_term(node, stand);
}

} // namespace

Status setup_lending() {
    const Result<uint64_t> stands =
        reserve_alike(static_cast<uint64_t>(this_rank().size) * sizeof(uint64_t),
                      "what processes of one node lock");
    this_rank().words.lock_stands = stands.value;
    return stands.status;
}

bool stand_up(const LockCell& cell, uint64_t id) noexcept {
    LockNode& node = node_of(id);
    // All relaxed because the exchange that shows the node orders them.
    node.asked.store(0, std::memory_order_relaxed); // relaxed because as above
    node.loans.store(0, std::memory_order_relaxed); // relaxed because as above
    node.user.store(id, std::memory_order_relaxed); // relaxed because as above
    node.lock.store(name_of_lock(cell), std::memory_order_relaxed); // relaxed because as above
    node.state.store(NodeState::asking, std::memory_order_seq_cst); // PAIR lock.state
    uint64_t none = 0;
    if (stand_of(this_rank().rank).compare_exchange_strong(none, id, std::memory_order_seq_cst)) {
        return true;
    }
    end_loans(id);
    return false;
}

void end_loans(uint64_t id) noexcept {
    LockNode& node = node_of(id);
    node.lock.store(0, std::memory_order_relaxed); // relaxed because its state tells enough
    node.user.store(0, std::memory_order_relaxed); // relaxed because likewise
}

void step_down(uint64_t id) noexcept {
    uint64_t shown = id;
    stand_of(this_rank().rank).compare_exchange_strong(shown, 0, std::memory_order_seq_cst);
}

Result<uint64_t>
borrow(const LockCell& cell, uint64_t id, Status (*watch)(const LockCell&)) noexcept {
    LockNode& node = node_of(id);
    const uint64_t lock = name_of_lock(cell);
    uint64_t turn = 0;
    const auto ask = [&] {
        turn = find_turn(lock);
        node.asked.store(turn, std::memory_order_seq_cst); // PAIR lock.asked: ask
    };
    ask();
    if (turn == 0) {
        return {ARAUTO_OK, 0};
    }
    const Status status = wait_until(
        [&] {
            // PAIR lock.user: look
            if (node_of(turn).user.load(std::memory_order_seq_cst) == id) {
                return true;
            }
            if (!may_be_lent(turn)) {
                ask();
            }
            return turn == 0;
        },
        [&] { return watch(cell); });
    if (status >= 0 && turn != 0) {
        node.state.store(NodeState::borrowing, std::memory_order_seq_cst); // PAIR lock.state
        wake_askers(id); // this stand gets no turn of its own to lend
    }
    return {status, turn};
}

uint64_t find_borrower(uint64_t turn) noexcept {
    const LockNode& node = node_of(turn);
    // A rank that waits behind a dead one cannot link itself to this node.
    const bool is_wanted = node.next.load(std::memory_order_acquire) != 0 || // PAIR lock.next: look
                           this_rank().header->failed.load(std::memory_order_acquire) != 0;
    const uint32_t loans =
        node.loans.load(std::memory_order_relaxed); // relaxed because the last user wrote it
    if (is_wanted && loans >= kLoansMax) {
        return 0;
    }
    uint64_t borrower = 0;
    visit_stands([&](uint64_t stand) {
        borrower = asks_for(stand, turn) ? stand : 0;
        return borrower == 0;
    });
    return borrower;
}

void lend(uint64_t turn, uint64_t borrower) noexcept {
    LockNode& node = node_of(turn);
    const uint32_t before = node.loans.load(std::memory_order_relaxed); // relaxed because as below
    node.loans.store(before + 1, std::memory_order_relaxed); // relaxed because `user` orders it
    node.user.store(borrower, std::memory_order_seq_cst); // PAIR lock.user: lend, then the bell
    ring(rank_of(borrower));
    tally(ARAUTO_COUNTER_HAND_OVER, 1, sizeof borrower);
}

void wake_askers(uint64_t turn) noexcept {
    visit_stands([turn](uint64_t stand) {
        if (asks_for(stand, turn)) {
            ring(rank_of(stand));
        }
        return true;
    });
}

} // namespace arauto::core
