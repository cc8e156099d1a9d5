// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The engine of one member: the only code that moves epochs on. It is called by the owner, or by a
// peer that waits for the owner, always under the engine's lock (or by the owner while nothing is
// pending). A step is bounded, and never waits.
#pragma once

#include "base/counters.hpp"
#include "epoch/epoch_wire.hpp"
#include "epoch/epochs.hpp"
#include "remote/word.hpp"
#include "runtime/wait.hpp"

#include <bit>

namespace arauto::core {

struct Engine {
    Epochs& view; // of the process that steps
    int owner; // in the team
    EngineCell& cell;

    Engine(Epochs& epochs, int member) noexcept
        : view(epochs), owner(member), cell(epochs.cell(member)) {}

    [[nodiscard]] bool is_own() const noexcept { return owner == view.rank; }
    [[nodiscard]] Pair& pair(int member) const noexcept { return cell.pairs[member]; }
    template <typename Record> [[nodiscard]] Record& at(JobOffset offset) const noexcept {
        return view.at<Record>(offset);
    }
    [[nodiscard]] Link& link(const Epoch& epoch, uint32_t index) const noexcept {
        return (&at<Link>(epoch.links))[index];
    }
};

/// How much one step may move, so that no process holds an engine for long.
struct Budget {
    size_t bytes = size_t{128} << 10;
    int ops = 256;
    [[nodiscard]] bool is_spent() const noexcept { return bytes == 0 || ops <= 0; }
};

// The lock of an engine (engine_guard.cpp).
/// @return false when another holds it, or it is broken
[[nodiscard]] bool try_lock(Epochs& view, EngineCell& cell) noexcept;
/// Takes the lock of this rank's own engine. @error ARAUTO_ERR_FAILED when it is broken
[[nodiscard]] Status lock_own(Epochs& view) noexcept;
void unlock(EngineCell& cell) noexcept;

/// The owner's right to its engine for one call: without a lock while nothing is pending.
class OwnerGuard {
  public:
    explicit OwnerGuard(Epochs& epochs) noexcept : epochs_(epochs) {
        if (!epochs.is_idle()) [[unlikely]] {
            status_ = lock();
        }
    }
    ~OwnerGuard() { release(); }
    OwnerGuard(const OwnerGuard&) = delete;
    OwnerGuard& operator=(const OwnerGuard&) = delete;

    [[nodiscard]] Status status() const noexcept { return status_; }
    /// Nothing is pending, and no other process may look.
    [[nodiscard]] bool is_alone() const noexcept { return !is_locked_; }
    /// Called before anything becomes pending.
    Status lock() noexcept {
        if (is_locked_) {
            return ARAUTO_OK;
        }
        const Status status = lock_own(epochs_);
        is_locked_ = status >= 0;
        return status;
    }
    void release() noexcept {
        if (is_locked_) {
            is_locked_ = false;
            unlock(*epochs_.mine);
        }
    }

  private:
    Epochs& epochs_;
    Status status_ = ARAUTO_OK;
    bool is_locked_ = false;
};

// Records (engine_memory.cpp). Those used before come first; inline, since an epoch of its own
// record took a tenth longer with calls.
[[nodiscard]] constexpr unsigned size_class(size_t bytes) noexcept {
    return bytes <= 64 ? 0 : static_cast<unsigned>(std::bit_width(bytes - 1)) - 6;
}
[[nodiscard]] JobOffset allocate_fresh(Epochs& epochs, unsigned which) noexcept;

/// Called by the owner. 0 when its heap is full.
[[nodiscard]] inline JobOffset allocate_record(Epochs& epochs, size_t bytes) noexcept {
    JobOffset& unused = epochs.mine->unused[size_class(bytes)];
    const JobOffset offset = unused;
    if (offset == 0) [[unlikely]] {
        return allocate_fresh(epochs, size_class(bytes));
    }
    unused = epochs.at<JobOffset>(offset);
    return offset;
}

inline void release_record(const Engine& engine, JobOffset offset, size_t bytes) noexcept {
    JobOffset& unused = engine.cell.unused[size_class(bytes)];
    engine.at<JobOffset>(offset) = unused;
    unused = offset;
}

// Epochs (engine.cpp).
/// Room for a record and its links; 0 when memory is short.
struct NewEpoch {
    JobOffset epoch;
    JobOffset links;
};
[[nodiscard]] inline NewEpoch allocate_epoch(Epochs& epochs, int count) noexcept {
    const JobOffset offset = allocate_record(epochs, sizeof(Epoch));
    if (offset == 0 || count <= 1) {
        return {offset, offset == 0 ? 0 : epochs.offset_of(&epochs.at<Epoch>(offset).first)};
    }
    const JobOffset links = allocate_record(epochs, static_cast<size_t>(count) * sizeof(Link));
    if (links == 0) {
        release_record(Engine(epochs, epochs.rank), offset, sizeof(Epoch));
        return {0, 0};
    }
    return {offset, links};
}
/// The record, with links to the given ranks, or one link of rank -1.
Epoch& fill_epoch(Epochs& epochs, NewEpoch made, EpochClass kind, RankList peers) noexcept;
/// Begins the epoch now, or defers it. `is_alone`: nothing is pending.
void begin_or_defer(Engine& engine, Epoch& epoch, bool is_alone) noexcept;
/// The program has closed it; `closing` completes with it. Under the lock. The record may be gone
/// after the next step.
void close_epoch(Engine& engine, Epoch& epoch, JobOffset closing) noexcept;
/// Removes an open epoch in which nothing happened.
void forget_epoch(Engine& engine, Epoch& epoch) noexcept;
inline void release_epoch(const Engine& engine, Epoch& epoch) noexcept {
    if (epoch.link_count > 1) {
        release_record(engine, epoch.links, epoch.link_count * sizeof(Link));
    }
    release_record(engine, engine.view.offset_of(&epoch), sizeof(Epoch));
}
/// @return whether anything moved
bool step(Engine& engine) noexcept;

/// The part of a step that can advance a begun access epoch towards one peer: a fraction of the
/// cost of a step where there are many peers.
void step_towards(Engine& engine, const Link& link) noexcept;

void enqueue(Engine& engine, Link& link) noexcept;
void finish_link(Engine& engine, Link& link) noexcept;
/// Notes a failure in the epoch; the first one counts.
void note(Epoch& epoch, Status status, int culprit) noexcept;

// Operations (engine_ops.cpp).
/// Runs the recorded operations, in order. @return true when nothing is left
[[nodiscard]] bool run_ops(Engine& engine, Link& link, Budget& budget) noexcept;
/// Drops the recorded operations: they will not happen.
void drop_ops(Engine& engine, Link& link, Status status, int culprit) noexcept;

// Locks and the gate (engine_lock.cpp).
/// @return whether the link holds the locks that it needs
[[nodiscard]] bool advance_lock(Engine& engine, Epoch& epoch, Link& link) noexcept;
void release_lock(Engine& engine, Epoch& epoch, Link& link) noexcept;
/// Locks that are open together are acquired in the order of opening. A link is in line until it is
/// held or given up, or closed with none behind it.
void join_queue(const Engine& engine, Link& link) noexcept;
void step_out(const Engine& engine, const Link& link) noexcept;
/// Called when the link is about to be closed. Links that were opened before it stay ahead of it:
/// the program may wait for the one that it closes, and must not acquire later ones meanwhile.
/// @return whether it has left the line
bool close_in_queue(const Engine& engine, const Link& link) noexcept;
/// Counts an open lock that the program closes (-1) or reopens (1): other locks of its process rely
/// on the counts of open locks.
inline void
count_open(const Engine& engine, const Epoch& epoch, const Link& link, int change) noexcept {
    if (!epoch.is_exclusive && !epoch.is_unchecked && link.stage == Stage::held) {
        engine.cell.shared_held += static_cast<uint32_t>(change);
    } else if (epoch.is_exclusive && link.is_inside) {
        engine.cell.exclusive_inside += static_cast<uint32_t>(change);
    } else if (epoch.is_exclusive && link.stage == Stage::gate) {
        engine.cell.exclusive_queued += static_cast<uint32_t>(change);
    }
}

// Fences (engine_fence.cpp).
/// Announces to all members that the owner has called fence `number` and completed the epoch
/// before.
void arrive(Engine& engine, uint64_t number) noexcept;
/// A look at the counts alone, as a wait begins; does not check whether a member is gone.
inline constexpr int kFanIn = 8; // so many members look at each other's counts
[[nodiscard]] inline bool is_everyone_here(const Epochs& view, uint64_t number) noexcept {
    if (view.size > kFanIn || view.is_spread) { // PAIR epoch.generation: look
        return view.near_first->generation.load(std::memory_order_acquire) >= number;
    }
    for (int member = 0; member < view.size; ++member) {
        // PAIR epoch.arrived: look
        if (view.cell(member).arrived.load(std::memory_order_acquire) < number) {
            return false;
        }
    }
    return true;
}
/// @param culprit_out  a member that is gone, or -1
[[nodiscard]] bool have_arrived(Engine& engine, uint64_t number, int* culprit_out) noexcept;

/// For a call that must not wait, while nothing else is pending: these looks cost less than leaving
/// the answer to the engine.
template <typename Ready> [[nodiscard]] bool comes_soon(Ready ready) noexcept {
    for (int look = 0; look < spi::kLooksBeforeEngine; ++look) {
        if (ready()) {
            return true;
        }
    }
    return false;
}

// Presence of members (engine_guard.cpp).
enum class Presence : uint8_t { here, stopped, failed };
[[nodiscard]] Presence presence(const Epochs& view, int member) noexcept;
/// The status of a wait for a member that is gone.
[[nodiscard]] inline Status status_of(Presence there) noexcept {
    return there == Presence::failed ? ARAUTO_ERR_FAILED : ARAUTO_ERR_STOPPED;
}
/// No member has gone, and no engine is broken: presence() need not be called.
[[nodiscard]] inline bool is_untroubled(const Epochs& view) noexcept {
    const boot::JobHeader& header = *this_rank().header;
    // relaxed because a change seen one step later is as good
    return header.failed.load(std::memory_order_relaxed) == 0 &&
           header.stopped.load(std::memory_order_relaxed) == 0 &&
           view.near_first->troubled.load(std::memory_order_relaxed) == 0;
}

/// Wakes the ranks of this node that sleep in epoch waits: they may be able to help.
inline void wake_helpers(const Epochs& view) noexcept {
    // PAIR epoch.helpers: look, after the work is visible
    if (view.near_first->sleepers.load(std::memory_order_seq_cst) != 0) [[unlikely]] {
        for (int member = 0; member < view.size; ++member) {
            ring(view.to_world(member)); // of those on this node
        }
    }
}

/// Raises a count of which this process is the only writer at the moment, and wakes the member that
/// looks at it. A plain store lets the line of the count be fetched while that of the data still
/// is. So the look at `sleepers` may come too early, and a sleeper may notice only after its nap.
/// Where ranks outnumber cores, and so sleep soon, a fence excludes that.
inline void deliver_count(const Epochs& view,
                          std::atomic<uint64_t>& count,
                          uint64_t value,
                          int member) noexcept {
    // PAIR epoch.granted, or PAIR epoch.done: announce; the caller says which of them
    word::raise(count, value, std::memory_order_release);
    if (this_rank().oversubscribed) {
        // PAIR wait.doorbell, and PAIR epoch.helpers: the count, before the looks at sleepers
        std::atomic_thread_fence(std::memory_order_seq_cst);
    }
    ring(view.to_world(member));
    wake_helpers(view);
}

/// Opens an exposure towards a member. Needs no record; the member may be waiting for it.
inline void expose(const Engine& engine, int member) noexcept {
    const uint64_t number = ++engine.pair(member).exposures;
    Pair& there = engine.view.cell(member).pairs[engine.owner];
    deliver_count(engine.view, there.granted, number, member); // PAIR epoch.granted: deliver
    tally(ARAUTO_COUNTER_EPOCH_GRANT, 1, sizeof number);
}

// Queues and lists of records.
template <typename Record> void push(const Engine& engine, Queue& queue, Record& record) noexcept {
    const JobOffset offset = engine.view.offset_of(&record);
    record.next = 0;
    if (queue.tail != 0) {
        engine.at<Record>(queue.tail).next = offset;
    } else {
        queue.head = offset;
    }
    queue.tail = offset;
}

template <typename Record> void pop(const Engine& engine, Queue& queue) noexcept {
    queue.head = engine.at<Record>(queue.head).next;
    if (queue.head == 0) {
        queue.tail = 0;
    }
}

} // namespace arauto::core
