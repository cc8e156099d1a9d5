// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/lock.h.
#include "arauto/lock.h"

#include "api/array.hpp"
#include "api/recording.hpp"
#include "arauto/spi/lock.h"
#include "memory/layouts.hpp"
#include "remote/word.hpp"
#include "sync/lock.hpp"

using namespace arauto;

namespace {

Status check_lock(const arauto_lock* lock, int rank, size_t index, const char* call) noexcept {
    ARAUTO_TRY(api::check_handle(lock, call, "lock"));
    ARAUTO_TRY(api::check_index(index, lock->count, call, "lock"));
    return api::check_rank(rank, call);
}

/// In the heap of each rank.
uint64_t offset_of(const arauto_lock& lock, size_t index) noexcept {
    return lock.segment->offset + index * sizeof(core::LockCell);
}

/// The place of the lock tells it from others, and the number its holders.
/// @param number  how often it was acquired, the last time by this rank; 0: this rank has it not
Recorded recorded_lock(arauto_recorded_op_t op,
                       const arauto_lock& lock,
                       int rank,
                       size_t index,
                       uint64_t number = 0) noexcept {
    return {.op = op,
            .peer = static_cast<uint32_t>(rank),
            .argument = record_argument(offset_of(lock, index), number)};
}

/// In a traced job: counts that this rank has acquired the lock, also where that leaves no record.
/// @return how often it was acquired
uint64_t count_acquisition(const arauto_lock& lock, int rank, size_t index) noexcept {
    return api::trace() == nullptr
               ? 0
               : core::word::fetch_add(core::cell_of(lock, rank, index).acquisitions, uint64_t{1}) +
                     1;
}

/// In a traced job, of a lock that this rank holds: how often it was acquired.
uint64_t acquisitions_of(const arauto_lock& lock, int rank, size_t index) noexcept {
    // relaxed because the lock orders the counts of its holders
    return api::trace() == nullptr ? 0
                                   : core::word::load(core::cell_of(lock, rank, index).acquisitions,
                                                      std::memory_order_relaxed);
}

/// Out of line: a record that each call could make took 2 of 42 ns of a lock and unlock.
[[gnu::noinline]] Status
acquire_recorded(arauto_lock& lock, int rank, size_t index, const void* caller) noexcept {
    const Recorded what = recorded_lock(ARAUTO_RECORDED_LOCK, lock, rank, index);
    RecordedCall recorded(api::trace(), what, caller);
    api::tell_locks();
    const Status status = core::acquire_lock(lock, rank, index);
    if (status >= 0) {
        const uint64_t number = count_acquisition(lock, rank, index);
        recorded.set_argument(record_argument(what.argument, number));
        api::tell_acquired({rank, offset_of(lock, index)}, caller);
    }
    return recorded.ends_with(status);
}

[[gnu::noinline]] Status
release_recorded(arauto_lock& lock, int rank, size_t index, const void* caller) noexcept {
    const uint64_t number = acquisitions_of(lock, rank, index);
    RecordedCall recorded(api::trace(),
                          recorded_lock(ARAUTO_RECORDED_UNLOCK, lock, rank, index, number), caller);
    api::tell_releases({rank, offset_of(lock, index)});
    return recorded.ends_with(core::release_lock(lock, rank, index));
}

/// A program may try until it has the lock: a try in vain adds to the totals alone.
[[gnu::noinline]] Status try_recorded(
    arauto_lock& lock, int rank, size_t index, int* acquired_out, const void* caller) noexcept {
    int is_acquired = 0;
    api::tell_locks();
    const Status status = core::try_lock(lock, rank, index, &is_acquired);
    const uint64_t number =
        status >= 0 && is_acquired != 0 ? count_acquisition(lock, rank, index) : 0;
    const Recorded what = recorded_lock(ARAUTO_RECORDED_LOCK, lock, rank, index, number);
    if (status >= 0) {
        *acquired_out = is_acquired;
    }
    if (status >= 0 && is_acquired == 0) {
        count_call(api::trace(), what, caller);
        return status;
    }
    RecordedCall recorded(api::trace(), what, caller);
    if (status >= 0) {
        api::tell_acquired({rank, offset_of(lock, index)}, caller);
    }
    return recorded.ends_with(status);
}

constexpr api::ArrayCall lock_call(const char* name, const void* caller) noexcept {
    return {name, "lock", "pointer for the lock", caller};
}

} // namespace

arauto_status_t
arauto_lock_create(arauto_team_h team, size_t count, arauto_lock_h* lock_out) noexcept {
    return api::create_array<core::LockCell>(
        team, count, lock_out, lock_call("arauto_lock_create", __builtin_return_address(0)));
}

arauto_status_t arauto_lock_declare(size_t count, arauto_lock_h* lock_out) noexcept {
    return api::declare_array<core::LockCell>(
        count, lock_out, lock_call("arauto_lock_declare", __builtin_return_address(0)));
}

arauto_status_t arauto_lock_free(arauto_lock_h lock) noexcept {
    return api::free_array(lock, lock_call("arauto_lock_free", __builtin_return_address(0)));
}

arauto_status_t arauto_lock_acquire(arauto_lock_h lock, int rank, size_t index) noexcept {
    ARAUTO_TRY(check_lock(lock, rank, index, "arauto_lock_acquire"));
    if (api::is_observed()) [[unlikely]] {
        return acquire_recorded(*lock, rank, index, __builtin_return_address(0));
    }
    return core::acquire_lock(*lock, rank, index);
}

arauto_status_t
arauto_lock_try(arauto_lock_h lock, int rank, size_t index, int* acquired_out) noexcept {
    const char* call = "arauto_lock_try";
    ARAUTO_TRY(check_lock(lock, rank, index, call));
    ARAUTO_TRY(api::check_handle(acquired_out, call, "pointer for the answer"));
    if (api::is_observed()) [[unlikely]] {
        return try_recorded(*lock, rank, index, acquired_out, __builtin_return_address(0));
    }
    return core::try_lock(*lock, rank, index, acquired_out);
}

arauto_status_t arauto_lock_release(arauto_lock_h lock, int rank, size_t index) noexcept {
    ARAUTO_TRY(check_lock(lock, rank, index, "arauto_lock_release"));
    if (api::is_observed()) [[unlikely]] {
        return release_recorded(*lock, rank, index, __builtin_return_address(0));
    }
    return core::release_lock(*lock, rank, index);
}
