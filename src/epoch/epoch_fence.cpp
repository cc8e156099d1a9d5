// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Fence. While nothing is pending, a fence is an arrival and a look at the arrivals of the others,
// without a record. For the engine, each fence that has to wait is the end of an epoch:
// the one that the last fence opened, or an empty one.
#include "epoch/epoch_fence.hpp"

#include "epoch/epoch_call.hpp"
#include "epoch/epoch_missing.hpp"
#include "epoch/epoch_request_wait.hpp"
#include "epoch/epoch_wait.hpp"

namespace arauto::core {
namespace {

constexpr const char* kCall = "arauto_epoch_fence";
constexpr int kNobody = -1;

Status check_nothing_else(const Epochs& epochs) noexcept {
    if (epochs.post != 0) {
        return fail(ARAUTO_ERR_EPOCH, "%s: an exposure epoch is open; close it first", kCall);
    }
    return check_no_access(epochs, kCall);
}

Status open_record(Epochs& epochs, OwnerGuard& guard, JobOffset* epoch_out) noexcept {
    const Status status =
        open_epoch(epochs, guard, {EpochClass::fence, false, false}, {&kNobody, 1}, epoch_out);
    return status == ARAUTO_ERR_MEMORY ? no_memory(kCall) : status;
}

void forget_record(Epochs& epochs) noexcept {
    if (epochs.everyone != 0) {
        Engine engine(epochs, epochs.rank);
        forget_epoch(engine, epochs.at<Epoch>(epochs.everyone));
        epochs.everyone = 0;
    }
}

/// No epoch is open, nor pending: a fence is nothing but a fence.
bool is_bare(const Epochs& epochs) noexcept {
    return (epochs.start | epochs.post | epochs.everyone | epochs.locks) == 0 && epochs.is_idle();
}

/// One fence of this member, while nothing is pending.
struct BareFence {
    uint64_t number;
    int gone; // a member that will not come, or -1
};

bool is_over(Epochs& epochs, BareFence& fence) noexcept {
    Engine engine(epochs, epochs.rank);
    return have_arrived(engine, fence.number, &fence.gone);
}

Status wait_for_all(Epochs& epochs, BareFence& fence) noexcept {
    for (int look = 0; look < this_rank().waits.policy.looks_without_pause; ++look) {
        if (is_everyone_here(epochs, fence.number)) {
            return ARAUTO_OK;
        }
    }
    wait_for_engine(
        epochs, [&] { return is_over(epochs, fence); }, // a lost member counts as arrived
        [&](boot::WaitDetail& detail) { find_missing_at_fence(epochs, fence.number, detail); });
    return fence.gone < 0 ? ARAUTO_OK
                          : fail_gone(status_of(presence(epochs, fence.gone)),
                                      epochs.to_world(fence.gone), kCall);
}

/// Closes a record by the engine. Where nothing is to be closed, the call does not wait for it.
Status close_record(Epochs& epochs,
                    OwnerGuard& guard,
                    JobOffset& record,
                    bool closes,
                    arauto_request_t* request) noexcept {
    if (closes) {
        return close_by_engine(epochs, guard, record, request, kCall);
    }
    Engine engine(epochs, epochs.rank);
    close_epoch(engine, epochs.at<Epoch>(record), 0);
    record = 0;
    step(engine);
    if (request != nullptr) {
        *request = {0, 0};
    }
    return ARAUTO_OK;
}

/// This member has arrived, others have not: hands the rest to the engine.
Status pursue(Epochs& epochs,
              OwnerGuard& guard,
              BareFence& fence,
              bool closes,
              arauto_request_t* request) noexcept {
    if (const Status status = guard.lock(); status < 0) {
        return status;
    }
    JobOffset record = 0;
    if (open_record(epochs, guard, &record) <
        0) { // the arrival has been announced and cannot be taken back
        guard.release();
        return wait_for_all(epochs, fence);
    }
    Epoch& epoch = epochs.at<Epoch>(record);
    epoch.is_announced = true;
    epoch.first.id = fence.number;
    return close_record(epochs, guard, record, closes, request);
}

/// A fence while nothing is pending.
Status
fence_alone(Epochs& epochs, OwnerGuard& guard, bool closes, arauto_request_t* request) noexcept {
    forget_record(epochs);
    Engine engine(epochs, epochs.rank);
    BareFence fence{++engine.cell.fences, -1};
    arrive(engine, fence.number);
    if (request == nullptr && closes) {
        return wait_for_all(epochs, fence);
    }
    if (!comes_soon([&] { return is_over(epochs, fence); })) {
        return pursue(epochs, guard, fence, closes, request);
    }
    if (request != nullptr) {
        *request = {0, 0};
    }
    return wait_for_all(epochs, fence); // at once
}

Status
fence_behind(Epochs& epochs, OwnerGuard& guard, bool closes, arauto_request_t* request) noexcept {
    if (guard.status() < 0) {
        return guard.status();
    }
    if (epochs.everyone == 0) {
        if (const Status status = open_record(epochs, guard, &epochs.everyone); status < 0) {
            return status;
        }
    }
    return close_record(epochs, guard, epochs.everyone, closes, request);
}

/// Opens the next epoch: without a record when nothing is pending.
Status reopen(Epochs& epochs) noexcept {
    OwnerGuard guard(epochs);
    if (!guard.is_alone()) {
        if (const Status status = open_record(epochs, guard, &epochs.everyone); status < 0) {
            return status;
        }
    }
    epochs.is_fenced = true;
    return ARAUTO_OK;
}

} // namespace

Status fence(Epochs& epochs, Fence how, arauto_request_t* request) noexcept {
    if (how.closes && request == nullptr && is_bare(epochs)) [[likely]] {
        Engine engine(epochs, epochs.rank);
        BareFence fence{++engine.cell.fences, -1};
        arrive(engine, fence.number);
        epochs.is_fenced = how.opens;
        epochs.is_fence_used = false;
        return wait_for_all(epochs, fence);
    }
    if (const Status status = check_nothing_else(epochs); status < 0) {
        return status;
    }
    Status closed = ARAUTO_OK;
    {
        OwnerGuard guard(epochs);
        if (!how.closes && !how.opens) {
            if (guard.status() >= 0) {
                forget_record(epochs);
            }
        } else if (guard.is_alone() && guard.status() >= 0) {
            closed = fence_alone(epochs, guard, how.closes, request);
        } else {
            closed = fence_behind(epochs, guard, how.closes, request);
        }
    }
    if (closed < 0 && closed != ARAUTO_ERR_FAILED && closed != ARAUTO_ERR_STOPPED) {
        return closed;
    }
    epochs.is_fenced = epochs.is_fence_used = false;
    const Status opened = how.opens ? reopen(epochs) : ARAUTO_OK;
    return closed < 0 ? closed : opened;
}

} // namespace arauto::core
