// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The time of a thread without gaps: what it did from its first record to its end. A view of a
// trace shows this, so that all views show the same.
#pragma once

#include "trace.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arauto::tools::insight {

enum class Activity : uint8_t { computes, moves, waits, has_ended };

/// A part of a thread's time. It is not empty, and begins where the one before has ended.
struct Stretch {
    double begin = 0;
    double end = 0;
    Activity activity = Activity::computes;
    uint32_t event = 0; // the call that moves or waits; else the one behind
};

/// Whole nanoseconds, as viewers have them.
[[nodiscard]] uint64_t ns_of(double seconds);

/// A file may have any times. These are made to follow each other: none is before 0, behind the end
/// of the trace, or before the one of the call before.
struct CallTimes {
    double begin = 0;
    double end = 0;
};
[[nodiscard]] std::vector<CallTimes> times_of_calls(const Trace& trace, const Thread& thread);

/// Calls that were not timed count as computation: they take less than the clock.
/// @param times  of its calls
[[nodiscard]] std::vector<Stretch> stretches_of(const Trace& trace,
                                                const Image& image,
                                                const Thread& thread,
                                                const std::vector<CallTimes>& times);

} // namespace arauto::tools::insight
