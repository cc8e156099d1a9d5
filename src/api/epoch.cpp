// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls of arauto/epoch.h that synchronise: each checks its arguments and calls the room epoch.
#include "api/epoch.hpp"

#include "api/checking_epochs.hpp"
#include "api/recording.hpp"
#include "arauto/spi/epoch.h"
#include "epoch/epoch_active.hpp"
#include "epoch/epoch_fence.hpp"
#include "epoch/epoch_object.hpp"
#include "epoch/epoch_passive.hpp"

#include <vector>

using namespace arauto;

namespace {

constexpr int kFewRanks = 16; // so many are compared with each other

Status twice(int rank, const char* call) noexcept {
    return fail(ARAUTO_ERR_ARGUMENT, "%s: %s is listed twice", call, name_of(rank).text);
}

Status check_distinct(int size, core::RankList list, const char* call) noexcept {
    if (list.count <= kFewRanks) {
        for (int i = 1; i < list.count; ++i) {
            for (int j = 0; j < i; ++j) {
                if (list.ranks[i] == list.ranks[j]) {
                    return twice(list.ranks[i], call);
                }
            }
        }
        return ARAUTO_OK;
    }
    std::vector<bool> seen(static_cast<size_t>(size));
    for (int i = 0; i < list.count; ++i) {
        const auto rank = static_cast<size_t>(list.ranks[i]);
        if (seen[rank]) {
            return twice(list.ranks[i], call);
        }
        seen[rank] = true;
    }
    return ARAUTO_OK;
}

Status check_list(const arauto_epochs& epochs, core::RankList list, const char* call) noexcept {
    if (list.count < 0 || (list.count > 0 && list.ranks == nullptr)) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the count is %d; it must be the length of a list",
                    call, list.count);
    }
    for (int i = 0; i < list.count; ++i) {
        ARAUTO_TRY(api::check_member(epochs, list.ranks[i], call));
    }
    return check_distinct(epochs.size, list, call);
}

} // namespace

arauto_status_t arauto_epochs_create(arauto_team_h team, arauto_epochs_h* epochs_out) noexcept {
    const char* call = "arauto_epochs_create";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    ARAUTO_TRY(api::check_handle(epochs_out, call, "pointer for the epochs object"));
    core::Epochs* epochs = nullptr;
    api::RecordedMeeting recorded(ARAUTO_RECORDED_ALLOCATE, *api::team_of(team), 0,
                                  __builtin_return_address(0));
    const Status status =
        recorded.ends_with(core::create_epochs(*api::team_of(team), &epochs, call));
    if (epochs != nullptr) {
        api::tell_epochs_created(*epochs, recorded.told().number());
        *epochs_out = epochs;
    }
    return status;
}

arauto_status_t arauto_epochs_free(arauto_epochs_h epochs) noexcept {
    const char* call = "arauto_epochs_free";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_epochs(epochs, call));
    return api::is_observed() ? api::observed_free(*epochs, call, __builtin_return_address(0))
                              : core::free_epochs(epochs, call);
}

arauto_status_t arauto_epochs_drain(arauto_epochs_h epochs) noexcept {
    ARAUTO_TRY(api::check_epochs(epochs, "arauto_epochs_drain"));
    core::drain(*epochs);
    return ARAUTO_OK;
}

arauto_status_t arauto_epochs_set_reorder(arauto_epochs_h epochs, int flags) noexcept {
    const char* call = "arauto_epochs_set_reorder";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    if ((flags & ~core::kEveryReorder) != 0) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the flags are %d, which has bits without a meaning",
                    call, flags);
    }
    epochs->reorder = static_cast<uint8_t>(flags);
    return ARAUTO_OK;
}

arauto_status_t arauto_epochs_set_context(arauto_epochs_h epochs, void* context) noexcept {
    ARAUTO_TRY(api::check_epochs(epochs, "arauto_epochs_set_context"));
    epochs->context = context;
    return ARAUTO_OK;
}

arauto_status_t arauto_epochs_query(arauto_epochs_h epochs,
                                    arauto_epochs_state_t* state_out) noexcept {
    const char* call = "arauto_epochs_query";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_handle(state_out, call, "pointer for the state"));
    state_out->is_exposed = epochs->post != 0 ? 1 : 0;
    state_out->is_started = epochs->start != 0 ? 1 : 0;
    state_out->is_fenced = epochs->is_fenced ? 1 : 0;
    state_out->is_all_locked = epochs->everyone != 0 && !epochs->is_fenced ? 1 : 0;
    state_out->locks = epochs->locks;
    // PAIR engine.pending: look
    state_out->pending = epochs->mine->pending.load(std::memory_order_acquire);
    state_out->recorded = core::count_recorded(*epochs);
    return ARAUTO_OK;
}

arauto_status_t
arauto_epoch_post(arauto_epochs_h epochs, const int* ranks, int count, int asserts) noexcept {
    const char* call = "arauto_epoch_post";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(check_list(*epochs, {ranks, count}, call));
    ARAUTO_TRY(api::check_asserts(asserts, ARAUTO_EPOCH_NOCHECK, call));
    if (api::is_observed()) [[unlikely]] {
        return api::observed_post(*epochs, {ranks, count}, __builtin_return_address(0));
    }
    return core::open_post(*epochs, {ranks, count});
}

arauto_status_t
arauto_epoch_start(arauto_epochs_h epochs, const int* ranks, int count, int asserts) noexcept {
    const char* call = "arauto_epoch_start";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(check_list(*epochs, {ranks, count}, call));
    ARAUTO_TRY(api::check_asserts(asserts, ARAUTO_EPOCH_NOCHECK, call));
    if (api::is_observed()) [[unlikely]] {
        return api::observed_start(*epochs, {ranks, count}, asserts != 0,
                                   __builtin_return_address(0));
    }
    return core::open_start(*epochs, {ranks, count}, asserts != 0);
}

arauto_status_t arauto_epoch_complete(arauto_epochs_h epochs, arauto_request_t* request) noexcept {
    ARAUTO_TRY(api::check_epochs(epochs, "arauto_epoch_complete"));
    if (api::is_observed()) [[unlikely]] {
        return api::observed_complete(*epochs, request, __builtin_return_address(0));
    }
    return core::close_start(*epochs, request);
}

arauto_status_t arauto_epoch_wait(arauto_epochs_h epochs, arauto_request_t* request) noexcept {
    ARAUTO_TRY(api::check_epochs(epochs, "arauto_epoch_wait"));
    if (api::is_observed()) [[unlikely]] {
        return api::observed_wait(*epochs, request, __builtin_return_address(0));
    }
    return core::close_post(*epochs, request);
}

arauto_status_t arauto_epoch_test(arauto_epochs_h epochs, int* done_out) noexcept {
    const char* call = "arauto_epoch_test";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_handle(done_out, call, "pointer for the answer"));
    bool done = false;
    const Status status = api::is_observed()
                              ? api::observed_test(*epochs, &done, __builtin_return_address(0))
                              : core::test_post(*epochs, &done);
    *done_out = done ? 1 : 0;
    return status;
}

arauto_status_t
arauto_epoch_fence(arauto_epochs_h epochs, int asserts, arauto_request_t* request) noexcept {
    const char* call = "arauto_epoch_fence";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_asserts(asserts, ARAUTO_EPOCH_NOPRECEDE | ARAUTO_EPOCH_NOSUCCEED, call));
    const core::Fence how{(asserts & ARAUTO_EPOCH_NOPRECEDE) == 0,
                          (asserts & ARAUTO_EPOCH_NOSUCCEED) == 0};
    if (api::is_observed()) [[unlikely]] {
        return api::observed_fence(*epochs, how, request, __builtin_return_address(0));
    }
    return core::fence(*epochs, how, request);
}

arauto_status_t arauto_epoch_lock(arauto_epochs_h epochs,
                                  arauto_lock_kind_t kind,
                                  int rank,
                                  int asserts,
                                  arauto_request_t* request) noexcept {
    const char* call = "arauto_epoch_lock";
    const bool is_all = rank == ARAUTO_EVERY_RANK;
    ARAUTO_TRY(api::check_epochs(epochs, call));
    if (!is_all) [[likely]] {
        ARAUTO_TRY(api::check_member(*epochs, rank, call));
    }
    ARAUTO_TRY(api::check_asserts(asserts, ARAUTO_EPOCH_NOCHECK, call));
    if (kind != ARAUTO_LOCK_SHARED && (is_all || kind != ARAUTO_LOCK_EXCLUSIVE)) [[unlikely]] {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the kind is %d, but it must be ARAUTO_LOCK_SHARED%s",
                    call, static_cast<int>(kind),
                    is_all ? " for ARAUTO_EVERY_RANK" : " or ARAUTO_LOCK_EXCLUSIVE");
    }
    const core::LockCall wanted{rank, kind == ARAUTO_LOCK_EXCLUSIVE, asserts != 0};
    if (api::is_observed()) [[unlikely]] {
        return api::observed_lock(*epochs, wanted, request, __builtin_return_address(0));
    }
    return is_all ? core::open_lock_all(*epochs, wanted.is_unchecked, request)
                  : core::open_lock(*epochs, wanted, request);
}

arauto_status_t
arauto_epoch_unlock(arauto_epochs_h epochs, int rank, arauto_request_t* request) noexcept {
    const char* call = "arauto_epoch_unlock";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    if (rank == ARAUTO_EVERY_RANK) [[unlikely]] {
        return api::is_observed()
                   ? api::observed_unlock(*epochs, rank, request, __builtin_return_address(0))
                   : core::close_lock_all(*epochs, request);
    }
    ARAUTO_TRY(api::check_member(*epochs, rank, call));
    if (api::is_observed()) [[unlikely]] {
        return api::observed_unlock(*epochs, rank, request, __builtin_return_address(0));
    }
    return core::close_lock(*epochs, rank, request);
}

arauto_status_t arauto_epoch_flush(arauto_epochs_h epochs,
                                   int rank,
                                   arauto_flush_scope_t scope,
                                   arauto_request_t* request) noexcept {
    const char* call = "arauto_epoch_flush";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    if (rank != ARAUTO_EVERY_RANK) {
        ARAUTO_TRY(api::check_member(*epochs, rank, call));
    }
    if (scope != ARAUTO_FLUSH_LOCAL && scope != ARAUTO_FLUSH_REMOTE) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: the scope is %d, but it must be ARAUTO_FLUSH_LOCAL or ARAUTO_FLUSH_REMOTE",
                    call, static_cast<int>(scope));
    }
    if (api::is_observed()) [[unlikely]] {
        return api::observed_flush(*epochs, rank,
                                   scope == ARAUTO_FLUSH_LOCAL ? check::Completion::origin
                                                               : check::Completion::all,
                                   request, __builtin_return_address(0));
    }
    return core::flush(*epochs, rank, request);
}
