// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Why images have waited: sums of the waits that were matched.
#pragma once

#include "edit.hpp"
#include "lines.hpp"
#include "matches.hpp"
#include "trace.hpp"

#include <cstdint>
#include <vector>

namespace arauto::tools::insight {

/// Findings that take less of the time of all images are left out.
inline constexpr double kLeastShare = 0.01;

/// The activity, meanwhile, of the image that was waited for; in seconds.
struct Meanwhile {
    double computed = 0;
    double moved = 0;
    double waited = 0;
    // The longest stretch of computation, between two lines; and the line of the longest wait.
    uint32_t from = 0;
    uint32_t to = 0;
    double longest = 0;
    uint32_t waits_at = 0;
    double longest_wait = 0;

    void add(const Meanwhile& other);
};

struct Finding {
    Pattern pattern = Pattern::unmatched;
    uint32_t line = 0; // where images wait
    uint16_t op = 0;
    uint32_t culprit = 0; // rank that is waited for
    uint32_t culprit_line = 0; // of its call
    double seconds = 0; // of all waits
    uint64_t waits = 0;
    uint64_t ended = 0; // of these, how many did not go on for another image
    uint64_t updates = 0; // of these: for a lock whose holder only put back a number
    std::vector<double> by_image; // the same, of the image with this index in the trace
    Meanwhile meanwhile;
    Prediction prediction; // of the change that it suggests

    /// Whether a lock is for a number alone, most of the time.
    [[nodiscard]] bool is_of_updates() const { return 2 * updates > waits; }
};

/// A wait and the call of another image that has ended it.
struct Release {
    Where waiter;
    Where releaser; // the post behind a notified put, not the put
    double from = 0; // the wait has begun
    double until = 0; // that call has begun, or the wait has ended if that was before
};

struct Causes {
    Matches matches;
    std::vector<Finding> findings; // those that took longest first; at the end of the program
                                   // waits have no line
    std::vector<Release> releases; // of all waits whose culprit is known
};

[[nodiscard]] Causes find_causes(const Trace& trace, const Lines& lines);

} // namespace arauto::tools::insight
