// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of a thread of the program, for all modules. It is one object in one place, so that a
// call finds all of it by one offset from the thread's pointer.
#pragma once

#include "mpi.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::mpi {

struct Layout;
struct Notices;

/// A datatype that the thread has used (layout_cache.cpp).
struct RecentLayout {
    MPI_Datatype type;
    uint64_t generation; // 0: unused
    const Layout* layout;
};
inline constexpr size_t kRecentLayouts = 8;

/// The window with notices that the thread used last; valid while no notices have ended
/// (notices.cpp). Finding the window by its handle took 4 of the 52 ns of a counted put, its
/// threshold and a reset.
struct RecentNotices {
    uint64_t key = 0; // of the window's handle
    uint64_t ended = 0; // how many notices had ended then
    Notices* notices = nullptr;
};

inline constexpr unsigned kCallsBetween = 256;
inline constexpr unsigned kNoCallYet = kCallsBetween + 1;

struct ThreadState {
    /// How many calls are left until let_mpi_work_at_times() makes progress; kNoCallYet in a thread
    /// that has not been in a call which may wait, as the runtime's own.
    unsigned calls_left = kNoCallYet;
    /// How many locks on accumulates the thread holds or waits for. A waiting thread makes
    /// progress, and in doing so may come to a recorded operation that needs such a lock too. That
    /// operation must not wait behind this thread's own ticket.
    int accumulate_locks = 0;
    unsigned vain_tests = 0; // tests of requests that found nothing; see rest_for_tests()
    RecentNotices recent_notices;
    RecentLayout recent_layouts[kRecentLayouts]{};

    /// Whether the thread is one of the program's that calls the MPI.
    [[nodiscard]] bool has_called() const noexcept { return calls_left != kNoCallYet; }
    /// To be called ahead of a wait that no let_mpi_work_at_times() precedes.
    void note_call() noexcept { calls_left = has_called() ? calls_left : kCallsBetween; }
};

/// `constinit` here lets callers access it without a function that would initialise it first, and
/// the model lets them find it without a call of the loader's.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local ThreadState t_state;

} // namespace arauto::mpi
