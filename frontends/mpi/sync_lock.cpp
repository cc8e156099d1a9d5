// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Passive target: a fair lock of readers and writers in the memory of each member. MPI_Win_lock_all
// takes none of them: a gate at rank 0 keeps it and exclusive locks apart, so that its cost does
// not grow with the window. Flush has nothing to wait for: accesses are complete when they return.
#include "count.hpp"
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

/// Of another's memory: whether somebody queues, the other side, the addition; where that was in
/// vain, its end, a turn, and the other side and the addition again.
constexpr uint64_t kGateWords = 3;
constexpr uint64_t kGateWordsInQueue = kTurnWords + 3;

[[gnu::cold]] void tally_lock(const HeldLock& lock, bool passes_gate) noexcept {
    // The ticket and whose turn it is; a reader also lets the next one in.
    const uint64_t words = (lock.exclusive ? 2U : 3U) + (passes_gate ? kGateWords : 0U);
    tally(ARAUTO_COUNTER_WIN_LOCK);
    tally_words(ARAUTO_COUNTER_WIN_LOCK, lock.unchecked ? 0 : words);
}

[[gnu::cold]] void tally_unlock(const HeldLock& lock, bool leaves_gate) noexcept {
    // A writer reads the turn and passes on both.
    const uint64_t words = (lock.exclusive ? 3U : 1U) + (leaves_gate ? 1U : 0U);
    tally(ARAUTO_COUNTER_WIN_UNLOCK);
    tally_words(ARAUTO_COUNTER_WIN_UNLOCK, lock.unchecked ? 0 : words);
}

// Waits below end without what they wait for when a process of the window has ended: it may have
// held it. What they have taken so far stays taken, for nobody can use the window any more.

/// @return false when it was lost
bool pass_gate(const Window& window, GateSide side) noexcept {
    Gate& gate = window.control(0).gate;
    if (gate.try_enter(side)) [[likely]] {
        return true;
    }
    tally_words(side == kEverybody ? ARAUTO_COUNTER_WIN_LOCK_ALL : ARAUTO_COUNTER_WIN_LOCK,
                kGateWordsInQueue);
    const auto lost = [&] { return ended_member(*window.team) >= 0; };
    const uint64_t ticket = gate.queue.take();
    const bool came = wait_for([&] { return gate.queue.is_turn_of(ticket); }, lost,
                               &gate.queue.bell, sleeper_of(ticket)) &&
                      wait_for([&] { return gate.enter(side); }, lost, &gate.bell);
    if (came) {
        gate.queue.leave(ticket);
    }
    return came;
}

bool acquire(const Window& window, int member, bool exclusive) noexcept {
    FairLock& lock = window.control(member).lock;
    const auto lost = [&] { return ended_member(*window.team) >= 0; };
    const uint64_t ticket = lock.take();
    if (exclusive) {
        return wait_for([&] { return lock.is_turn_to_write(ticket); }, lost, &lock.bell,
                        sleeper_of(ticket));
    }
    const bool came = wait_for([&] { return lock.is_turn_to_read(ticket); }, lost, &lock.bell,
                               sleeper_of(ticket));
    if (came) {
        lock.enter_to_read(ticket);
    }
    return came;
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

int check_lock(const Window& window, int type, int member, int asserted) noexcept {
    if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE) {
        return fail(window, MPI_ERR_LOCKTYPE,
                    "MPI_Win_lock: %d is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE", type);
    }
    if ((asserted & ~MPI_MODE_NOCHECK) != 0) {
        return fail(window, MPI_ERR_ASSERT,
                    "MPI_Win_lock: the assert %d is neither 0 nor MPI_MODE_NOCHECK", asserted);
    }
    return check_member(window, member, "MPI_Win_lock");
}

/// Why this process may not lock the member now; null: it may. The guard is held.
const char* why_not_lock(Window& window, int member) noexcept {
    if (window.access == Access::started || window.access == Access::everybody) {
        return "an access epoch of another kind is open on this window";
    }
    return find_lock(window, member) != nullptr ? "this process holds a lock on it already"
                                                : nullptr;
}

bool holds_exclusive(const Window& window) noexcept {
    return std::any_of(window.locks.begin(), window.locks.end(),
                       [](const HeldLock& lock) { return lock.exclusive && !lock.unchecked; });
}

/// Takes what is taken for a lock in the list. @return false when it was lost
bool take_lock(Window& window, const HeldLock& lock, bool is_first) noexcept {
    if (is_first) {
        if (!pass_gate(window, kExclusive)) {
            return false;
        }
        window.is_inside.store(true, std::memory_order_release); // PAIR window.is_inside: in
    } else if (lock.exclusive) { // another thread may be on its way through the gate
        const auto is_inside = [&] {
            return window.is_inside.load(std::memory_order_acquire); // PAIR window.is_inside: wait
        };
        if (!wait_for(is_inside, [&] { return ended_member(*window.team) >= 0; })) {
            return false;
        }
    }
    return acquire(window, lock.rank, lock.exclusive);
}

/// Takes it off the list. The guard is held.
void forget_lock(Window& window, HeldLock& lock) noexcept {
    lock = window.locks.back();
    window.locks.pop_back();
    window.access = window.locks.empty() ? Access::none : Access::locks;
}

int lock_member(Window& window, int type, int member, int asserted) noexcept {
    if (const int status = check_lock(window, type, member, asserted); status != MPI_SUCCESS) {
        return status;
    }
    const HeldLock lock = {member, type == MPI_LOCK_EXCLUSIVE, (asserted & MPI_MODE_NOCHECK) != 0};
    bool is_first = false;
    const char* refusal = nullptr;
    {
        const Guard guard(window);
        refusal = why_not_lock(window, member);
        if (refusal == nullptr) {
            is_first = lock.exclusive && !lock.unchecked && !holds_exclusive(window);
            const size_t room = window.locks.capacity();
            window.locks.push_back(lock);
            tally_memory((window.locks.capacity() - room) * sizeof lock);
            window.access = Access::locks;
        }
    }
    if (refusal != nullptr) {
        return fail(window, MPI_ERR_RMA_SYNC, "MPI_Win_lock: rank %d: %s", member, refusal);
    }
    if (g_is_counting) [[unlikely]] {
        tally_lock(lock, is_first);
    }
    if (lock.unchecked || take_lock(window, lock, is_first)) {
        return MPI_SUCCESS;
    }
    {
        const Guard guard(window);
        if (HeldLock* const held = find_lock(window, member); held != nullptr) {
            forget_lock(window, *held);
        }
    }
    return fail_ended(window, "MPI_Win_lock");
}

int unlock_member(Window& window, int member) noexcept {
    HeldLock lock{};
    bool is_last = false;
    if (const int status = check_member(window, member, "MPI_Win_unlock"); status != MPI_SUCCESS) {
        return status;
    }
    bool is_held = false;
    {
        const Guard guard(window);
        HeldLock* const found = find_lock(window, member);
        is_held = found != nullptr;
        if (is_held) {
            lock = *found;
            forget_lock(window, *found);
            is_last = lock.exclusive && !lock.unchecked && !holds_exclusive(window);
        }
        if (is_last) {
            // relaxed because who finds no lock held does not look at it
            window.is_inside.store(false, std::memory_order_relaxed);
        }
    }
    if (!is_held) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_unlock: this process holds no lock on rank %d", member);
    }
    if (g_is_counting) [[unlikely]] {
        tally_unlock(lock, is_last);
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
    tally_words(ARAUTO_COUNTER_WIN_LOCK_ALL, (asserted & MPI_MODE_NOCHECK) != 0 ? 0 : kGateWords);
    tally(ARAUTO_COUNTER_WIN_LOCK_ALL);
    window.all_unchecked = (asserted & MPI_MODE_NOCHECK) != 0;
    if (!window.all_unchecked && !pass_gate(window, kEverybody)) {
        return fail_ended(window, "MPI_Win_lock_all");
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
    tally(ARAUTO_COUNTER_WIN_UNLOCK_ALL);
    if (!window.all_unchecked) {
        tally_words(ARAUTO_COUNTER_WIN_UNLOCK_ALL, 1);
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
    tally(ARAUTO_COUNTER_WIN_FLUSH);
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
