// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Lock, unlock, lock_all, unlock_all and flush. While nothing is pending, a lock that is free is
// acquired and released here; a lock that must be waited for is left to the engine.
#include "epoch/epoch_passive.hpp"

#include "epoch/epoch_access.hpp"
#include "epoch/epoch_call.hpp"
#include "epoch/epoch_request_wait.hpp"
#include "epoch/epoch_wait.hpp"

namespace arauto::core {
namespace {

/// Waits for a lock. The link of an open epoch stays where it is.
Status await_lock(Epochs& epochs, const Link& link) noexcept {
    const auto is_held = [&] {
        const OwnerGuard guard(epochs);
        return guard.status() < 0 || link.stage == Stage::held ||
               epochs.at<Epoch>(link.epoch).status < 0;
    };
    wait_for_engine(epochs, is_held, [&](boot::WaitDetail& detail) {
        if (link.rank >= 0) {
            detail.kind = boot::WaitDetail::Kind::lock;
            detail.add_rank(epochs.to_world(link.rank));
        }
    });
    const Epoch& epoch = epochs.at<Epoch>(link.epoch);
    return epoch.status >= 0 ? ARAUTO_OK
                             : fail_gone(epoch.status, epoch.culprit, "arauto_epoch_lock");
}

/// Advances the link of a new epoch as far as possible now; the engine does the rest.
Status pursue(Epochs& epochs, OwnerGuard& guard, Link& link, arauto_request_t* request) noexcept {
    Epoch& epoch = epochs.at<Epoch>(link.epoch);
    Engine engine(epochs, epochs.rank);
    const bool is_next =
        !epoch.is_deferred &&
        (link.rank < 0 ? engine.cell.wide.head == 0 : engine.pair(link.rank).lock.head == 0);
    if (is_next && advance_lock(engine, epoch, link)) {
        if (request != nullptr) {
            *request = {0, 0};
        }
        return ARAUTO_OK;
    }
    if (const Status status = guard.lock(); status < 0) {
        return status;
    }
    if (link.rank >= 0 && !epoch.is_unchecked) {
        join_queue(engine, link);
    }
    link.opening = request != nullptr ? make_request(epochs, 1) : 0;
    const JobOffset opening = link.opening;
    if (!epoch.is_deferred) {
        enqueue(engine, link);
    }
    if (request == nullptr) {
        return ARAUTO_OK;
    }
    if (opening != 0) {
        *request = hand_out(epochs, opening);
        return ARAUTO_OK;
    }
    guard.release(); // no room for a request, and no way back: wait here
    *request = {0, 0};
    return await_lock(epochs, link);
}

/// Nothing is pending and the lock is held: releases it here.
void close_held(Epochs& epochs, Epoch& epoch) noexcept {
    Engine engine(epochs, epochs.rank);
    release_lock(engine, epoch, epoch.first);
    release_epoch(engine, epoch);
}

Status close_lock_epoch(Epochs& epochs,
                        OwnerGuard& guard,
                        JobOffset& open,
                        arauto_request_t* request,
                        const char* call) noexcept {
    Epoch& epoch = epochs.at<Epoch>(open);
    if (guard.is_alone() && guard.status() >= 0 && epoch.status >= 0) {
        close_held(epochs, epoch);
        open = 0;
        if (request != nullptr) {
            *request = {0, 0};
        }
        return ARAUTO_OK;
    }
    return close_by_engine(epochs, guard, open, request, call);
}

/// No epoch is open or pending, and counters are off: then a lock is acquired and released without
/// the checks that other epochs require: 38 ns for both instead of 57.
bool is_idle(const Epochs& epochs) noexcept {
    return (epochs.start | epochs.everyone | epochs.locks) == 0 && !epochs.is_fenced &&
           !epochs.is_spread && epochs.is_idle() && !is_counting();
}

/// Takes the first lock of an idle process as far as it can be had now.
/// @return whether it is held; else advance_lock goes on from where the link is
bool take_first(const Engine& engine, const Epoch& epoch, Link& link) noexcept {
    TicketRwLock& lock = engine.view.cell(link.rank).ticket_lock;
    if (!epoch.is_exclusive) {
        link.id = lock.take();
        link.stage = Stage::ticket;
        if (!lock.is_turn_to_read(link.id)) [[unlikely]] {
            return false;
        }
        lock.enter_to_read(link.id);
        ++engine.cell.shared_held;
    } else {
        if (!engine.view.first->gate.try_enter(Gate::exclusive)) [[unlikely]] {
            return false;
        }
        link.is_inside = true;
        ++engine.cell.exclusive_inside;
        link.id = lock.take();
        link.stage = Stage::ticket;
        if (!lock.is_turn_to_write(link.id)) [[unlikely]] {
            return false;
        }
    }
    link.stage = Stage::held;
    return true;
}

Status open_first(Epochs& epochs, LockCall how, arauto_request_t* request) noexcept {
    const NewEpoch made = allocate_epoch(epochs, 1);
    if (made.epoch == 0) {
        return ARAUTO_ERR_MEMORY;
    }
    const EpochClass kind = how.rank == epochs.rank ? EpochClass::own_lock : EpochClass::lock;
    Epoch& epoch = fill_epoch(epochs, made, kind, {&how.rank, 1});
    epoch.is_exclusive = how.is_exclusive;
    epochs.pairs[how.rank].open = made.links;
    epochs.locks = 1;
    if (take_first(Engine(epochs, epochs.rank), epoch, epoch.first)) [[likely]] {
        if (request != nullptr) {
            *request = {0, 0};
        }
        return ARAUTO_OK;
    }
    OwnerGuard guard(epochs);
    return pursue(epochs, guard, epoch.first, request);
}

/// Releases the only lock of a process in which nothing is pending.
void close_only(Epochs& epochs, Epoch& epoch) noexcept {
    const Engine engine(epochs, epochs.rank);
    Link& link = epoch.first;
    TicketRwLock& lock = epochs.cell(link.rank).ticket_lock;
    if (epoch.is_exclusive) {
        --engine.cell.exclusive_inside;
        lock.leave_writing(link.id);
        epochs.first->gate.leave(Gate::exclusive);
    } else {
        --engine.cell.shared_held;
        lock.leave_reading();
    }
    wake_helpers(epochs);
    epochs.pairs[link.rank].open = 0;
    epochs.locks = 0;
    release_record(engine, epochs.offset_of(&epoch), sizeof(Epoch));
}

Status not_locked(int rank, const char* call) noexcept {
    return fail(ARAUTO_ERR_EPOCH, "%s: no lock epoch towards %s is open", call, name_of(rank).text);
}

} // namespace

Status open_lock(Epochs& epochs, LockCall how, arauto_request_t* request) noexcept {
    constexpr const char* kCall = "arauto_epoch_lock";
    if (is_idle(epochs) && !how.is_unchecked) [[likely]] {
        const Status opened = open_first(epochs, how, request);
        return opened == ARAUTO_ERR_MEMORY ? no_memory(kCall) : opened;
    }
    if (epochs.start != 0 || (epochs.everyone != 0 && !epochs.is_fenced)) [[unlikely]] {
        return check_no_access(epochs, kCall);
    }
    if (epochs.pairs[how.rank].open != 0) [[unlikely]] {
        return fail(ARAUTO_ERR_EPOCH, "%s: this %s has a lock epoch towards %s open already", kCall,
                    noun(), name_of(how.rank).text);
    }
    OwnerGuard guard(epochs);
    if (const Status status = leave_fence(epochs, guard, kCall); status < 0) {
        return status;
    }
    const EpochClass kind = how.rank == epochs.rank ? EpochClass::own_lock : EpochClass::lock;
    JobOffset offset = 0;
    Status status = open_epoch(epochs, guard, {kind, how.is_exclusive, how.is_unchecked},
                               {&how.rank, 1}, &offset);
    if (status >= 0) {
        Link& link = epochs.at<Epoch>(offset).first;
        epochs.pairs[how.rank].open = epochs.offset_of(&link);
        ++epochs.locks;
        status = pursue(epochs, guard, link, request);
    }
    return status == ARAUTO_ERR_MEMORY ? no_memory(kCall) : status;
}

Status close_lock(Epochs& epochs, int rank, arauto_request_t* request) noexcept {
    constexpr const char* kCall = "arauto_epoch_unlock";
    const JobOffset shown = epochs.pairs[rank].open;
    if (shown == 0 || epochs.locks == 0) [[unlikely]] {
        return not_locked(rank, kCall);
    }
    Link& link = epochs.at<Link>(shown);
    JobOffset offset = link.epoch;
    if (Epoch& epoch = epochs.at<Epoch>(offset);
        epochs.locks == 1 && !epochs.is_spread && epochs.is_idle() && link.stage == Stage::held &&
        epoch.status >= 0 && !epoch.is_unchecked && !is_counting()) [[likely]] {
        close_only(epochs, epoch);
        if (request != nullptr) {
            *request = {0, 0};
        }
        return ARAUTO_OK;
    }
    OwnerGuard guard(epochs);
    bool has_left_queue = false;
    if (guard.status() >= 0) {
        Engine engine(epochs, epochs.rank);
        count_open(engine, epochs.at<Epoch>(offset), link, -1);
        has_left_queue = close_in_queue(engine, link);
    }
    const Status status = close_lock_epoch(epochs, guard, offset, request, kCall);
    if (offset == 0) {
        epochs.pairs[rank].open = 0;
        --epochs.locks;
    } else if (guard.status() >= 0) { // it could not be closed
        Engine engine(epochs, epochs.rank);
        count_open(engine, epochs.at<Epoch>(offset), link, 1);
        if (has_left_queue) {
            join_queue(engine, link);
        }
    }
    return status;
}

Status open_lock_all(Epochs& epochs, bool is_unchecked, arauto_request_t* request) noexcept {
    constexpr const char* kCall = "arauto_epoch_lock";
    constexpr int kNobody = -1;
    if (const Status status = check_no_access(epochs, kCall); status < 0) {
        return status;
    }
    OwnerGuard guard(epochs);
    Status status = leave_fence(epochs, guard, kCall);
    if (status < 0) {
        return status;
    }
    status = open_epoch(epochs, guard, {EpochClass::lock_all, false, is_unchecked}, {&kNobody, 1},
                        &epochs.everyone);
    if (status >= 0) {
        status = pursue(epochs, guard, epochs.at<Epoch>(epochs.everyone).first, request);
    }
    return status == ARAUTO_ERR_MEMORY ? no_memory(kCall) : status;
}

Status close_lock_all(Epochs& epochs, arauto_request_t* request) noexcept {
    constexpr const char* kCall = "arauto_epoch_unlock";
    if (epochs.everyone == 0 || epochs.is_fenced) {
        return fail(ARAUTO_ERR_EPOCH, "%s: no lock_all epoch is open", kCall);
    }
    OwnerGuard guard(epochs);
    return close_lock_epoch(epochs, guard, epochs.everyone, request, kCall);
}

namespace {

/// Visits the links of the open lock epochs that a flush is about.
template <typename Visit> Status visit_locked(Epochs& epochs, int rank, Visit visit) noexcept {
    constexpr const char* kCall = "arauto_epoch_flush";
    if (epochs.everyone != 0 && !epochs.is_fenced) {
        visit(epochs.at<Epoch>(epochs.everyone).first);
        return ARAUTO_OK;
    }
    if (epochs.locks == 0) {
        return fail(ARAUTO_ERR_EPOCH, "%s: no lock epoch is open", kCall);
    }
    if (rank >= 0) {
        if (epochs.pairs[rank].open == 0) {
            return not_locked(rank, kCall);
        }
        visit(epochs.at<Link>(epochs.pairs[rank].open));
        return ARAUTO_OK;
    }
    for (int member = 0; member < epochs.size; ++member) {
        if (epochs.pairs[member].open != 0) {
            visit(epochs.at<Link>(epochs.pairs[member].open));
        }
    }
    return ARAUTO_OK;
}

} // namespace

Status flush(Epochs& epochs, int rank, arauto_request_t* request) noexcept {
    constexpr const char* kCall = "arauto_epoch_flush";
    // PAIR program.order: the program's own accesses before and behind
    std::atomic_thread_fence(std::memory_order_acq_rel);
    if (epochs.is_spread) {
        flush_all(transport::Flush::data); // operations of epochs carry no signal
    }
    OwnerGuard guard(epochs);
    if (guard.status() < 0) {
        return guard.status();
    }
    uint32_t waiting = 0;
    const auto needs_marker = [&](const Link& link) {
        return !guard.is_alone() && (link.ops.head != 0);
    };
    if (const Status status = visit_locked(
            epochs, rank, [&](const Link& link) { waiting += needs_marker(link) ? 1U : 0U; });
        status < 0) {
        return status;
    }
    if (request != nullptr) {
        *request = {0, 0};
    }
    if (waiting == 0) {
        return ARAUTO_OK;
    }
    const JobOffset offset = make_request(epochs, waiting);
    if (offset == 0) {
        return no_memory(kCall);
    }
    Status status = ARAUTO_OK;
    const Status visited = visit_locked(epochs, rank, [&](Link& link) {
        if (needs_marker(link) && status >= 0) {
            status = record(epochs, link, {kMarker, 0, epochs.rank, {}, {}}, offset, kCall);
        }
    });
    static_cast<void>(visited);
    if (status < 0) {
        return status;
    }
    Engine engine(epochs, epochs.rank);
    step(engine);
    guard.release();
    if (request == nullptr) {
        return finish_request(epochs, offset, kCall);
    }
    *request = hand_out(epochs, offset);
    return ARAUTO_OK;
}

} // namespace arauto::core
