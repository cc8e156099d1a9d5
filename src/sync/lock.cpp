// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lock.hpp; tests/model/lock.pml is the protocol's model.
//
// After a failure no link of the queue is repaired. Instead, a waiting rank checks whether the lock
// has passed to it: by its own grant, or because a dead predecessor held it, was handing it off, or
// had itself been granted it, and so on down the chain of dead predecessors. Their queue nodes are
// read even on another node, as long as a process there lives. When none does, the lock has passed
// once no living rank has been known to hold it for longer than a hand-off takes.
#include "sync/lock.hpp"

#include "base/clock.hpp"
#include "base/counters.hpp"
#include "base/memory_order.hpp"
#include "runtime/wait.hpp"
#include "sync/brief_lock.hpp"
#include "sync/cohort.hpp"
#include "sync/lock_watch.hpp"

#include <vector>

namespace arauto::core {

namespace {

constexpr const char* kAcquire = "arauto_lock_acquire";
constexpr const char* kTry = "arauto_lock_try";
constexpr const char* kRelease = "arauto_lock_release";

// Code for rare cases is kept out of line: inlined, it made an uncontended lock take 4 ns more of
// 33. Hence the inlining attributes in this file.

/// Whether the job has several nodes: only then are there cohort hand-offs.
bool is_spread() noexcept {
    return this_rank().network != nullptr;
}

/// The id of a node's next use. Ends what the cohort knows of this one.
[[gnu::always_inline]] inline uint64_t next_use_of(uint64_t id) noexcept {
    if (is_spread() && is_for_cohort(id)) [[unlikely]] {
        clear_cohort_fields(id);
    }
    return id_of(rank_of(id), term_of(id) + 1, index_of(id));
}

/// A queue node of the list; 0: none is free. Frees those that were handed off and are no longer
/// used.
[[gnu::noinline]] uint64_t take_from_list(LockNodes& nodes) noexcept {
    const std::lock_guard guard(nodes.mutex);
    std::erase_if(nodes.handed_off, [&nodes](uint64_t id) {
        const bool is_back =
            node_of(id).state.load(std::memory_order_acquire) == NodeState::idle; // PAIR lock.state
        if (is_back) {
            nodes.free.push_back(next_use_of(id));
        }
        return is_back;
    });
    if (nodes.free.empty()) {
        return 0;
    }
    const uint64_t id = nodes.free.back();
    nodes.free.pop_back();
    return id;
}

uint64_t take_node() noexcept {
    LockNodes& nodes = *this_rank().lock_nodes;
    uint64_t id = nodes.spare.exchange(0, std::memory_order_acquire); // PAIR lock.spare: take
    if (id == 0) [[unlikely]] {
        id = take_from_list(nodes);
        if (id == 0) {
            return 0;
        }
    }
    LockNode& node = node_of(id);
    node.term.store(term_of(id), std::memory_order_release); // PAIR lock.term: another use begins
    node.next.store(0, std::memory_order_relaxed); // relaxed because joining the queue orders it
    // relaxed because joining the queue orders it; cleared because numbers of terms come again
    node.granted.store(0, std::memory_order_relaxed);
    return id;
}

/// Ends the use of a queue node. Its owner may use it again.
void let_go(uint64_t id) noexcept {
    node_of(id).state.store(NodeState::idle,
                            std::memory_order_release); // PAIR lock.state: read after our death
}

[[gnu::noinline]] void give_to_list(LockNodes& nodes, uint64_t id) noexcept {
    const std::lock_guard guard(nodes.mutex);
    nodes.free.push_back(id);
}

void give_node(uint64_t id) noexcept {
    let_go(id);
    LockNodes& nodes = *this_rank().lock_nodes;
    const uint64_t last = nodes.spare.exchange(
        next_use_of(id), std::memory_order_acq_rel); // PAIR lock.spare: give, and take the last one
    if (last != 0) [[unlikely]] {
        give_to_list(nodes, last);
    }
}

[[gnu::noinline]] uint64_t read_user(uint64_t id) noexcept {
    const uint64_t user = word::load_lasting(node_of(id).user); // PAIR lock.user: look
    return user != 0 ? user : id; // it is not for a cohort, or no process of its node lives
}

uint64_t user_of(uint64_t id) noexcept {
    return is_spread() ? read_user(id) : id;
}

/// Whether the use that `id` names has ended. If so, its successor has been granted the lock.
bool has_left(uint64_t id) noexcept {
    const LockNode& node = node_of(id);
    const NodeState state = word::load_lasting(node.state); // PAIR lock.state
    return state == NodeState::idle ||
           word::load_lasting(node.term) != term_of(id); // PAIR lock.term
}

/// Whether the user of a queue node has died or, if this use has ended, the node's owner.
bool is_user_dead(uint64_t id) noexcept {
    if (!is_spread()) {
        return has_failed(id);
    }
    const uint64_t user = user_of(id);
    const bool is_this_use = word::load_lasting(node_of(id).term) == term_of(id); // PAIR lock.term
    return has_failed(is_this_use ? user : id);
}

/// Whether no process is left on its node that could serve a read of it.
bool is_lost_with_its_node(uint64_t id) noexcept {
    return has_failed(id) && is_far(rank_of(id)) &&
           leader_of_node(this_rank().job.manager->node_of(rank_of(id))) < 0;
}

enum class Recoverable : uint8_t { no, yes, unknown };

/// Whether a queue of dead ranks that ends at `previous` has left the lock to its successor: one of
/// the dead held it, was handing it off, was the first in the queue, or came behind a rank that has
/// left. Looks in the order of joining, newest first. A rank whose predecessor lives waits for its
/// grant, even if the predecessor has left: the grant is on its way.
Recoverable find_recoverable(uint64_t previous) noexcept {
    if (!is_user_dead(previous)) {
        return Recoverable::no;
    }
    do { // The loop ends: each rank joined after its predecessor.
        if (is_lost_with_its_node(previous)) {
            return Recoverable::unknown;
        }
        const LockNode& dead = node_of(previous);
        const NodeState state = word::load_lasting(dead.state); // PAIR lock.state
        const uint64_t before = word::load_lasting(dead.previous); // written before `waiting`
        if (state != NodeState::waiting || has_left(previous)) {
            return Recoverable::yes;
        }
        previous = before;
    } while (previous != 0 && is_user_dead(previous));
    return previous == 0 || has_left(previous) ? Recoverable::yes : Recoverable::no;
}

/// Whether no living rank is recorded as the holder: the lock is being handed off, or its holder is
/// dead.
bool is_unused(const LockCell& cell) noexcept {
    const uint64_t holder = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    return holder == 0 || is_user_dead(holder);
}

/// For a rank that waits behind dead ranks: whether the lock has passed to it.
class RecoveryWatch {
  public:
    RecoveryWatch(const LockCell& cell, uint64_t previous) noexcept
        : cell_(cell), previous_(previous) {}

    [[nodiscard]] bool is_recoverable() noexcept {
        const int64_t now = is_spread() ? now_ns() : 0;
        if (now != 0 && now - looked_ns_ < kFarLookNs) {
            return false;
        }
        looked_ns_ = now;
        const Recoverable recoverable = find_recoverable(previous_);
        if (recoverable != Recoverable::unknown || !is_unused(cell_)) {
            unused_ns_ = 0;
            return recoverable == Recoverable::yes;
        }
        unused_ns_ = unused_ns_ == 0 ? now : unused_ns_;
        return now - unused_ns_ > kHandOffNs;
    }

  private:
    static constexpr int64_t kFarLookNs = 1'000'000; // from one look over the network to the next
    static constexpr int64_t kHandOffNs = 200'000'000; // no hand-off takes as long, nor recovery
    const LockCell& cell_;
    const uint64_t previous_;
    int64_t looked_ns_ = 0;
    int64_t unused_ns_ = 0; // since when the lock is known to be unused
};

bool has_stopped(uint64_t id) noexcept {
    return learn_state(rank_of(id)) == boot::ImageState::stopped;
}

/// Fails when the holder has ended normally, since it will never release. The holder is read twice:
/// it may have released the lock, and then ended.
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

/// Records a lock on another node, so that this rank need not read its holder over the network.
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

/// Whether this rank uses the queue node: its own, or one that a rank of its node has handed off.
bool is_mine(uint64_t holder) noexcept {
    uint64_t user = 0;
    if (is_spread() && holder != 0 && !is_far(rank_of(holder))) {
        user = node_of(holder).user.load(std::memory_order_acquire); // PAIR lock.user: look
    }
    user = user != 0 ? user : holder;
    return user != 0 && rank_of(user) == this_rank().rank;
}

/// The queue node by which this rank holds a lock that is not mapped; 0: it does not.
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

/// The queue node by which this rank holds the lock; 0: it does not. Reads no unmapped lock.
uint64_t find_held(const LockCell& cell) noexcept {
    if (!word::is_mapped(&cell)) {
        return find_far_held(cell);
    }
    const uint64_t holder = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    return is_mine(holder) ? holder : 0;
}

/// As find_held, but also right when the lock's memory may have been reused since.
bool is_held(const LockCell& cell) noexcept {
    const uint64_t id = find_held(cell);
    if (id == 0 || word::load(cell.holder, std::memory_order_acquire) == id) { // PAIR lock.holder
        return id != 0;
    }
    forget_far_held(id);
    return false;
}

/// The tail, for a first try to join. Where a read is a round trip, guesses an empty queue.
uint64_t guess_tail(const LockCell& cell) noexcept {
    // PAIR lock.tail: look
    return word::is_mapped(&cell) ? word::load(cell.tail, std::memory_order_acquire) : 0;
}

/// Records the predecessor before the node joins behind it: a death right after leaves no gap.
void announce(LockNode& node, uint64_t previous) noexcept {
    node.previous.store(previous, std::memory_order_relaxed); // relaxed because `state` orders it
    node.state.store(NodeState::waiting, std::memory_order_release); // PAIR lock.state
}

/// Counts the reads of the holder and of the tail, where they are mapped.
void tally_looks(const LockCell& cell) noexcept {
    const uint64_t looks = word::is_mapped(&cell) ? 2 : 0;
    tally(ARAUTO_COUNTER_LOCK, looks, looks * sizeof(uint64_t));
}

/// Tries to join the queue behind `previous`; if another was last, sets `previous` to it.
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

/// A queue of dead ranks alone is free: the rank that joins right behind them may take the lock.
bool is_free(const LockCell& cell, uint64_t last) noexcept {
    const Recoverable recoverable = last != 0 ? find_recoverable(last) : Recoverable::yes;
    return recoverable == Recoverable::unknown ? is_unused(cell) : recoverable == Recoverable::yes;
}

/// Joins only when the lock is free, and so never waits.
bool try_to_join(LockCell& cell, uint64_t id, uint64_t& previous) noexcept {
    if (join_behind(cell, id, previous)) {
        return true;
    }
    // The tail, which was only guessed, is known now.
    return !word::is_mapped(&cell) && is_free(cell, previous) && join_behind(cell, id, previous);
}

[[gnu::noinline]] Status wait_in_queue(LockCell& cell, uint64_t id, uint64_t previous) noexcept {
    LockNode& node = node_of(id);
    word::store_and_ring(rank_of(previous), node_of(previous).next,
                         id); // PAIR lock.next: set, then its bell
    tally_more(ARAUTO_COUNTER_LOCK, {0, 1, sizeof id});
    bool recovered = false;
    RecoveryWatch watch(cell, previous);
    // A stopped holder never releases. This queue node stays in the queue, so it is not freed.
    const Status status = wait_until(
        [&] {
            if (node.granted.load(std::memory_order_seq_cst) == id) { // PAIR lock.granted: look
                return true;
            }
            // relaxed because a failure seen a look later is as good
            if (this_rank().header->failed.load(std::memory_order_relaxed) == 0) [[likely]] {
                return false;
            }
            recovered = watch.is_recoverable();
            return recovered;
        },
        HolderWatch{cell, previous, watch_holder});
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

/// The successor of `id`, found from the tail. Until the hand-off the queue behind `id` only grows.
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

/// Empties the queue if `id` has no successor. If a successor is already linked, the tail is left
/// alone, except where the lock is not mapped: there the round trip also makes sure that the holder
/// is cleared before the successor records itself.
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

/// A grant need not be confirmed: if this rank dies while it is on its way, the successor checks
/// whether this rank had left. For another rank's queue node it would not: that rank lives.
void grant(uint64_t next, bool is_of_other) noexcept {
    std::atomic<uint64_t>& granted = node_of(next).granted;
    if (is_of_other) {
        static_cast<void>(word::exchange(granted, next)); // PAIR lock.granted: set
        ring(rank_of(next));
    } else {
        word::store_and_ring(rank_of(next), granted, next); // PAIR lock.granted: set, then its bell
    }
    tally(ARAUTO_COUNTER_HAND_OFF, 1, sizeof next);
}

/// Hands the lock off to the successor, and may have to wait for it: it has joined but not linked
/// itself yet, or it has, at an owner that died. A successor that has died in between is granted
/// the lock all the same: its own successor inherits it.
[[gnu::noinline]] void hand_off_in_queue(const LockCell& cell, uint64_t id) noexcept {
    const LockNode& node = node_of(id);
    uint64_t next = 0;
    uint64_t found = 0; // apart from `next`, which the last look after the watch overwrites
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

/// Hands the lock off to a rank of this node, which becomes the user of the queue node.
[[gnu::noinline]] void hand_off_to(LockCell& cell, uint64_t queued, uint64_t requester) noexcept {
    LockNode& node = node_of(queued);
    const uint64_t mine = node.user.load(std::memory_order_acquire); // PAIR lock.user: look
    if (!word::is_mapped(&cell)) {
        forget_far_held(queued);
    }
    if (mine == queued) {
        // The next user may clear the holder, so it must have been set before the hand-off.
        if (!word::is_mapped(&cell)) {
            static_cast<void>(word::load(cell.holder)); // PAIR lock.holder
        }
        const std::lock_guard guard(this_rank().lock_nodes->mutex);
        this_rank().lock_nodes->handed_off.push_back(queued);
    }
    hand_off(queued, requester);
    withdraw_node(mine);
    if (mine != queued) {
        give_node(mine);
    }
}

/// Releases a queue node: hands the lock off to the next rank in the queue, or leaves it free.
void leave_queue(LockCell& cell, uint64_t queued) noexcept {
    LockNode& node = node_of(queued);
    const bool is_shared = is_spread() && is_for_cohort(queued);
    const uint64_t mine =
        is_shared ? node.user.load(std::memory_order_acquire) : queued; // PAIR lock.user
    node.state.store(NodeState::releasing, std::memory_order_release); // PAIR lock.state
    word::store(cell.holder, uint64_t{0}, std::memory_order_release); // PAIR lock.holder
    if (!leave_empty(cell, queued)) {
        hand_off_in_queue(cell, queued);
    }
    if (!word::is_mapped(&cell)) {
        forget_far_held(queued);
    }
    if (is_shared) [[unlikely]] {
        wake_requesters(queued);
        withdraw_node(mine);
    }
    if (mine != queued) [[unlikely]] {
        let_go(queued);
    }
    give_node(mine);
}

/// Joins the queue and waits in it.
[[gnu::always_inline]] inline Status queue_up(LockCell& cell, int rank, uint64_t id) noexcept {
    const uint64_t previous = join(cell, id);
    if (is_far(rank)) {
        if (const Status status = check_alive(rank, kAcquire); status < 0) {
            // A rank may still read the queue node, so it is not reused. As it is idle, no rank
            // requests it.
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

/// Joins the queue, where other ranks of this node may hand the lock off, or may request it.
[[gnu::noinline]] Status request_or_queue_up(LockCell& cell, int rank, uint64_t id) noexcept {
    const Result<uint64_t> queued = request_hand_off(cell, id, watch_holder);
    if (queued.ok() && queued.value != 0) {
        note_held(cell, queued.value);
        return ARAUTO_OK;
    }
    const Status status = queued.ok() ? queue_up(cell, rank, id) : queued.status;
    if (status < 0) {
        withdraw_node(id); // no rank requests it any more
    }
    if (!queued.ok()) {
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
    return nodes.ok() && is_spread() ? setup_cohort() : nodes.status;
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
    return is_spread() && may_have_cohort(cell, rank) && publish_node(cell, id)
               ? request_or_queue_up(cell, rank, id)
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
        return ARAUTO_OK; // another rank was faster, and a try does not wait
    }
    hold(cell, id);
    *acquired_out = 1;
    return previous != 0 ? ARAUTO_LOCK_RECOVERED : ARAUTO_OK;
}

/// The queue node by which this rank holds the lock. @error names the holder, if there is one
Result<uint64_t> node_held_by(const LockCell& cell, int rank, size_t index) noexcept {
    if (const uint64_t id = find_held(cell); id != 0) [[likely]] {
        return {ARAUTO_OK, id};
    }
    const uint64_t named = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    // A rank of another node may have joined, and its name be on the way.
    const uint64_t holder = named != 0 ? named : word::load(cell.tail); // PAIR lock.tail
    if (named == 0 && is_free(cell, holder)) {
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
    const uint64_t queued = held.value;
    store_fence();
    flush_all();
    const bool is_shared = is_spread() && is_for_cohort(queued);
    if (const uint64_t requester = is_shared ? find_requester(queued) : 0; requester != 0)
        [[unlikely]] {
        hand_off_to(cell, queued, requester);
    } else {
        leave_queue(cell, queued);
    }
    return ARAUTO_OK;
}

} // namespace arauto::core
