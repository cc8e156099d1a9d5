// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How epochs begin, advance and end. A step looks at the heads of queues only: of the deferred
// epochs, of the fences and lock_alls, and of each pair of members with waiting links. So it costs
// the same however many epochs are pending.
#include "epoch/engine.hpp"

#include "epoch/epoch_request.hpp"

#include <utility>

namespace arauto::core {
namespace {

/// The classes with an active epoch that had been closed when this one was opened. Lists are in
/// order of closing, so it is enough to look at their heads.
EpochClasses earlier_than(const Engine& engine, const Epoch& epoch) noexcept {
    unsigned classes = 0;
    for (unsigned which = 0; which < kEpochClasses; ++which) {
        const JobOffset head = engine.cell.closed[which].head;
        if (head != 0 && engine.at<Epoch>(head).closed_as <= epoch.opened_after) {
            classes |= 1U << which;
        }
    }
    return static_cast<EpochClasses>(classes);
}

void mark_pending(const Engine& engine, Epoch& epoch) noexcept {
    if (!epoch.is_pending) {
        epoch.is_pending = true;
        ++engine.cell.pending_now;
    }
}

void unmark_pending(const Engine& engine, Epoch& epoch) noexcept {
    if (epoch.is_pending) {
        epoch.is_pending = false;
        --engine.cell.pending_now;
    }
}

/// Inserts the epoch behind those that were closed before it: nearly always at the end.
void insert_closed(const Engine& engine, Epoch& epoch) noexcept {
    Queue& list = engine.cell.closed[static_cast<unsigned>(epoch.kind)];
    const JobOffset offset = engine.view.offset_of(&epoch);
    JobOffset before = list.tail;
    while (before != 0 && engine.at<Epoch>(before).closed_as > epoch.closed_as) {
        before = engine.at<Epoch>(before).previous;
    }
    JobOffset& from_before = before != 0 ? engine.at<Epoch>(before).next : list.head;
    epoch.previous = before;
    epoch.next = from_before;
    (epoch.next != 0 ? engine.at<Epoch>(epoch.next).previous : list.tail) = offset;
    from_before = offset;
    epoch.is_listed = true;
}

void remove(const Engine& engine, Queue& list, const Epoch& epoch) noexcept {
    (epoch.previous != 0 ? engine.at<Epoch>(epoch.previous).next : list.head) = epoch.next;
    (epoch.next != 0 ? engine.at<Epoch>(epoch.next).previous : list.tail) = epoch.previous;
}

void complete_epoch(Engine& engine, Epoch& epoch) noexcept {
    if (epoch.is_listed) {
        remove(engine, engine.cell.closed[static_cast<unsigned>(epoch.kind)], epoch);
    }
    const JobOffset closing = epoch.closing;
    const Status status = epoch.status;
    const int culprit = epoch.culprit;
    unmark_pending(engine, epoch);
    release_epoch(engine, epoch);
    complete_request(engine.view, closing, status, culprit);
}

/// The queue of a pair that a link waits in.
Queue& queue_of(const Engine& engine, const Epoch& epoch, const Link& link) noexcept {
    if (link.rank < 0) {
        return engine.cell.wide;
    }
    Pair& pair = engine.pair(link.rank);
    switch (epoch.kind) {
    case EpochClass::start:
        return pair.access;
    case EpochClass::post:
        return pair.exposure;
    default:
        return pair.lock;
    }
}

/// Takes a link from its queue: steps need not look at it for now.
void dequeue(const Engine& engine, Queue& queue, Link& link) noexcept {
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    pop<Link>(engine, queue);
    link.is_queued = false;
    if (--epoch.links_queued == 0 && epoch.closed_as == 0) {
        unmark_pending(engine, epoch);
    }
}

/// Fails a link whose peer is gone, since it would wait for ever.
void abandon(Engine& engine, Queue& queue, Link& link, Presence why) noexcept {
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    const Status status = status_of(why);
    const int culprit = engine.view.to_world(link.rank);
    note(epoch, status, culprit);
    drop_ops(engine, link, status, culprit);
    complete_request(engine.view, std::exchange(link.opening, 0), status, culprit);
    dequeue(engine, queue, link);
    if (epoch.closed_as != 0) {
        finish_link(engine, link);
    }
}

/// @return whether the link is done with the queue, so that the next may be looked at
bool pass(Engine& engine, Queue& queue, Link& link) noexcept {
    const Epoch& epoch = engine.at<Epoch>(link.epoch);
    dequeue(engine, queue, link);
    if (epoch.closed_as != 0) {
        finish_link(engine, link);
    }
    return true;
}

bool poll_access(Engine& engine, int member, Budget& budget) noexcept {
    Pair& pair = engine.pair(member);
    bool moved = false;
    while (pair.access.head != 0 && !budget.is_spent()) {
        Link& link = engine.at<Link>(pair.access.head);
        const Epoch& epoch = engine.at<Epoch>(link.epoch);
        if (link.stage != Stage::held) {
            // PAIR epoch.granted: access
            if (pair.granted.load(std::memory_order_seq_cst) < link.id) {
                if (is_untroubled(engine.view)) [[likely]] {
                    return moved;
                }
                const Presence there = presence(engine.view, member);
                // PAIR epoch.granted: look again, behind its state
                if (there == Presence::here ||
                    pair.granted.load(std::memory_order_seq_cst) >= link.id) {
                    return moved;
                }
                abandon(engine, pair.access, link, there);
                moved = true;
                continue;
            }
            link.stage = Stage::held;
        }
        if (link.ops.head != 0 && !run_ops(engine, link, budget)) {
            return moved;
        }
        if (epoch.closed_as != 0) {
            Pair& there = engine.view.cell(member).pairs[engine.owner];
            deliver_count(engine.view, there.done, link.id, member); // PAIR epoch.done: deliver
            tally(ARAUTO_COUNTER_EPOCH_DONE, 1, sizeof link.id);
        }
        moved = pass(engine, pair.access, link);
    }
    return moved;
}

bool poll_exposure(Engine& engine, int member) noexcept {
    Pair& pair = engine.pair(member);
    bool moved = false;
    while (pair.exposure.head != 0) {
        Link& link = engine.at<Link>(pair.exposure.head);
        if (pair.done.load(std::memory_order_seq_cst) < link.id) { // PAIR epoch.done: look
            if (is_untroubled(engine.view)) [[likely]] {
                return moved;
            }
            const Presence there = presence(engine.view, member);
            // PAIR epoch.done: look again, behind its state
            if (there == Presence::here || pair.done.load(std::memory_order_seq_cst) >= link.id) {
                return moved;
            }
            abandon(engine, pair.exposure, link, there);
            moved = true;
            continue;
        }
        moved = pass(engine, pair.exposure, link);
    }
    return moved;
}

/// The member held responsible for a lock that does not come: any that has failed.
int find_failed(const Epochs& view) noexcept {
    for (int member = 0; member < view.size; ++member) {
        if (presence(view, member) == Presence::failed) {
            return member;
        }
    }
    return -1;
}

/// Gives up a lock that is held up after a member failed: a dead member may hold it, or be in its
/// queue.
bool give_up_lock(Engine& engine, Queue& queue, Link& link) noexcept {
    const int failed = is_untroubled(engine.view) ? -1 : find_failed(engine.view);
    if (failed < 0) [[likely]] {
        return false;
    }
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    const int culprit = engine.view.to_world(failed);
    note(epoch, ARAUTO_ERR_FAILED, culprit);
    drop_ops(engine, link, ARAUTO_ERR_FAILED, culprit);
    complete_request(engine.view, std::exchange(link.opening, 0), ARAUTO_ERR_FAILED, culprit);
    step_out(engine, link);
    dequeue(engine, queue, link);
    if (epoch.closed_as != 0) {
        finish_link(engine, link);
    }
    return true;
}

/// Single locks, and lock_all.
bool poll_lock(Engine& engine, Queue& queue, Link& link, Budget& budget) noexcept {
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    if (link.stage != Stage::held) {
        const Stage before = link.stage;
        if (!advance_lock(engine, epoch, link)) {
            return give_up_lock(engine, queue, link) || link.stage != before;
        }
        complete_request(engine.view, std::exchange(link.opening, 0), ARAUTO_OK, -1);
    }
    if (link.ops.head != 0 && !run_ops(engine, link, budget)) {
        return false;
    }
    if (epoch.closed_as != 0) {
        release_lock(engine, epoch, link);
    }
    return pass(engine, queue, link);
}

bool poll_fence(Engine& engine, Link& link, Budget& budget) noexcept {
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    if (link.ops.head != 0 && !run_ops(engine, link, budget)) {
        return false;
    }
    if (epoch.closed_as == 0) {
        return pass(engine, engine.cell.wide, link);
    }
    if (!epoch.is_announced) {
        epoch.is_announced = true;
        link.id = ++engine.cell.fences;
        arrive(engine, link.id);
    }
    int gone = -1;
    if (!have_arrived(engine, link.id, &gone)) {
        return false;
    }
    if (gone >= 0) {
        note(epoch, status_of(presence(engine.view, gone)), engine.view.to_world(gone));
    }
    return pass(engine, engine.cell.wide, link);
}

bool poll_wide(Engine& engine, Budget& budget) noexcept {
    bool moved = false;
    while (engine.cell.wide.head != 0 && !budget.is_spent()) {
        Link& link = engine.at<Link>(engine.cell.wide.head);
        const bool is_fence = engine.at<Epoch>(link.epoch).kind == EpochClass::fence;
        if (!(is_fence ? poll_fence(engine, link, budget)
                       : poll_lock(engine, engine.cell.wide, link, budget))) {
            break;
        }
        moved = true;
    }
    return moved;
}

bool poll_locks(Engine& engine, Pair& pair, Budget& budget) noexcept {
    bool moved = false;
    while (pair.lock.head != 0 && !budget.is_spent()) {
        if (!poll_lock(engine, pair.lock, engine.at<Link>(pair.lock.head), budget)) {
            break;
        }
        moved = true;
    }
    return moved;
}

bool poll_pairs(Engine& engine, Budget& budget) noexcept {
    bool moved = false;
    int32_t* from = &engine.cell.first_busy;
    while (*from != 0) {
        const int member = *from - 1;
        Pair& pair = engine.pair(member);
        moved |= poll_exposure(engine, member);
        moved |= poll_access(engine, member, budget);
        moved |= poll_locks(engine, pair, budget);
        if (pair.exposure.head == 0 && pair.access.head == 0 && pair.lock.head == 0) {
            *from = pair.next_busy;
            pair.is_busy = 0;
        } else {
            from = &pair.next_busy;
        }
    }
    return moved;
}

void begin_start(Engine& engine, Epoch& epoch) noexcept {
    for (uint32_t i = 0; i < epoch.link_count; ++i) {
        Link& link = engine.link(epoch, i);
        link.id = ++engine.pair(link.rank).accesses;
        link.stage = epoch.is_unchecked ? Stage::held : Stage::counted;
    }
}

void begin_post(Engine& engine, Epoch& epoch) noexcept {
    for (uint32_t i = 0; i < epoch.link_count; ++i) {
        Link& link = engine.link(epoch, i);
        expose(engine, link.rank);
        link.id = engine.pair(link.rank).exposures;
    }
}

/// Whether the link has to be looked at by steps from now on.
bool is_due(const Epoch& epoch, const Link& link) noexcept {
    const bool awaits_lock = epoch.kind != EpochClass::start && epoch.kind != EpochClass::post &&
                             epoch.kind != EpochClass::fence && link.stage != Stage::held;
    return !link.is_queued && (link.ops.head != 0 || epoch.closed_as != 0 || awaits_lock);
}

void enqueue_due(Engine& engine, Epoch& epoch) noexcept {
    for (uint32_t i = 0; i < epoch.link_count; ++i) {
        Link& link = engine.link(epoch, i);
        if (!link.is_finished && is_due(epoch, link)) {
            enqueue(engine, link);
        }
    }
}

void begin(Engine& engine, Epoch& epoch) noexcept {
    switch (epoch.kind) {
    case EpochClass::start:
        begin_start(engine, epoch);
        break;
    case EpochClass::post:
        begin_post(engine, epoch);
        break;
    case EpochClass::fence:
        epoch.first.stage = Stage::held;
        break;
    default:
        break;
    }
}

/// Begins deferred epochs in order, up to the first that may not.
bool begin_deferred(Engine& engine) noexcept {
    bool moved = false;
    while (engine.cell.deferred.head != 0) {
        Epoch& epoch = engine.at<Epoch>(engine.cell.deferred.head);
        if (!may_begin(epoch.kind, epoch.reorder, earlier_than(engine, epoch))) {
            break;
        }
        remove(engine, engine.cell.deferred, epoch);
        epoch.is_deferred = false;
        begin(engine, epoch);
        if (epoch.closed_as != 0) {
            insert_closed(engine, epoch);
        }
        enqueue_due(engine, epoch);
        if (epoch.closed_as == 0 && epoch.links_queued == 0) {
            unmark_pending(engine, epoch);
        } else if (epoch.links_left == 0) {
            complete_epoch(engine, epoch);
        }
        moved = true;
    }
    return moved;
}

void init_link(Link& link, JobOffset epoch, int rank) noexcept {
    link.next = 0;
    link.epoch = epoch;
    link.id = 0;
    link.ops = {0, 0};
    link.opening = 0;
    link.rank = rank;
    link.stage = Stage::none;
    link.is_queued = link.is_finished = link.is_inside = false;
}

} // namespace

Epoch& fill_epoch(Epochs& epochs, NewEpoch made, EpochClass kind, RankList peers) noexcept {
    Epoch& epoch = epochs.at<Epoch>(made.epoch);
    epoch.opened_after = epochs.mine->closes;
    epoch.closed_as = 0;
    epoch.closing = 0;
    epoch.links = made.links;
    epoch.link_count = epoch.links_left = static_cast<uint32_t>(peers.count);
    epoch.links_queued = 0;
    epoch.status = ARAUTO_OK;
    epoch.culprit = -1;
    epoch.kind = kind;
    epoch.reorder = epochs.reorder;
    epoch.is_deferred = epoch.is_pending = epoch.is_exclusive = epoch.is_unchecked = false;
    epoch.is_announced = epoch.is_listed = false;
    Link* const links = &epochs.at<Link>(made.links);
    for (int i = 0; i < peers.count; ++i) {
        init_link(links[i], made.epoch, peers.ranks[i]);
    }
    return epoch;
}

void begin_or_defer(Engine& engine, Epoch& epoch, bool is_alone) noexcept {
    if (is_alone || (engine.cell.deferred.head == 0 &&
                     may_begin(epoch.kind, epoch.reorder, earlier_than(engine, epoch)))) {
        begin(engine, epoch);
        return;
    }
    tally(ARAUTO_COUNTER_EPOCH_DEFERRED);
    epoch.is_deferred = true;
    const JobOffset last = engine.cell.deferred.tail;
    push(engine, engine.cell.deferred, epoch);
    epoch.previous = last;
    mark_pending(engine, epoch);
}

void close_epoch(Engine& engine, Epoch& epoch, JobOffset closing) noexcept {
    epoch.closed_as = ++engine.cell.closes;
    epoch.closing = closing;
    mark_pending(engine, epoch);
    if (epoch.is_deferred) {
        return;
    }
    insert_closed(engine, epoch);
    enqueue_due(engine, epoch);
    if (epoch.links_left == 0) {
        complete_epoch(engine, epoch);
    }
}

void forget_epoch(Engine& engine, Epoch& epoch) noexcept {
    if (epoch.is_deferred) {
        remove(engine, engine.cell.deferred, epoch);
    }
    unmark_pending(engine, epoch);
    release_epoch(engine, epoch);
}

void enqueue(Engine& engine, Link& link) noexcept {
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    push(engine, queue_of(engine, epoch, link), link);
    link.is_queued = true;
    ++epoch.links_queued;
    if (link.rank >= 0) {
        Pair& pair = engine.pair(link.rank);
        if (pair.is_busy == 0) {
            pair.is_busy = 1;
            pair.next_busy = engine.cell.first_busy;
            engine.cell.first_busy = link.rank + 1;
        }
    }
    mark_pending(engine, epoch);
}

void finish_link(Engine& engine, Link& link) noexcept {
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    link.is_finished = true;
    if (--epoch.links_left == 0) {
        complete_epoch(engine, epoch);
    }
}

void note(Epoch& epoch, Status status, int culprit) noexcept {
    if (status < 0 && epoch.status >= 0) {
        epoch.status = status;
        epoch.culprit = culprit;
    }
}

void step_towards(Engine& engine, const Link& link) noexcept {
    Budget budget;
    if (link.rank < 0) {
        poll_wide(engine, budget);
        return;
    }
    poll_access(engine, link.rank, budget);
    poll_locks(engine, engine.pair(link.rank), budget);
}

bool step(Engine& engine) noexcept {
    Budget budget;
    bool moved = false;
    for (bool again = true; again && !budget.is_spent();) {
        again = poll_wide(engine, budget);
        again |= poll_pairs(engine, budget);
        again |= begin_deferred(engine);
        moved |= again;
    }
    return moved || budget.is_spent();
}

} // namespace arauto::core
