// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Passive target: a fair lock of readers and writers in the memory of each member. MPI_Win_lock_all
// takes none of them: a gate at rank 0 keeps it and exclusive locks apart, so that its cost does
// not grow with the window. Flush has nothing to wait for: accesses are complete when they return.
#include "real.hpp"
#include "sync.hpp"
#include "wait.hpp"
#include "window.hpp"

#include <algorithm>

namespace arauto::mpi {
namespace {

/// Held while `window.locks` changes, when several threads may call.
class Guard {
  public:
    explicit Guard(Window& window) noexcept : mutex_(job().threaded ? &window.mutex : nullptr) {
        if (mutex_ != nullptr) {
            mutex_->lock();
        }
    }
    ~Guard() {
        if (mutex_ != nullptr) {
            mutex_->unlock();
        }
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

  private:
    std::mutex* mutex_;
};

void pass_gate(Gate& gate, GateSide side) noexcept {
    const uint64_t ticket = gate.queue.take();
    wait_until([&] { return gate.queue.is_turn_of(ticket); }, &gate.queue.bell, sleeper_of(ticket));
    wait_until([&] { return gate.is_empty(1 - side); }, &gate.bell);
    gate.enter(side);
    gate.queue.leave(ticket);
}

void acquire(FairLock& lock, bool exclusive) noexcept {
    const uint64_t ticket = lock.take();
    if (exclusive) {
        wait_until([&] { return lock.is_turn_to_write(ticket); }, &lock.bell, sleeper_of(ticket));
        return;
    }
    wait_until([&] { return lock.is_turn_to_read(ticket); }, &lock.bell, sleeper_of(ticket));
    lock.enter_to_read(ticket);
}

HeldLock* find_lock(Window& window, int member) noexcept {
    for (HeldLock& lock : window.locks) {
        if (lock.rank == member) {
            return &lock;
        }
    }
    return nullptr;
}

int check_member(const Window& window, int member, const char* call) noexcept {
    if (member < 0 || member >= window.size) {
        return fail(window, MPI_ERR_RANK, "%s: rank %d is outside the window's group of %d", call,
                    member, window.size);
    }
    return MPI_SUCCESS;
}

int check_lock(Window& window, int type, int member, int asserted) noexcept {
    if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE) {
        return fail(window, MPI_ERR_LOCKTYPE,
                    "MPI_Win_lock: %d is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE", type);
    }
    if ((asserted & ~MPI_MODE_NOCHECK) != 0) {
        return fail(window, MPI_ERR_ASSERT,
                    "MPI_Win_lock: the assert %d is neither 0 nor MPI_MODE_NOCHECK", asserted);
    }
    if (const int status = check_member(window, member, "MPI_Win_lock"); status != MPI_SUCCESS) {
        return status;
    }
    if (window.access == Access::started || window.access == Access::everybody) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_lock: an access epoch of another kind is open on this window");
    }
    if (find_lock(window, member) != nullptr) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_lock: this process holds a lock on rank %d already", member);
    }
    return MPI_SUCCESS;
}

bool holds_exclusive(const Window& window) noexcept {
    return std::any_of(window.locks.begin(), window.locks.end(),
                       [](const HeldLock& lock) { return lock.exclusive && !lock.unchecked; });
}

int lock_member(Window& window, int type, int member, int asserted) noexcept {
    const HeldLock lock = {member, type == MPI_LOCK_EXCLUSIVE, (asserted & MPI_MODE_NOCHECK) != 0};
    bool is_first = false;
    {
        const Guard guard(window);
        if (const int status = check_lock(window, type, member, asserted); status != MPI_SUCCESS) {
            return status;
        }
        is_first = lock.exclusive && !lock.unchecked && !holds_exclusive(window);
        window.locks.push_back(lock);
        window.access = Access::locks;
    }
    if (lock.unchecked) {
        return MPI_SUCCESS;
    }
    if (is_first) {
        pass_gate(window.control(0).gate, kExclusive);
        window.is_inside.store(true, std::memory_order_release); // PAIR window.is_inside: in
    } else if (lock.exclusive) { // another thread may be on its way through the gate
        wait_until([&] {
            return window.is_inside.load(std::memory_order_acquire); // PAIR window.is_inside: wait
        });
    }
    acquire(window.control(member).lock, lock.exclusive);
    return MPI_SUCCESS;
}

int unlock_member(Window& window, int member) noexcept {
    HeldLock lock{};
    bool is_last = false;
    if (const int status = check_member(window, member, "MPI_Win_unlock"); status != MPI_SUCCESS) {
        return status;
    }
    {
        const Guard guard(window);
        HeldLock* const found = find_lock(window, member);
        if (found == nullptr) {
            return fail(window, MPI_ERR_RMA_SYNC,
                        "MPI_Win_unlock: this process holds no lock on rank %d", member);
        }
        lock = *found;
        *found = window.locks.back();
        window.locks.pop_back();
        window.access = window.locks.empty() ? Access::none : Access::locks;
        is_last = lock.exclusive && !lock.unchecked && !holds_exclusive(window);
        if (is_last) {
            // relaxed because who finds no lock held does not look at it
            window.is_inside.store(false, std::memory_order_relaxed);
        }
    }
    if (lock.unchecked) {
        return MPI_SUCCESS;
    }
    FairLock& there = window.control(member).lock;
    if (!lock.exclusive) {
        there.leave_reading();
        return MPI_SUCCESS;
    }
    there.leave_writing();
    if (is_last) {
        window.control(0).gate.leave(kExclusive);
    }
    return MPI_SUCCESS;
}

int lock_everybody(Window& window, int asserted) noexcept {
    if ((asserted & ~MPI_MODE_NOCHECK) != 0) {
        return fail(window, MPI_ERR_ASSERT,
                    "MPI_Win_lock_all: the assert %d is neither 0 nor MPI_MODE_NOCHECK", asserted);
    }
    if (window.access > Access::fence) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_lock_all: an access epoch is open on this window already");
    }
    window.all_unchecked = (asserted & MPI_MODE_NOCHECK) != 0;
    if (!window.all_unchecked) {
        pass_gate(window.control(0).gate, kEverybody);
    }
    window.access = Access::everybody;
    return MPI_SUCCESS;
}

int unlock_everybody(Window& window) noexcept {
    if (window.access != Access::everybody) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_unlock_all: this process has not called MPI_Win_lock_all");
    }
    window.access = Access::none;
    if (!window.all_unchecked) {
        window.control(0).gate.leave(kEverybody);
    }
    return MPI_SUCCESS;
}

/// The compiler and the processor keep accesses on their sides of a flush or sync.
int flush(Window& window, const char* call) noexcept {
    if (window.access < Access::locks) [[unlikely]] {
        return fail(window, MPI_ERR_RMA_SYNC, "%s: no passive target epoch is open on this window",
                    call);
    }
    std::atomic_thread_fence(std::memory_order_acq_rel);
    return MPI_SUCCESS;
}

int flush_member(Window& window, int member, const char* call) noexcept {
    if (member == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    if (const int status = check_member(window, member, call); status != MPI_SUCCESS) {
        return status;
    }
    if (window.access == Access::locks && !may_access(window, member)) {
        return fail(window, MPI_ERR_RMA_SYNC, "%s: this process holds no lock on rank %d", call,
                    member);
    }
    return flush(window, call);
}

} // namespace

bool may_access(Window& window, int member) noexcept {
    switch (window.access) {
    case Access::none:
        return false;
    case Access::fence:
    case Access::everybody:
        return true;
    case Access::started:
        if (std::find(window.started.begin(), window.started.end(), member) ==
            window.started.end()) {
            return false;
        }
        await_exposure(window, member);
        return true;
    case Access::locks:
        break;
    }
    const Guard guard(window);
    return find_lock(window, member) != nullptr;
}

bool has_open_epoch(const Window& window) noexcept {
    return window.access > Access::fence || window.exposed;
}

} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

ARAUTO_MPI_EXPORT int MPI_Win_lock(int type, int rank, int asserted, MPI_Win win) {
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Win_lock(type, rank, asserted, win);
    }
    return rank == MPI_PROC_NULL ? MPI_SUCCESS : lock_member(*window, type, rank, asserted);
}
ARAUTO_MPI_BOTH(Win_lock)

ARAUTO_MPI_EXPORT int MPI_Win_unlock(int rank, MPI_Win win) {
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Win_unlock(rank, win);
    }
    return rank == MPI_PROC_NULL ? MPI_SUCCESS : unlock_member(*window, rank);
}
ARAUTO_MPI_BOTH(Win_unlock)

ARAUTO_MPI_EXPORT int MPI_Win_lock_all(int asserted, MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? lock_everybody(*window, asserted)
                             : real().Win_lock_all(asserted, win);
}
ARAUTO_MPI_BOTH(Win_lock_all)

ARAUTO_MPI_EXPORT int MPI_Win_unlock_all(MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? unlock_everybody(*window) : real().Win_unlock_all(win);
}
ARAUTO_MPI_BOTH(Win_unlock_all)

ARAUTO_MPI_EXPORT int MPI_Win_flush(int rank, MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? flush_member(*window, rank, "MPI_Win_flush")
                             : real().Win_flush(rank, win);
}
ARAUTO_MPI_BOTH(Win_flush)

ARAUTO_MPI_EXPORT int MPI_Win_flush_local(int rank, MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? flush_member(*window, rank, "MPI_Win_flush_local")
                             : real().Win_flush_local(rank, win);
}
ARAUTO_MPI_BOTH(Win_flush_local)

ARAUTO_MPI_EXPORT int MPI_Win_flush_all(MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? flush(*window, "MPI_Win_flush_all") : real().Win_flush_all(win);
}
ARAUTO_MPI_BOTH(Win_flush_all)

ARAUTO_MPI_EXPORT int MPI_Win_flush_local_all(MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? flush(*window, "MPI_Win_flush_local_all")
                             : real().Win_flush_local_all(win);
}
ARAUTO_MPI_BOTH(Win_flush_local_all)

ARAUTO_MPI_EXPORT int MPI_Win_sync(MPI_Win win) {
    const Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Win_sync(win);
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return MPI_SUCCESS;
}
ARAUTO_MPI_BOTH(Win_sync)
