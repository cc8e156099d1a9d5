// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch_call.hpp.
#include "epoch/epoch_call.hpp"

#include "epoch/epoch_request_wait.hpp"

namespace arauto::core {

Status open_epoch(Epochs& epochs,
                  OwnerGuard& guard,
                  EpochSort sort,
                  RankList peers,
                  JobOffset* epoch_out) noexcept {
    if (guard.status() < 0) {
        return guard.status();
    }
    Engine engine(epochs, epochs.rank);
    const NewEpoch made = allocate_epoch(epochs, peers.count);
    if (made.epoch == 0) {
        return ARAUTO_ERR_MEMORY;
    }
    Epoch& epoch = fill_epoch(epochs, made, sort.kind, peers);
    epoch.is_exclusive = sort.is_exclusive;
    epoch.is_unchecked = sort.is_unchecked;
    // A lock that begins has nothing to do but to advance, which the caller asks for; epochs of
    // counts come here only when something is pending.
    if (!guard.is_alone() || sort.kind == EpochClass::fence) {
        begin_or_defer(engine, epoch, guard.is_alone());
    }
    *epoch_out = made.epoch;
    return ARAUTO_OK;
}

Status close_by_engine(Epochs& epochs,
                       OwnerGuard& guard,
                       JobOffset& open,
                       arauto_request_t* request,
                       const char* call) noexcept {
    if (const Status status = guard.status() < 0 ? guard.status() : guard.lock(); status < 0) {
        return status;
    }
    const JobOffset closing = make_request(epochs, 1);
    if (closing == 0) {
        return no_memory(call);
    }
    Engine engine(epochs, epochs.rank);
    close_epoch(engine, epochs.at<Epoch>(open), closing);
    open = 0;
    step(engine);
    guard.release();
    if (request == nullptr) {
        return finish_request(epochs, closing, call);
    }
    *request = hand_out(epochs, closing);
    return ARAUTO_OK;
}

Status leave_fence(Epochs& epochs, OwnerGuard& guard, const char* call) noexcept {
    if (!epochs.is_fenced) [[likely]] {
        return ARAUTO_OK;
    }
    if (epochs.is_fence_used) {
        return fail(ARAUTO_ERR_EPOCH,
                    "%s: the epoch that a fence opened has operations; close it by a fence", call);
    }
    if (epochs.everyone != 0) {
        if (guard.status() < 0) {
            return guard.status();
        }
        Engine engine(epochs, epochs.rank);
        forget_epoch(engine, epochs.at<Epoch>(epochs.everyone));
        epochs.everyone = 0;
    }
    epochs.is_fenced = false;
    return ARAUTO_OK;
}

Status check_no_access(const Epochs& epochs, const char* call) noexcept {
    const char* const what = epochs.start != 0   ? "an access epoch of arauto_epoch_start"
                             : epochs.locks != 0 ? "a lock epoch"
                             : epochs.everyone != 0 && !epochs.is_fenced ? "a lock_all epoch"
                                                                         : nullptr;
    return what == nullptr ? ARAUTO_OK
                           : fail(ARAUTO_ERR_EPOCH, "%s: %s is open; close it first", call, what);
}

Status fail_gone(Status status, int rank, const char* call) noexcept {
    return fail(status, "%s: %s %s before the epoch was complete", call, name_of(rank).text,
                status == ARAUTO_ERR_FAILED ? "failed" : "stopped");
}

Status no_memory(const char* call) noexcept {
    return fail(ARAUTO_ERR_MEMORY,
                "%s: this %s's heap has no room for another epoch (setting ARAUTO_HEAP_SIZE)", call,
                noun());
}

} // namespace arauto::core
