// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The chain of calls and computations that the end of the program has waited for: whatever is
// shorter on it makes the program shorter.
#pragma once

#include "lines.hpp"
#include "matches.hpp"
#include "trace.hpp"

#include <cstdint>
#include <vector>

namespace arauto::tools::insight {

/// The time on the path of one image between two lines, or in the calls of one line.
struct PathPart {
    enum class Kind : uint8_t { computes, moves, waits };
    Kind kind = Kind::computes;
    uint32_t image = 0; // its index
    uint32_t from = 0; // line; of computation before the first call: that of no place
    uint32_t to = 0; // line; of computation behind the last call: that of no place
    double seconds = 0;
};

/// The parts that took longest first. Together they take the time of the trace, less the start of
/// the image that the path begins with.
[[nodiscard]] std::vector<PathPart>
find_critical_path(const Trace& trace, const Lines& lines, const Matches& matches);

} // namespace arauto::tools::insight
