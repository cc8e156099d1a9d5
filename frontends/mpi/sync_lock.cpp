// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Passive target communication: lock, lock_all and flush. In programs that use only blocking calls,
// a lock is held when its call returns, accesses on the same node are complete when their calls
// return, and a flush has nothing to wait for there.
#include "count.hpp"
#include "errors.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "sync.hpp"

#include "arauto/rma.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/race.h"

namespace arauto::mpi {
namespace {

int check_member(const Window& window, int member, const char* call) noexcept {
    if (member < 0 || member >= window.size) {
        return fail(window, MPI_ERR_RANK, "%s: rank %d is outside the window's group of %d", call,
                    member, window.size);
    }
    return MPI_SUCCESS;
}

int check_assert(const Window& window, int asserted, const char* call) noexcept {
    return (asserted & ~MPI_MODE_NOCHECK) == 0
               ? MPI_SUCCESS
               : fail(window, MPI_ERR_ASSERT,
                      "%s: the assertion %d is neither 0 nor MPI_MODE_NOCHECK", call, asserted);
}

int check_lock(const Window& window, const LockArguments& wanted, const char* call) noexcept {
    if (wanted.type != MPI_LOCK_SHARED && wanted.type != MPI_LOCK_EXCLUSIVE) {
        return fail(window, MPI_ERR_LOCKTYPE,
                    "%s: %d is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE", call, wanted.type);
    }
    const int status = check_assert(window, wanted.asserted, call);
    return status == MPI_SUCCESS ? check_member(window, wanted.member, call) : status;
}

/// Whether no operation can be recorded, so that a flush need not ask the runtime.
bool is_plain(const Window& window) noexcept {
    return !window.is_nonblocking && window.access >= Access::locks;
}

/// A flush without recorded operations: the compiler and the processor move no access across it,
/// and the puts and accumulates to other nodes are complete. Those to processes that have ended
/// count as complete.
/// @param job_rank  the target, or ARAUTO_EVERY_RANK
void flush_far(const Window& window, int job_rank, arauto_flush_scope_t scope) noexcept {
    // PAIR program.order: the program's own accesses before and behind
    std::atomic_thread_fence(std::memory_order_acq_rel);
    if (window.is_spread && scope == ARAUTO_FLUSH_REMOTE) {
        flush_far_accumulates(job_rank);
        static_cast<void>(arauto_flush(job_rank));
    }
}

/// A flush that the runtime does not hear of.
void tell_flushed(const Window& window, int member, arauto_flush_scope_t scope) noexcept {
    if (job().is_checked) [[unlikely]] {
        arauto_race_flushed(window.epochs, member, scope);
    }
}

/// Whether an epoch is open in which accesses are complete when their calls return, and calls are
/// not counted. Then a flush has nothing more to do.
[[gnu::always_inline]] inline bool is_flushed(const Window& window, int member) noexcept {
    // PAIR program.order: as in flush_far
    std::atomic_thread_fence(std::memory_order_acq_rel);
    return window.is_open() && window.access == Access::everybody && !window.is_spread &&
           static_cast<unsigned>(member) < static_cast<unsigned>(window.size) && !job().is_counting;
}

/// Waits for a lock that a blocking call has requested. One that cannot be had is given up.
template <typename GiveUp>
int await_lock(Window& window, arauto_request_t& held, const Form& form, GiveUp give_up) noexcept {
    let_mpi_work_at_times();
    if (held.offset == 0) [[likely]] {
        return MPI_SUCCESS;
    }
    const arauto_status_t status = arauto_request_wait(&held);
    if (status >= 0) {
        return MPI_SUCCESS;
    }
    arauto_request_t rest{};
    {
        const Guard guard(window);
        give_up(&rest);
    }
    arauto_request_free(&rest);
    return fail_with(window, status, form.call);
}

void forget_lock(Window& window) noexcept {
    if (--window.locks == 0) {
        window.access = Access::none;
    }
}

int give_nothing(Window& window, const Form& form) noexcept {
    return form.waits() ? MPI_SUCCESS : give_request(window, {0, 0}, form.request);
}

constexpr const char* kNoLock = "no passive target epoch is open on this window";

} // namespace

int lock(Window& window, const LockArguments& wanted, const Form& form) noexcept {
    if (wanted.member == MPI_PROC_NULL) {
        return give_nothing(window, form);
    }
    if (const int status = check_lock(window, wanted, form.call); status != MPI_SUCCESS) {
        return status;
    }
    const bool is_exclusive = wanted.type == MPI_LOCK_EXCLUSIVE;
    arauto_request_t held{};
    arauto_status_t status = ARAUTO_OK;
    {
        const Guard guard(window);
        status = arauto_epoch_lock(
            window.epochs, is_exclusive ? ARAUTO_LOCK_EXCLUSIVE : ARAUTO_LOCK_SHARED, wanted.member,
            wanted.asserted != 0 ? ARAUTO_EPOCH_NOCHECK : 0, &held);
        if (status >= 0) [[likely]] {
            ++window.locks;
            window.access = Access::locks;
            window.set_open(false);
        }
    }
    if (status < 0) [[unlikely]] {
        return refuse(window, status, form.call,
                      "this process holds a lock on that rank already, or an epoch of another kind "
                      "is open on this window");
    }
    tally(ARAUTO_COUNTER_WIN_LOCK);
    if (!form.waits()) {
        return give_request(window, held, form.request);
    }
    return await_lock(window, held, form, [&](arauto_request_t* rest) {
        if (arauto_epoch_unlock(window.epochs, wanted.member, rest) >= 0) {
            forget_lock(window);
        }
    });
}

int unlock(Window& window, int member, const Form& form) noexcept {
    if (member == MPI_PROC_NULL) {
        return give_nothing(window, form);
    }
    if (const int status = check_member(window, member, form.call); status != MPI_SUCCESS) {
        return status;
    }
    return perform(
        window, form, "this process holds no lock on that rank",
        [&](arauto_request_t* request) {
            return arauto_epoch_unlock(window.epochs, member, request);
        },
        [&] {
            forget_lock(window);
            tally(ARAUTO_COUNTER_WIN_UNLOCK);
        });
}

int lock_all(Window& window, int asserted, const Form& form) noexcept {
    if (const int status = check_assert(window, asserted, form.call); status != MPI_SUCCESS) {
        return status;
    }
    arauto_request_t held{};
    arauto_status_t status = ARAUTO_OK;
    {
        const Guard guard(window);
        status = arauto_epoch_lock(window.epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK,
                                   asserted != 0 ? ARAUTO_EPOCH_NOCHECK : 0, &held);
        if (status >= 0) {
            window.access = Access::everybody;
            window.set_open(false);
        }
    }
    if (status < 0) {
        return refuse(window, status, form.call, "an access epoch is open on this window already");
    }
    tally(ARAUTO_COUNTER_WIN_LOCK_ALL);
    if (!form.waits()) {
        return give_request(window, held, form.request);
    }
    const int waited = await_lock(window, held, form, [&](arauto_request_t* rest) {
        if (arauto_epoch_unlock(window.epochs, ARAUTO_EVERY_RANK, rest) >= 0) {
            window.access = Access::none;
        }
    });
    window.set_open(waited == MPI_SUCCESS && !window.is_nonblocking);
    return waited;
}

int unlock_all(Window& window, const Form& form) noexcept {
    return perform(
        window, form, "this process has not called MPI_Win_lock_all",
        [&](arauto_request_t* request) {
            return arauto_epoch_unlock(window.epochs, ARAUTO_EVERY_RANK, request);
        },
        [&] {
            window.access = Access::none;
            window.set_open(false);
            tally(ARAUTO_COUNTER_WIN_UNLOCK_ALL);
        });
}

int flush(Window& window, int member, arauto_flush_scope_t scope, const Form& form) noexcept {
    if (member == MPI_PROC_NULL) {
        return give_nothing(window, form);
    }
    if (const int status = check_member(window, member, form.call); status != MPI_SUCCESS) {
        return status;
    }
    tally(ARAUTO_COUNTER_WIN_FLUSH);
    if (window.is_open() && window.access == Access::everybody) [[likely]] {
        flush_far(window, window.job_ranks[member], scope);
        tell_flushed(window, member, scope);
        let_mpi_work_at_times();
        return MPI_SUCCESS;
    }
    return perform(
        window, form, "this process holds no lock on that rank",
        [&](arauto_request_t* request) {
            return arauto_epoch_flush(window.epochs, member, scope, request);
        },
        [] {});
}

int flush_all(Window& window, arauto_flush_scope_t scope, const Form& form) noexcept {
    tally(ARAUTO_COUNTER_WIN_FLUSH);
    if (is_plain(window)) [[likely]] {
        flush_far(window, ARAUTO_EVERY_RANK, scope);
        tell_flushed(window, ARAUTO_EVERY_RANK, scope);
        let_mpi_work_at_times();
        return MPI_SUCCESS;
    }
    return perform(
        window, form, kNoLock,
        [&](arauto_request_t* request) {
            return arauto_epoch_flush(window.epochs, ARAUTO_EVERY_RANK, scope, request);
        },
        [] {});
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Win_lock(int type, int rank, int asserted, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? arauto::mpi::lock(*window, {type, rank, asserted}, {"MPI_Win_lock"})
                             : real().Win_lock(type, rank, asserted, win);
}
ARAUTO_MPI_BOTH(Win_lock)

ARAUTO_MPI_EXPORT int MPI_Win_unlock(int rank, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? unlock(*window, rank, {"MPI_Win_unlock"})
                             : real().Win_unlock(rank, win);
}
ARAUTO_MPI_BOTH(Win_unlock)

ARAUTO_MPI_EXPORT int MPI_Win_lock_all(int asserted, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? lock_all(*window, asserted, {"MPI_Win_lock_all"})
                             : real().Win_lock_all(asserted, win);
}
ARAUTO_MPI_BOTH(Win_lock_all)

ARAUTO_MPI_EXPORT int MPI_Win_unlock_all(MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? unlock_all(*window, {"MPI_Win_unlock_all"})
                             : real().Win_unlock_all(win);
}
ARAUTO_MPI_BOTH(Win_unlock_all)

ARAUTO_MPI_EXPORT int MPI_Win_flush(int rank, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window != nullptr && is_flushed(*window, rank)) [[likely]] {
        let_mpi_work_at_times();
        return MPI_SUCCESS;
    }
    return window != nullptr ? flush(*window, rank, ARAUTO_FLUSH_REMOTE, {"MPI_Win_flush"})
                             : real().Win_flush(rank, win);
}
ARAUTO_MPI_BOTH(Win_flush)

ARAUTO_MPI_EXPORT int MPI_Win_flush_local(int rank, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window != nullptr && is_flushed(*window, rank)) [[likely]] {
        let_mpi_work_at_times();
        return MPI_SUCCESS;
    }
    return window != nullptr ? flush(*window, rank, ARAUTO_FLUSH_LOCAL, {"MPI_Win_flush_local"})
                             : real().Win_flush_local(rank, win);
}
ARAUTO_MPI_BOTH(Win_flush_local)

ARAUTO_MPI_EXPORT int MPI_Win_flush_all(MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? flush_all(*window, ARAUTO_FLUSH_REMOTE, {"MPI_Win_flush_all"})
                             : real().Win_flush_all(win);
}
ARAUTO_MPI_BOTH(Win_flush_all)

ARAUTO_MPI_EXPORT int MPI_Win_flush_local_all(MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? flush_all(*window, ARAUTO_FLUSH_LOCAL, {"MPI_Win_flush_local_all"})
                             : real().Win_flush_local_all(win);
}
ARAUTO_MPI_BOTH(Win_flush_local_all)

ARAUTO_MPI_EXPORT int MPI_Win_sync(MPI_Win win) {
    note_caller(__builtin_return_address(0));
    const Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Win_sync(win);
    }
    // PAIR program.order: the program's own accesses before and behind
    std::atomic_thread_fence(std::memory_order_seq_cst);
    let_mpi_work_at_times();
    return MPI_SUCCESS;
}
ARAUTO_MPI_BOTH(Win_sync)
