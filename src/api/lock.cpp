// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// arauto/lock.h.
#include "arauto/lock.h"

#include "api/check.hpp"
#include "api/handles.hpp"
#include "core/lock.hpp"
#include "core/wire.hpp"

using namespace arauto; // NOLINT: this file is the C face of that namespace

namespace {

Status check_lock(const arauto_lock* lock, int rank, size_t index, const char* call) noexcept {
    ARAUTO_TRY(api::check_handle(lock, call, "lock"));
    ARAUTO_TRY(api::check_index(index, lock->count, call, "lock"));
    return api::check_rank(rank, call);
}

} // namespace

arauto_status_t
arauto_lock_create(arauto_team_h team, size_t count, arauto_lock_h* lock_out) noexcept {
    const char* call = "arauto_lock_create";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    ARAUTO_TRY(api::check_handle(lock_out, call, "place for the lock"));
    core::Segment* segment = nullptr;
    const Status status = core::allocate_segment(
        *api::team_of(team), api::array_bytes(count, sizeof(core::LockCell)), &segment, call);
    if (segment != nullptr) {
        *lock_out = new arauto_lock{segment, count};
    }
    return status;
}

arauto_status_t arauto_lock_declare(size_t count, arauto_lock_h* lock_out) noexcept {
    const char* call = "arauto_lock_declare";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(lock_out, call, "place for the lock"));
    core::Segment* segment = nullptr;
    ARAUTO_TRY(
        core::declare_segment(api::array_bytes(count, sizeof(core::LockCell)), &segment, call));
    *lock_out = new arauto_lock{segment, count};
    return ARAUTO_OK;
}

arauto_status_t arauto_lock_free(arauto_lock_h lock) noexcept {
    const char* call = "arauto_lock_free";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(lock, call, "lock"));
    const Status status = core::free_segment(lock->segment, call);
    if (status != ARAUTO_ERR_STOPPED) {
        delete lock;
    }
    return status;
}

arauto_status_t arauto_lock_acquire(arauto_lock_h lock, int rank, size_t index) noexcept {
    ARAUTO_TRY(check_lock(lock, rank, index, "arauto_lock_acquire"));
    return core::acquire_lock(*lock, rank, index);
}

arauto_status_t
arauto_lock_try(arauto_lock_h lock, int rank, size_t index, int* acquired_out) noexcept {
    const char* call = "arauto_lock_try";
    ARAUTO_TRY(check_lock(lock, rank, index, call));
    ARAUTO_TRY(api::check_handle(acquired_out, call, "place for the answer"));
    return core::try_lock(*lock, rank, index, acquired_out);
}

arauto_status_t arauto_lock_release(arauto_lock_h lock, int rank, size_t index) noexcept {
    ARAUTO_TRY(check_lock(lock, rank, index, "arauto_lock_release"));
    return core::release_lock(*lock, rank, index);
}
