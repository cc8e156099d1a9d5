// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The text that tells a user where the time of a traced job went.
#pragma once

#include "findings.hpp"
#include "lines.hpp"
#include "summary.hpp"
#include "trace.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arauto::tools::insight {

/// A trace with all that was found in it.
struct Analysis {
    Trace trace;
    Lines lines;
    std::vector<Finding> findings;

    explicit Analysis(Trace read)
        : trace(std::move(read)), lines(trace), findings(find_causes(trace, lines)) {}
};

struct ReportOptions {
    size_t top = 10; // findings, and rows of the table of lines
    int image = -1; // the index of the only one; negative: all
    std::string line; // "heat.f90:42": the only one; empty: all
};

/// The whole report.
[[nodiscard]] std::string report(const Analysis& analysis, const ReportOptions& options);

/// At most 25 lines, for the end of a run.
/// @param file  of the trace
[[nodiscard]] std::string short_report(const Analysis& analysis, const std::string& file);

inline constexpr std::string_view kJsonStart{"{\"version\": 1, \"noun\": "};

/// All of it for programs. It begins with `kJsonStart`.
[[nodiscard]] std::string json_of(const Analysis& analysis);

} // namespace arauto::tools::insight
