// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The sums of a trace: the time of each image, and the calls of each line.
#pragma once

#include "lines.hpp"
#include "trace.hpp"

#include <vector>

namespace arauto::tools::insight {

/// Seconds of one image, or of several together.
struct Times {
    double all = 0; // from its begin to the end of the last image
    double moved = 0;
    double waited = 0;

    /// Threads of one image may wait at the same time.
    [[nodiscard]] double computed() const {
        return all > moved + waited ? all - moved - waited : 0;
    }
};

/// One operation at one line, of all images.
struct LineSum {
    uint32_t line = 0;
    uint16_t op = 0;
    uint64_t calls = 0;
    uint64_t bytes = 0;
    uint64_t far_calls = 0; // to other nodes
    double seconds = 0; // of calls that were timed
    uint64_t waits = 0;
    uint32_t images = 0; // that call it
};

struct Summary {
    std::vector<Times> images; // as in the trace
    std::vector<LineSum> lines; // the longest first, then those with most calls
    uint64_t records = 0; // in the file
    uint64_t overwritten = 0;
    uint64_t lost = 0; // calls that left neither a record nor a total
    uint64_t unplaced = 0; // calls at a line that is not known, since there was no room

    [[nodiscard]] Times all() const;
};
/// @param image  the only one that counts, by its index in the trace; negative: all do
[[nodiscard]] Summary sum_up(const Trace& trace, const Lines& lines, int image);

} // namespace arauto::tools::insight
