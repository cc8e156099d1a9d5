// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The duty thread works for other ranks of the node while no thread of this process waits in this
// library: the program computes, or is in a call of another library. A room or a front-end that
// needs it adds a duty, a function that takes one bounded step. The thread starts with the first
// duty. It sleeps until the next step of a duty is due, or another rank requests one.
//
// A duty never waits for another rank: that would hold up all others.
#pragma once

#include "runtime/thread_presence.hpp"

#include <array>
#include <limits>
#include <mutex>
#include <thread>

namespace arauto::core {

/// One step of a duty.
/// @param is_requested  whether request_duties() was called for this rank since the step before
/// @return ns until the next step; kUntilRequested: none is due without a request
using Duty = int64_t (*)(bool is_requested) noexcept;
inline constexpr int64_t kUntilRequested = std::numeric_limits<int64_t>::max();

/// State. Only duty_thread.cpp looks into the rest of this.
struct Duties {
    std::atomic<int64_t> progress_pause_ns{0}; // of arauto_progress_every; 0: it has no duty
    static constexpr size_t kMax = 4; // of boards, of epochs, of a front-end, of standstills

    std::mutex mutex; // held while a duty is added
    std::array<std::atomic<Duty>, kMax> all{}; // the first null one ends the list
    ThreadPresence presence;
    std::atomic<std::thread::id> thread_id{};
};

/// Adds a duty, unless it is there, and starts the thread. Where the system gives no thread, duties
/// are done by waits alone.
void add_duty(Duty duty) noexcept;

/// Makes the duty thread of a rank of this node, if it has one, take a step of each duty now.
void request_duties(int rank) noexcept;

/// Ends the thread, before destructors free what duties need.
void end_duty_thread() noexcept;

} // namespace arauto::core
