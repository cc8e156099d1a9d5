// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The steps of a lock epoch. An exclusive lock passes the gate at the first member, which keeps it
// and lock_all apart, then takes a ticket at the target. A shared lock takes only the ticket. A
// lock_all only passes the gate, so that its cost does not grow with the team.
//
// A process may open an exclusive lock while it has another lock. Then it must not queue at the
// gate behind a lock_all, which would wait for the first lock, or for a process that waits for it.
// If it has an exclusive lock inside the gate, it joins that one. If it has shared locks alone, it
// waits for the holders inside, not for the queue.
#include "epoch/engine.hpp"

namespace arauto::core {
namespace {

bool is_open_exclusive(const Epoch& epoch) noexcept {
    return epoch.closed_as == 0 && epoch.is_exclusive;
}

void count_inside(Engine& engine, const Epoch& epoch, Link& link) noexcept {
    link.is_inside = true;
    if (is_open_exclusive(epoch)) {
        ++engine.cell.exclusive_inside;
    }
}

/// Words of a lock, the gate included. The call is counted when the lock is held, or given back.
void tally_words(arauto_counter_t counter, uint64_t calls, uint64_t words) noexcept {
    tally_more(counter, {calls, words, words * sizeof(uint64_t)});
}

/// Enters at once, or begins to wait at the right position.
/// @return whether it is inside now
bool enter_or_wait(Engine& engine, const Epoch& epoch, Link& link, Gate::Mode mode) noexcept {
    Gate& gate = engine.view.first->gate;
    const bool is_exclusive = mode == Gate::exclusive;
    tally_words(ARAUTO_COUNTER_EPOCH_LOCK, 0, 1);
    if (is_exclusive && engine.cell.exclusive_inside > 0) {
        gate.enter_again(mode);
        return true;
    }
    if (is_exclusive && engine.cell.exclusive_queued > 0) {
        link.stage = Stage::joining;
        return false;
    }
    if (gate.try_enter(mode)) {
        return true;
    }
    if (is_exclusive && engine.cell.shared_held > 0) {
        gate.wait_beside();
        link.stage = Stage::beside;
        return false;
    }
    link.id = gate.queue();
    link.stage = Stage::gate;
    if (is_open_exclusive(epoch)) {
        ++engine.cell.exclusive_queued;
    }
    return false;
}

/// @return whether it is inside now
bool pass_gate(Engine& engine, const Epoch& epoch, Link& link, Gate::Mode mode) noexcept {
    Gate& gate = engine.view.first->gate;
    bool is_inside = false;
    switch (link.stage) {
    case Stage::beside:
        is_inside = gate.try_enter_from_beside();
        break;
    case Stage::gate:
        is_inside = gate.try_enter(link.id, mode);
        if (is_inside && is_open_exclusive(epoch)) {
            --engine.cell.exclusive_queued;
        }
        break;
    default:
        is_inside = enter_or_wait(engine, epoch, link, mode);
        break;
    }
    if (is_inside) {
        count_inside(engine, epoch, link);
        tally_words(ARAUTO_COUNTER_EPOCH_LOCK, 0, link.stage == Stage::gate ? 4 : 1);
    }
    return is_inside;
}

/// A program may take several locks in one order everywhere, and rely on that order against
/// deadlock. Opening does not wait. So a link must not ask while its process has opened another
/// link before and does not hold it yet: its ticket could come before that of a process that holds
/// the missing lock.
bool must_stand_back(const Engine& engine, const Epoch& epoch, const Link& link) noexcept {
    const JobOffset first = engine.cell.unheld.head;
    return epoch.closed_as == 0 && first != 0 && first != engine.view.offset_of(&link);
}

} // namespace

void join_queue(const Engine& engine, Link& link) noexcept {
    Queue& queue = engine.cell.unheld;
    const JobOffset offset = engine.view.offset_of(&link);
    link.next_unheld = 0;
    (queue.tail != 0 ? engine.at<Link>(queue.tail).next_unheld : queue.head) = offset;
    queue.tail = offset;
}

void step_out(const Engine& engine, const Link& link) noexcept {
    Queue& queue = engine.cell.unheld;
    const JobOffset gone = engine.view.offset_of(&link);
    JobOffset before = 0;
    for (JobOffset at = queue.head; at != 0; at = engine.at<Link>(at).next_unheld) {
        if (at == gone) {
            (before != 0 ? engine.at<Link>(before).next_unheld : queue.head) = link.next_unheld;
            queue.tail = queue.tail == gone ? before : queue.tail;
            return;
        }
        before = at;
    }
}

bool close_in_queue(const Engine& engine, const Link& link) noexcept {
    Queue& queue = engine.cell.unheld;
    const JobOffset closing = engine.view.offset_of(&link);
    if (queue.tail != closing) {
        return false;
    }
    JobOffset last = 0;
    for (JobOffset at = queue.head; at != closing; at = engine.at<Link>(at).next_unheld) {
        const Epoch& epoch = engine.at<Epoch>(engine.at<Link>(at).epoch);
        last = epoch.closed_as == 0 ? at : last;
    }
    (last != 0 ? engine.at<Link>(last).next_unheld : queue.head) = 0;
    queue.tail = last;
    return true;
}

bool advance_lock(Engine& engine, Epoch& epoch, Link& link) noexcept {
    if (epoch.is_unchecked) {
        link.stage = Stage::held;
        return true;
    }
    if (epoch.kind == EpochClass::lock_all) {
        if (!pass_gate(engine, epoch, link, Gate::everybody)) {
            return false;
        }
        link.stage = Stage::held;
        tally(ARAUTO_COUNTER_EPOCH_LOCK);
        wake_helpers(engine.view); // the next at the gate may enter too
        return true;
    }
    if (link.stage == Stage::none && must_stand_back(engine, epoch, link)) {
        return false;
    }
    TicketRwLock& lock = engine.view.cell(link.rank).ticket_lock;
    if (link.stage != Stage::ticket) {
        if (epoch.is_exclusive && !pass_gate(engine, epoch, link, Gate::exclusive)) {
            return false;
        }
        link.id = lock.take();
        link.stage = Stage::ticket;
    }
    if (epoch.is_exclusive) {
        if (!lock.is_turn_to_write(link.id)) {
            return false;
        }
    } else {
        if (!lock.is_turn_to_read(link.id)) {
            return false;
        }
        lock.enter_to_read(link.id);
        engine.cell.shared_held += epoch.closed_as == 0 ? 1 : 0;
    }
    link.stage = Stage::held;
    tally_words(ARAUTO_COUNTER_EPOCH_LOCK, 1, epoch.is_exclusive ? 2 : 3);
    step_out(engine, link);
    return true;
}

void release_lock(Engine& engine, Epoch& epoch, Link& link) noexcept {
    if (engine.view.is_spread) { // the next holder may be anywhere
        flush_all();
    }
    if (epoch.is_unchecked) {
        return;
    }
    if (epoch.kind == EpochClass::lock_all) {
        engine.view.first->gate.leave(Gate::everybody);
    } else if (epoch.is_exclusive) {
        engine.view.cell(link.rank).ticket_lock.leave_writing(link.id);
        engine.view.first->gate.leave(Gate::exclusive);
    } else {
        engine.view.cell(link.rank).ticket_lock.leave_reading();
    }
    link.is_inside = false;
    const bool is_single_exclusive = epoch.kind != EpochClass::lock_all && epoch.is_exclusive;
    tally_words(ARAUTO_COUNTER_EPOCH_UNLOCK, 1, is_single_exclusive ? 3 : 1);
    wake_helpers(engine.view);
}

} // namespace arauto::core
