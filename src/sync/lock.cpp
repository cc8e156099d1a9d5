// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lock.hpp; tests/model/lock.pml is the protocol's model.
//
// After a failure no link is mended. A waiter asks instead whether the lock has come to it: its own
// grant, or a dead predecessor that held it, was handing it over, or was itself granted, and so on
// down the chain of the dead. What they have left behind is read even when they were on another
// node, from a process there that lives. When none does, the lock has come once nobody has been
// known to hold it for longer than a hand-over takes.
#include "sync/lock.hpp"

#include "base/counters.hpp"
#include "runtime/wait.hpp"
#include "sync/brief_lock.hpp"
#include "sync/lending.hpp"

#include <vector>

namespace arauto::core {

namespace {

constexpr const char* kAcquire = "arauto_lock_acquire";
constexpr const char* kTry = "arauto_lock_try";
constexpr const char* kRelease = "arauto_lock_release";

LockCell& cell_of(const Lock& lock, int rank, size_t index) noexcept {
    return reinterpret_cast<LockCell*>(this_rank().heap(rank) + lock.segment->offset)[index];
}

// What is rare is no part of what a lock takes that nobody else wants: in line it took 4 ns more of
// 33. Hence what is said of inlining in this file.

/// Over several nodes: then turns are lent, and the rest of a node is used.
bool is_spread() noexcept {
    return this_rank().network != nullptr;
}

/// As nobody shows it: with nothing to tell but of the queue.
[[gnu::always_inline]] inline void give_back(LockNodes& nodes, uint64_t id) noexcept {
    if (is_spread() && is_for_loans(id)) [[unlikely]] {
        end_loans(id);
    }
    nodes.free.push_back(id_of(rank_of(id), term_of(id) + 1, index_of(id)));
}

/// Those that were lent and have come back.
[[gnu::noinline]] void collect_lent(LockNodes& nodes) noexcept {
    std::erase_if(nodes.lent, [&nodes](uint64_t id) {
        const bool is_back =
            node_of(id).state.load(std::memory_order_acquire) == NodeState::idle; // PAIR lock.state
        if (is_back) {
            give_back(nodes, id);
        }
        return is_back;
    });
}

uint64_t take_node() noexcept {
    LockNodes& nodes = *this_rank().lock_nodes;
    const std::lock_guard guard(nodes.mutex);
    if (!nodes.lent.empty()) [[unlikely]] {
        collect_lent(nodes);
    }
    if (nodes.free.empty()) {
        return 0;
    }
    const uint64_t id = nodes.free.back();
    nodes.free.pop_back();
    LockNode& node = node_of(id);
    node.term.store(term_of(id), std::memory_order_release); // PAIR lock.term: another use begins
    node.next.store(0, std::memory_order_relaxed); // relaxed because what joins the queue orders it
    node.granted.store(0, std::memory_order_relaxed); // relaxed likewise, because terms come again
    return id;
}

/// The node is not used any more; it is its owner's to use again.
void let_go(uint64_t id) noexcept {
    node_of(id).state.store(NodeState::idle,
                            std::memory_order_release); // PAIR lock.state: read after our death
}

void give_node(uint64_t id) noexcept {
    let_go(id);
    LockNodes& nodes = *this_rank().lock_nodes;
    const std::lock_guard guard(nodes.mutex);
    give_back(nodes, id);
}

[[gnu::noinline]] uint64_t ask_for_user(uint64_t id) noexcept {
    const uint64_t user = word::load_lasting(node_of(id).user); // PAIR lock.user: look
    return user != 0 ? user : id; // it is for no loans, or its whole node is gone
}

uint64_t user_of(uint64_t id) noexcept {
    return is_spread() ? ask_for_user(id) : id;
}

/// What an id names has been left, and so whoever came right behind it has been granted the lock.
bool has_left(uint64_t id) noexcept {
    const LockNode& node = node_of(id);
    const NodeState state = word::load_lasting(node.state); // PAIR lock.state
    return state == NodeState::idle ||
           word::load_lasting(node.term) != term_of(id); // PAIR lock.term
}

/// Who uses it has died; of one that has been left, whose it is.
bool is_user_dead(uint64_t id) noexcept {
    if (!is_spread()) {
        return has_failed(id);
    }
    const uint64_t user = user_of(id);
    const bool is_this_use = word::load_lasting(node_of(id).term) == term_of(id); // PAIR lock.term
    return has_failed(is_this_use ? user : id);
}

/// Nobody is left who could tell what it has left behind.
bool is_lost_with_its_node(uint64_t id) noexcept {
    return has_failed(id) && is_far(rank_of(id)) &&
           leader_of_node(this_rank().job.host->node_of(rank_of(id))) < 0;
}

enum class Heir : uint8_t { no, yes, unknown };

/// Whether a queue of dead ranks that ends at `previous` has left the lock to whoever follows it:
/// one of them held it, was handing it over, was the first in the queue, or came behind one that
/// has left. Looked at in the order of joining, newest first. Whoever follows one that lives waits
/// for its grant, though it may have left: that is on its way.
Heir find_heir(uint64_t previous) noexcept {
    if (!is_user_dead(previous)) {
        return Heir::no;
    }
    do { // It ends: each joined after its predecessor.
        if (is_lost_with_its_node(previous)) {
            return Heir::unknown;
        }
        const LockNode& dead = node_of(previous);
        const NodeState state = word::load_lasting(dead.state); // PAIR lock.state
        const uint64_t before = word::load_lasting(dead.previous); // written before `waiting`
        if (state != NodeState::waiting || has_left(previous)) {
            return Heir::yes;
        }
        previous = before;
    } while (previous != 0 && is_user_dead(previous));
    return previous == 0 || has_left(previous) ? Heir::yes : Heir::no;
}

/// No living rank says that it holds the lock: it is being handed over, or those who had it are
/// dead.
bool is_unused(const LockCell& cell) noexcept {
    const uint64_t holder = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    return holder == 0 || is_user_dead(holder);
}

/// Of one who waits behind the dead.
class Inheritance {
  public:
    Inheritance(const LockCell& cell, uint64_t previous) noexcept
        : cell_(cell), previous_(previous) {}

    [[nodiscard]] bool has_come() noexcept {
        const int64_t now = is_spread() ? now_ns() : 0;
        if (now != 0 && now - looked_ns_ < kFarLookNs) {
            return false;
        }
        looked_ns_ = now;
        const Heir heir = find_heir(previous_);
        if (heir != Heir::unknown || !is_unused(cell_)) {
            unused_ns_ = 0;
            return heir == Heir::yes;
        }
        unused_ns_ = unused_ns_ == 0 ? now : unused_ns_;
        return now - unused_ns_ > kHandOverNs;
    }

  private:
    static constexpr int64_t kFarLookNs = 1'000'000; // from one look over the network to the next
    static constexpr int64_t kHandOverNs = 200'000'000; // none takes as long, nor does recovery
    const LockCell& cell_;
    const uint64_t previous_;
    int64_t looked_ns_ = 0;
    int64_t unused_ns_ = 0; // since when it is known to be
};

bool has_stopped(uint64_t id) noexcept {
    return this_rank().state(rank_of(id)) == boot::ImageState::stopped;
}

/// The lock's holder, when it has ended normally and so will never release. Looked at twice: it may
/// have released, and then ended.
Status watch_holder(const LockCell& cell) noexcept {
    const uint64_t holder = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    const uint64_t user = holder != 0 ? user_of(holder) : 0;
    if (user != 0 && has_stopped(user) && user_of(holder) == user &&
        word::load(cell.holder, std::memory_order_acquire) == holder) { // PAIR lock.holder
        return fail(ARAUTO_ERR_STOPPED, "%s: %s holds it and has stopped without unlocking",
                    kAcquire, name_of(rank_of(user)).text);
    }
    return ARAUTO_OK;
}

/// This rank need not ask whether it holds it.
void note_held(const LockCell& cell, uint64_t id) noexcept {
    if (!word::is_mapped(&cell)) {
        const std::lock_guard guard(this_rank().lock_nodes->mutex);
        this_rank().lock_nodes->far_held.push_back({&cell, id});
    }
}

void hold(LockCell& cell, uint64_t id) noexcept {
    note_held(cell, id);
    tally_more(ARAUTO_COUNTER_LOCK, {0, 1, sizeof id});
    node_of(id).state.store(NodeState::holding, std::memory_order_release); // PAIR lock.state
    word::store(cell.holder, id, std::memory_order_release); // PAIR lock.holder
}

/// Whether this rank uses a turn that it, or another of its node, has got in the queue.
bool is_mine(uint64_t holder) noexcept {
    uint64_t user = 0;
    if (is_spread() && holder != 0 && !is_far(rank_of(holder))) {
        user = node_of(holder).user.load(std::memory_order_acquire); // PAIR lock.user: look
    }
    user = user != 0 ? user : holder;
    return user != 0 && rank_of(user) == this_rank().rank;
}

/// The node by which this rank holds a lock that is not mapped; 0: it does not.
uint64_t find_far_held(const LockCell& cell) noexcept {
    const std::lock_guard guard(this_rank().lock_nodes->mutex);
    for (const FarHeld& one : this_rank().lock_nodes->far_held) {
        if (one.cell == &cell) {
            return one.id;
        }
    }
    return 0;
}

void forget_far_held(uint64_t id) noexcept {
    const std::lock_guard guard(this_rank().lock_nodes->mutex);
    std::erase_if(this_rank().lock_nodes->far_held,
                  [id](const FarHeld& one) { return one.id == id; });
}

/// Whether this rank holds it, and by which node. A lock that is not mapped is not asked.
uint64_t find_held(const LockCell& cell) noexcept {
    if (!word::is_mapped(&cell)) {
        return find_far_held(cell);
    }
    const uint64_t holder = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    return is_mine(holder) ? holder : 0;
}

/// As find_held, but sure of a lock whose memory may have become another's since.
bool is_held(const LockCell& cell) noexcept {
    const uint64_t id = find_held(cell);
    if (id == 0 || word::load(cell.holder, std::memory_order_acquire) == id) { // PAIR lock.holder
        return id != 0;
    }
    forget_far_held(id);
    return false;
}

/// Who came last, for a first try to join: where asking is a round trip, a guess that nobody did.
uint64_t guess_tail(const LockCell& cell) noexcept {
    return word::is_mapped(&cell) ? word::load(cell.tail, std::memory_order_acquire) : 0;
} // PAIR lock.tail

/// Says behind whom the node is about to join, before it does: a death right after leaves no gap.
void announce(LockNode& node, uint64_t previous) noexcept {
    node.previous.store(previous, std::memory_order_relaxed); // relaxed because `state` orders it
    node.state.store(NodeState::waiting, std::memory_order_release); // PAIR lock.state
}

/// The holder, and the end of the queue, where they can be looked at.
void tally_looks(const LockCell& cell) noexcept {
    const uint64_t looks = word::is_mapped(&cell) ? 2 : 0;
    tally(ARAUTO_COUNTER_LOCK, looks, looks * sizeof(uint64_t));
}

/// Joins the queue behind `previous`; when another was last, says who.
bool join_behind(LockCell& cell, uint64_t id, uint64_t& previous) noexcept {
    tally_more(ARAUTO_COUNTER_LOCK, {0, 1, sizeof id});
    announce(node_of(id), previous);
    return word::compare_exchange(cell.tail, previous, id); // PAIR lock.tail: join
}

/// Joins the queue; returns the predecessor, 0 when the lock was free.
uint64_t join(LockCell& cell, uint64_t id) noexcept {
    uint64_t previous = guess_tail(cell);
    while (!join_behind(cell, id, previous)) {
    }
    return previous;
}

/// A queue that only the dead are in is free for the taking by who comes right after them.
bool is_free(const LockCell& cell, uint64_t last) noexcept {
    const Heir heir = last != 0 ? find_heir(last) : Heir::yes;
    return heir == Heir::unknown ? is_unused(cell) : heir == Heir::yes;
}

/// The same without waiting for anybody: only when the lock is free.
bool try_to_join(LockCell& cell, uint64_t id, uint64_t& previous) noexcept {
    if (join_behind(cell, id, previous)) {
        return true;
    }
    // What was only guessed is known now.
    return !word::is_mapped(&cell) && is_free(cell, previous) && join_behind(cell, id, previous);
}

[[gnu::noinline]] Status wait_in_queue(LockCell& cell, uint64_t id, uint64_t previous) noexcept {
    LockNode& node = node_of(id);
    word::tell(rank_of(previous), node_of(previous).next, id); // PAIR lock.next: set, then its bell
    tally_more(ARAUTO_COUNTER_LOCK, {0, 1, sizeof id});
    bool recovered = false;
    Inheritance inheritance(cell, previous);
    // A stopped holder is final; the node stays in the queue, so it is not given back.
    const Status status = wait_until(
        [&] {
            if (node.granted.load(std::memory_order_seq_cst) == id) { // PAIR lock.granted: look
                return true;
            }
            // relaxed because a failure seen a look later is as good
            if (this_rank().header->failed.load(std::memory_order_relaxed) == 0) [[likely]] {
                return false;
            }
            recovered = inheritance.has_come();
            return recovered;
        },
        [&] { return watch_holder(cell); });
    if (status < 0) {
        return status;
    }
    hold(cell, id);
    return recovered ? ARAUTO_LOCK_RECOVERED : ARAUTO_OK;
}

Status held_already(int rank, size_t index, const char* call) noexcept {
    return fail(ARAUTO_ERR_LOCKED, "%s: this is %s, and it holds lock %zu of %s already", call,
                name_of(this_rank().rank).text, number_of(index), name_of(rank).text);
}

Status no_node(const char* call) noexcept {
    return fail(ARAUTO_ERR_MEMORY, "%s: this %s holds or waits for %u locks, no more are possible",
                call, noun(), kNodes);
}

/// Who joined right after `id`, found from the tail; the queue behind a lock that is not yet handed
/// over only grows.
uint64_t find_successor(const LockCell& cell, uint64_t id) noexcept {
    uint64_t node = word::load(cell.tail); // PAIR lock.tail
    for (;;) {
        const uint64_t previous = word::load_lasting(node_of(node).previous); // PAIR lock.state
        if (previous == id || previous == 0) {
            return node;
        }
        node = previous;
    }
}

/// Leaves when nobody has come behind `id`. Who is known to have come is not asked for; but where
/// the lock is not mapped: the answer tells, too, that the holder has been cleared there before the
/// successor writes itself down.
bool leave_empty(LockCell& cell, uint64_t id) noexcept {
    const bool is_followed =
        word::is_mapped(&cell) &&
        node_of(id).next.load(std::memory_order_seq_cst) != 0; // PAIR lock.next: look
    const uint64_t looks = word::is_mapped(&cell) ? 1 : 0; // at the holder
    const uint64_t words = looks + (is_followed ? 1 : 2); // the holder, the end of the queue
    tally(ARAUTO_COUNTER_UNLOCK, words, words * sizeof id);
    uint64_t last = id;
    return !is_followed &&
           word::compare_exchange(cell.tail, last, uint64_t{0}); // PAIR lock.tail: leave
}

/// A grant is not waited for: who follows one that has died on its way asks whether that had left.
/// But of a turn that is lent the owner lives, and would say so.
void grant(uint64_t next, bool is_lent) noexcept {
    std::atomic<uint64_t>& granted = node_of(next).granted;
    if (is_lent) {
        static_cast<void>(word::exchange(granted, next)); // PAIR lock.granted: set
        ring(rank_of(next));
    } else {
        word::tell(rank_of(next), granted, next); // PAIR lock.granted: set, then its bell
    }
    tally(ARAUTO_COUNTER_HAND_OVER, 1, sizeof next);
}

/// Hands the lock to the successor, for whom we may have to wait: it has joined but not linked
/// itself yet, or it has, at an owner who died. One that has died in between is granted the lock
/// all the same: whoever follows it inherits.
[[gnu::noinline]] void hand_over(const LockCell& cell, uint64_t id) noexcept {
    const LockNode& node = node_of(id);
    uint64_t next = 0;
    uint64_t found = 0; // apart from `next`, which a last look after the watch writes again
    const Status status = wait_until(
        [&] {
            next = node.next.load(std::memory_order_seq_cst); // PAIR lock.next: look
            return next != 0;
        },
        [&] {
            const uint64_t successor = find_successor(cell, id);
            found = is_user_dead(successor) || has_failed(id) ? successor : 0;
            return found != 0 ? ARAUTO_ERR_FAILED : ARAUTO_OK;
        });
    static_cast<void>(status); // either way one of the two is known
    grant(next != 0 ? next : found, user_of(id) != id);
}

/// Lets a near rank have the turn, which is then no longer this rank's.
[[gnu::noinline]] void lend_to(LockCell& cell, uint64_t turn, uint64_t borrower) noexcept {
    LockNode& node = node_of(turn);
    const uint64_t mine = node.user.load(std::memory_order_acquire); // PAIR lock.user: look
    if (!word::is_mapped(&cell)) {
        forget_far_held(turn);
    }
    if (mine == turn) {
        // Others may clear the holder after this, and must not come before it was set.
        if (!word::is_mapped(&cell)) {
            static_cast<void>(word::load(cell.holder)); // PAIR lock.holder
        }
        const std::lock_guard guard(this_rank().lock_nodes->mutex);
        this_rank().lock_nodes->lent.push_back(turn);
    }
    lend(turn, borrower);
    step_down(mine);
    if (mine != turn) {
        give_node(mine);
    }
}

/// The end of a turn: the next in the queue gets the lock, or nobody.
void end_turn(LockCell& cell, uint64_t turn) noexcept {
    LockNode& node = node_of(turn);
    const bool is_shown = is_spread() && is_for_loans(turn);
    const uint64_t mine =
        is_shown ? node.user.load(std::memory_order_acquire) : turn; // PAIR lock.user
    node.state.store(NodeState::releasing, std::memory_order_release); // PAIR lock.state
    word::store(cell.holder, uint64_t{0}, std::memory_order_release); // PAIR lock.holder
    if (!leave_empty(cell, turn)) {
        hand_over(cell, turn);
    }
    if (!word::is_mapped(&cell)) {
        forget_far_held(turn);
    }
    if (is_shown) [[unlikely]] {
        wake_askers(turn);
        step_down(mine);
    }
    if (mine != turn) [[unlikely]] {
        let_go(turn);
    }
    give_node(mine);
}

/// Joins the queue and waits in it.
[[gnu::always_inline]] inline Status queue_up(LockCell& cell, int rank, uint64_t id) noexcept {
    const uint64_t previous = join(cell, id);
    if (is_far(rank)) {
        if (const Status status = check_alive(rank, kAcquire); status < 0) {
            // Nobody knows who reads the node, so it is not used again; nobody is to ask for it.
            let_go(id);
            return status;
        }
    }
    if (previous == 0) [[likely]] {
        hold(cell, id);
        return ARAUTO_OK;
    }
    return wait_in_queue(cell, id, previous);
}

/// The same where others of this node may have a turn to lend, or want one.
[[gnu::noinline]] Status borrow_or_queue_up(LockCell& cell, int rank, uint64_t id) noexcept {
    const Result<uint64_t> turn = borrow(cell, id, watch_holder);
    if (turn.ok() && turn.value != 0) {
        note_held(cell, turn.value);
        return ARAUTO_OK;
    }
    const Status status = turn.ok() ? queue_up(cell, rank, id) : turn.status;
    if (status < 0) {
        step_down(id); // and nobody asks for it any more
    }
    if (!turn.ok()) {
        give_node(id);
    }
    return status;
}

} // namespace

Status setup_lock_nodes() {
    const Result<uint64_t> nodes = reserve_alike(kNodes * sizeof(LockNode), "the queues of locks");
    this_rank().words.lock_nodes = nodes.value;
    this_rank().lock_nodes->free.reserve(kNodes);
    for (uint32_t index = kNodes; index-- > 0;) {
        this_rank().lock_nodes->free.push_back(id_of(
            this_rank().rank, 1, index)); // the lowest is taken first, so few lines are touched
    }
    return nodes.ok() && is_spread() ? setup_lending() : nodes.status;
}

Status acquire_lock(const Lock& lock, int rank, size_t index) noexcept {
    LockCell& cell = cell_of(lock, rank, index);
    tally_looks(cell);
    if (is_held(cell)) {
        return held_already(rank, index, kAcquire);
    }
    const uint64_t id = take_node();
    if (id == 0) {
        return no_node(kAcquire);
    }
    return is_spread() && is_for_lending(cell, rank) && stand_up(cell, id)
               ? borrow_or_queue_up(cell, rank, id)
               : queue_up(cell, rank, id);
}

Status try_lock(const Lock& lock, int rank, size_t index, int* acquired_out) noexcept {
    LockCell& cell = cell_of(lock, rank, index);
    tally_looks(cell);
    if (is_held(cell)) {
        return held_already(rank, index, kTry);
    }
    *acquired_out = 0;
    uint64_t previous = guess_tail(cell);
    if (!is_free(cell, previous)) {
        return ARAUTO_OK;
    }
    const uint64_t id = take_node();
    if (id == 0) {
        return no_node(kTry);
    }
    if (!try_to_join(cell, id, previous)) {
        give_node(id);
        return ARAUTO_OK; // another has come before: a try waits for nobody
    }
    hold(cell, id);
    *acquired_out = 1;
    return previous != 0 ? ARAUTO_LOCK_RECOVERED : ARAUTO_OK;
}

/// The node by which this rank holds the lock. @error who does, if anybody
Result<uint64_t> node_held_by(const LockCell& cell, int rank, size_t index) noexcept {
    if (const uint64_t id = find_held(cell); id != 0) [[likely]] {
        return {ARAUTO_OK, id};
    }
    const uint64_t holder = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    if (holder == 0) {
        return {fail(ARAUTO_ERR_UNLOCKED, "%s: lock %zu of %s is not locked", kRelease,
                     number_of(index), name_of(rank).text),
                0};
    }
    return {fail(ARAUTO_ERR_LOCKED_OTHER, "%s: lock %zu of %s is held by %s, and this is %s",
                 kRelease, number_of(index), name_of(rank).text,
                 name_of(rank_of(user_of(holder))).text, name_of(this_rank().rank).text),
            0};
}

Status release_lock(const Lock& lock, int rank, size_t index) noexcept {
    LockCell& cell = cell_of(lock, rank, index);
    const Result<uint64_t> held = node_held_by(cell, rank, index);
    if (!held.ok()) {
        return held.status;
    }
    const uint64_t turn = held.value;
    transport::store_fence();
    flush_all();
    const bool may_lend = is_spread() && is_for_loans(turn);
    if (const uint64_t borrower = may_lend ? find_borrower(turn) : 0; borrower != 0) [[unlikely]] {
        lend_to(cell, turn, borrower);
    } else {
        end_turn(cell, turn);
    }
    return ARAUTO_OK;
}

} // namespace arauto::core
