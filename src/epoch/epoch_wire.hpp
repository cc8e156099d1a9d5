// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory that the members of an epochs object share: the counts by which they synchronise, and
// the engine of each member with its epochs, recorded operations and requests. A wire format: the
// holder of an engine's lock may work on it from any process, so positions are offsets from the
// start of the job's mapping.
#pragma once

#include "epoch/epoch_rules.hpp"
#include "remote/ticket_rw_lock.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::core {

/// Bytes from the start of the job's mapping; 0: nowhere.
using JobOffset = uint64_t;

/// A queue of records that begin with `JobOffset next`.
struct Queue {
    JobOffset head;
    JobOffset tail;
};

/// How far a link has come on its way to access to the peer's memory.
enum class Stage : uint8_t {
    none,
    counted, // of a start epoch: open when the peer has granted as many accesses
    joining, // of a lock: waits for another open epoch of its process to be inside the gate
    gate, // has a ticket of the gate
    beside, // waits at the gate beside its queue
    ticket, // has a ticket of the lock
    held // operations may happen
};

/// One epoch towards one peer; a fence or lock_all has a single one for all, of rank -1.
struct Link {
    JobOffset next; // in the pair's queue
    JobOffset epoch;
    uint64_t id; // number of the access or exposure in its pair; of a fence; a lock's ticket
    Queue ops; // recorded
    JobOffset opening; // the request that completes when a lock is held
    int32_t rank; // in the team
    Stage stage;
    bool is_queued;
    bool is_finished; // of a closed epoch: nothing is left to do
    bool is_inside; // counts among the holders of the gate
    JobOffset next_unheld; // of an open lock, in the order of opening
};
static_assert(sizeof(Link) == 64);

/// A record of an epoch that is open or not complete.
struct alignas(64) Epoch {
    JobOffset next; // in the list of deferred ones, or of closed ones of its class
    JobOffset previous;
    uint64_t opened_after; // how many epochs of this engine had been closed when it was opened
    uint64_t closed_as; // the how manieth it was to be closed; 0: it is open
    JobOffset closing; // the request that completes with it
    JobOffset links; // an array of link_count
    uint32_t link_count;
    uint32_t links_left; // that are not complete
    uint32_t links_queued;
    int32_t status;
    int32_t culprit; // the rank in the job that a failure is about, or -1
    EpochClass kind;
    uint8_t reorder; // the flags when it was opened
    bool is_deferred;
    bool is_pending; // counts among the engine's pending ones
    bool is_exclusive;
    bool is_unchecked;
    bool is_announced; // a fence: this member's arrival has been announced
    bool is_listed; // among the closed ones of its class
    uint8_t spare[32];
    Link first; // the array, when one is enough
};
static_assert(sizeof(Epoch) == 192);

/// A recorded operation; its payload follows.
struct alignas(16) Op {
    JobOffset next;
    JobOffset request;
    uint32_t kernel;
    uint32_t flags;
    int32_t target; // rank in the job
    uint32_t bytes; // of the payload
};
static_assert(sizeof(Op) == 32);

/// Lines that different processes write lie as far apart: processors fetch two at a time.
inline constexpr size_t kApart = 128;

/// One member's record of another.
struct alignas(kApart) Pair {
    // lines 0 and 1: written by the other member
    std::atomic<uint64_t> granted; // PAIR epoch.granted: exposures it has opened towards this one
    std::atomic<uint64_t> done; // PAIR epoch.done: accesses of it to this one that are complete

    // lines 2 and 3: of the engine
    alignas(kApart) uint64_t accesses; // begun towards the other
    uint64_t exposures; // begun towards the other
    JobOffset open; // the link of the open start or lock epoch that covers the other
    Queue access; // links of start epochs, in order of their ids
    Queue exposure; // links of post epochs, in order of their ids
    int32_t next_busy; // rank + 1 of the next pair with queued links; 0: none
    uint32_t is_busy;

    Queue lock; // links of lock epochs; only the head competes
};
static_assert(sizeof(Pair) == 2 * kApart);

inline constexpr int kSizeClasses = 18; // of records: 64 bytes << class
inline constexpr int kTreeLevels = 6;
inline constexpr int kNodeRounds = 32; // at most log2 of all nodes

/// One member's engine and cells; a Pair for each member follows.
struct EngineCell {
    // The process that works on the engine, and whether there is work.
    alignas(
        kApart) std::atomic<uint32_t> lock; // PAIR engine.lock: rank in the job + 1 of the holder
    std::atomic<uint32_t> broken; // PAIR engine.broken: its lock's holder died within
    // PAIR engine.pending: epochs that wait for something, as the last holder of the lock left it.
    // While it is 0 the owner works without the lock; so it becomes 0 behind all else that a holder
    // does.
    std::atomic<uint32_t> pending;

    alignas(
        kApart) std::atomic<uint64_t> arrived; // PAIR epoch.arrived: fences this member has called
    // Only the words of the first member on each node are used. The members of the node read them;
    // they are written rarely. PAIR epoch.helpers: ranks that sleep and could help others
    alignas(kApart) std::atomic<uint32_t> sleepers;
    std::atomic<uint32_t> troubled; // some engine of this object is broken
    // PAIR epoch.generation: fences complete; of the same member
    alignas(kApart) std::atomic<uint64_t> generation;

    // The engine.
    alignas(kApart) uint64_t closes; // epochs closed while something was pending
    uint32_t pending_now; // under the lock
    Queue deferred;
    Queue wide; // links of fences and lock_alls
    int32_t first_busy; // rank + 1 of a pair with queued links
    uint32_t exclusive_inside; // open exclusive locks that are past the gate
    uint32_t exclusive_queued; // open exclusive locks that wait at the gate
    uint32_t shared_held; // open shared locks that are held
    uint32_t recorded; // operations
    uint64_t recorded_bytes;
    Queue unheld; // links of open locks that are not held yet: only the first competes
    uint64_t fences; // begun
    JobOffset bump; // fresh memory for records
    JobOffset bump_end;
    uint64_t checked; // the fence of which the first `arrivals_seen` members have arrived
    uint32_t arrivals_seen;

    alignas(64) Queue closed[kEpochClasses]; // active and closed, in order of closing
    alignas(64) JobOffset unused[kSizeClasses]; // records to use again

    alignas(kApart) TicketRwLock ticket_lock; // for lock epochs towards this member
    alignas(kApart) Gate gate; // of the first member: lock_all against exclusive locks
    struct alignas(kApart) Node {
        std::atomic<uint64_t> arrivals; // PAIR epoch.tree: of a group of members or of nodes
    } tree[kTreeLevels];
    // PAIR epoch.rounds: of fences over several nodes, written by another node's leader
    std::atomic<uint64_t> rounds[kNodeRounds];
    Pair pairs[];
};

/// The state of a request. Lives until the process ends, and is reused.
struct alignas(64) RequestCell {
    std::atomic<uint32_t> left; // PAIR request.left: completions that it waits for
    int32_t status;
    int32_t culprit;
    uint32_t reserved;
    uint64_t serial; // odd while in use
    uint64_t view; // the owner's pointer to its Epochs; for the owner alone
    JobOffset engine; // of the engine that completes it
    JobOffset next_unused;
    uint32_t is_abandoned; // the program has given it up
    int32_t owner; // rank in the job
};
static_assert(sizeof(RequestCell) == 64);

} // namespace arauto::core
