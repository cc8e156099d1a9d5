// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lock.hpp; tests/model/lock.pml is the protocol's model. A node's id is (rank + 1) << 32 |
// index; 0 means none.
//
// After a failure no link is mended. A waiter asks instead whether the lock has come to it: its own
// grant, or a dead predecessor that held it, was handing it over, or was itself granted, and so on
// down the chain of the dead.
#include "core/lock.hpp"

#include "base/counters.hpp"
#include "core/wait.hpp"
#include "core/word.hpp"

#include <vector>

namespace arauto::core {

enum class NodeState : uint32_t { idle = 0, waiting = 1, holding = 2, releasing = 3 };

struct alignas(64) LockNode {
    std::atomic<uint32_t>
        granted; // PAIR lock.granted: set by the predecessor, looked at by the waiter
    std::atomic<NodeState> state; // read by others only after its owner died
    std::atomic<uint64_t> previous;
    std::atomic<uint64_t> next; // PAIR lock.next: set by the successor, looked at by the releaser
};
static_assert(sizeof(LockNode) == 64);

namespace {

constexpr uint32_t kNodes = 1024; // locks that one rank can hold or wait for at a time

constexpr const char* kAcquire = "arauto_lock_acquire";
constexpr const char* kTry = "arauto_lock_try";
constexpr const char* kRelease = "arauto_lock_release";

/// A lock on another node that this rank holds: its holder need not be asked for over the network.
struct FarHeld {
    const LockCell* cell;
    uint64_t id;
};

struct Nodes {
    uint64_t offset = 0; // of LockNode[kNodes] in each heap
    std::mutex mutex; // over what follows
    std::vector<uint32_t> free;
    std::vector<FarHeld> far_held;
};
Nodes g_nodes;

int rank_of(uint64_t id) noexcept {
    return static_cast<int>(id >> 32) - 1;
}

LockNode& node_of(uint64_t id) noexcept {
    return reinterpret_cast<LockNode*>(runtime().heap(rank_of(id)) +
                                       g_nodes.offset)[static_cast<uint32_t>(id)];
}

bool is_dead(uint64_t id) noexcept {
    return runtime().state(rank_of(id)) == boot::ImageState::failed;
}

LockCell& cell_of(const Lock& lock, int rank, size_t index) noexcept {
    return reinterpret_cast<LockCell*>(runtime().heap(rank) + lock.segment->offset)[index];
}

uint64_t take_node() noexcept {
    const std::lock_guard<std::mutex> guard(g_nodes.mutex);
    if (g_nodes.free.empty()) {
        return 0;
    }
    const uint32_t index = g_nodes.free.back();
    g_nodes.free.pop_back();
    return (static_cast<uint64_t>(runtime().rank + 1) << 32) | index;
}

void give_node(uint64_t id) noexcept {
    node_of(id).state.store(NodeState::idle,
                            std::memory_order_release); // PAIR lock.state: read after our death
    const std::lock_guard<std::mutex> guard(g_nodes.mutex);
    g_nodes.free.push_back(static_cast<uint32_t>(id));
}

/// True when a queue of dead ranks that ends at `previous` has left the lock to whoever follows it:
/// one of them held it, was handing it over, was granted it, or was the first in the queue. Looked
/// at in the order of joining, newest first.
bool is_inherited(uint64_t previous) noexcept {
    // It ends: each node joined after its predecessor. Should that have left and queued again in
    // the meantime, then it has granted the lock to the node whose `previous` we followed.
    while (is_dead(previous)) {
        const LockNode& dead = node_of(previous);
        const NodeState state =
            word::load(dead.state, std::memory_order_acquire); // PAIR lock.state
        if (state != NodeState::waiting || word::load(dead.granted) != 0) {
            return true;
        }
        previous = word::load(
            dead.previous, std::memory_order_acquire); // PAIR lock.state: written before `waiting`
        if (previous == 0) {
            return true;
        }
    }
    return false;
}

/// The lock's holder, when it has ended normally and so will never release.
Status watch_holder(const LockCell& cell) noexcept {
    const uint64_t holder = word::load(cell.holder, std::memory_order_acquire); // PAIR lock.holder
    if (holder != 0 && runtime().state(rank_of(holder)) == boot::ImageState::stopped) {
        return fail(ARAUTO_ERR_STOPPED, "%s: %s holds it and has stopped without unlocking",
                    kAcquire, name_of(rank_of(holder)).text);
    }
    return ARAUTO_OK;
}

void hold(LockCell& cell, uint64_t id) noexcept {
    if (!word::is_mapped(&cell)) {
        const std::lock_guard<std::mutex> guard(g_nodes.mutex);
        g_nodes.far_held.push_back({&cell, id});
    }
    tally_more(ARAUTO_COUNTER_LOCK, {0, 1, sizeof id});
    node_of(id).state.store(NodeState::holding, std::memory_order_release); // PAIR lock.state
    word::store(cell.holder, id, std::memory_order_release); // PAIR lock.holder
}

bool is_mine(uint64_t holder) noexcept {
    return holder != 0 && rank_of(holder) == runtime().rank;
}

/// The node by which this rank holds a lock that is not mapped; 0: it does not.
uint64_t find_far_held(const LockCell& cell) noexcept {
    const std::lock_guard<std::mutex> guard(g_nodes.mutex);
    for (const FarHeld& one : g_nodes.far_held) {
        if (one.cell == &cell) {
            return one.id;
        }
    }
    return 0;
}

void forget_far_held(uint64_t id) noexcept {
    const std::lock_guard<std::mutex> guard(g_nodes.mutex);
    std::erase_if(g_nodes.far_held, [id](const FarHeld& one) { return one.id == id; });
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

/// Forgets how the node was used before. Visible to others by the exchange that joins.
void clear(LockNode& node) noexcept {
    node.granted.store(0, std::memory_order_relaxed); // relaxed because of that exchange
    node.next.store(0, std::memory_order_relaxed); // likewise
}

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
    clear(node_of(id));
    uint64_t previous = guess_tail(cell);
    while (!join_behind(cell, id, previous)) {
    }
    return previous;
}

/// A queue that only the dead are in is free for the taking by who comes right after them.
bool is_free(uint64_t last) noexcept {
    return last == 0 || is_inherited(last);
}

/// The same without waiting for anybody: only when the lock is free.
bool try_to_join(LockCell& cell, uint64_t id, uint64_t& previous) noexcept {
    clear(node_of(id));
    if (join_behind(cell, id, previous)) {
        return true;
    }
    // What was only guessed is known now.
    return !word::is_mapped(&cell) && is_free(previous) && join_behind(cell, id, previous);
}

Status wait_in_queue(LockCell& cell, uint64_t id, uint64_t previous) noexcept {
    LockNode& node = node_of(id);
    word::tell(rank_of(previous), node_of(previous).next, id); // PAIR lock.next: set, then its bell
    tally_more(ARAUTO_COUNTER_LOCK, {0, 1, sizeof id});
    bool recovered = false;
    // A stopped holder is final; the node stays in the queue, so it is not given back.
    const Status status = wait_until(
        [&] {
            if (node.granted.load(std::memory_order_seq_cst) != 0) { // PAIR lock.granted: look
                return true;
            }
            // relaxed because a failure seen a look later is as good
            if (runtime().header->failed.load(std::memory_order_relaxed) == 0) [[likely]] {
                return false;
            }
            recovered = is_inherited(previous);
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
                name_of(runtime().rank).text, number_of(index), name_of(rank).text);
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
        const uint64_t previous =
            word::load(node_of(node).previous, std::memory_order_acquire); // PAIR lock.state
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

/// Hands the lock to the successor, for whom we may have to wait: it has joined but not linked
/// itself yet. One that died in between is granted the lock all the same: whoever follows it
/// inherits.
void hand_over(const LockCell& cell, uint64_t id) noexcept {
    const LockNode& node = node_of(id);
    uint64_t next = 0;
    uint64_t dead = 0; // apart from `next`, which a last look after the watch writes again
    const Status status = wait_until(
        [&] {
            next = node.next.load(std::memory_order_seq_cst); // PAIR lock.next: look
            return next != 0;
        },
        [&] {
            const uint64_t successor = find_successor(cell, id);
            dead = is_dead(successor) ? successor : 0;
            return dead != 0 ? ARAUTO_ERR_FAILED : ARAUTO_OK;
        });
    static_cast<void>(status); // either way one of the two is known
    next = next != 0 ? next : dead;
    word::tell(rank_of(next), node_of(next).granted, 1U); // PAIR lock.granted: set, then its bell
    tally(ARAUTO_COUNTER_HAND_OVER, 1, sizeof(uint32_t));
}

} // namespace

Status setup_lock_nodes() {
    const Result<uint64_t> nodes = reserve_alike(kNodes * sizeof(LockNode), "the queues of locks");
    g_nodes.offset = nodes.value;
    g_nodes.free.reserve(kNodes);
    for (uint32_t index = kNodes; index-- > 0;) {
        g_nodes.free.push_back(index); // the lowest is taken first, so few lines are touched
    }
    return nodes.status;
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
    const uint64_t previous = join(cell, id);
    if (is_far(rank)) {
        if (const Status status = check_alive(rank, kAcquire); status < 0) {
            return status; // the node stays where it is: nobody knows who reads it
        }
    }
    if (previous == 0) [[likely]] {
        hold(cell, id);
        return ARAUTO_OK;
    }
    return wait_in_queue(cell, id, previous);
}

Status try_lock(const Lock& lock, int rank, size_t index, int* acquired_out) noexcept {
    LockCell& cell = cell_of(lock, rank, index);
    tally_looks(cell);
    if (is_held(cell)) {
        return held_already(rank, index, kTry);
    }
    *acquired_out = 0;
    uint64_t previous = guess_tail(cell);
    if (!is_free(previous)) {
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
                 kRelease, number_of(index), name_of(rank).text, name_of(rank_of(holder)).text,
                 name_of(runtime().rank).text),
            0};
}

Status release_lock(const Lock& lock, int rank, size_t index) noexcept {
    LockCell& cell = cell_of(lock, rank, index);
    const Result<uint64_t> held = node_held_by(cell, rank, index);
    if (!held.ok()) {
        return held.status;
    }
    const uint64_t holder = held.value;
    transport::store_fence();
    quiet();
    LockNode& node = node_of(holder);
    node.state.store(NodeState::releasing, std::memory_order_release); // PAIR lock.state
    word::store(cell.holder, uint64_t{0}, std::memory_order_release); // PAIR lock.holder
    if (!leave_empty(cell, holder)) {
        hand_over(cell, holder);
    }
    if (!word::is_mapped(&cell)) {
        forget_far_held(holder);
    }
    give_node(holder);
    return ARAUTO_OK;
}

} // namespace arauto::core
