// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The text that tells a user where the time of a traced job went.
#pragma once

#include "critical_path.hpp"
#include "findings.hpp"
#include "lines.hpp"
#include "matches.hpp"
#include "operations.hpp"
#include "predictions.hpp"
#include "replay.hpp"
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
    Matches matches;
    std::vector<Finding> findings;
    std::vector<Release> releases;
    std::vector<PathPart> critical_path;
    std::vector<Operations> operations;
    Prediction even; // of a run in which all images compute equally long

    explicit Analysis(Trace read) : trace(std::move(read)), lines(trace) {
        Causes causes = find_causes(trace, lines);
        matches = std::move(causes.matches);
        findings = std::move(causes.findings);
        releases = std::move(causes.releases);
        critical_path = find_critical_path(trace, lines, matches);
        operations = find_operations(trace, lines);
        even = predict(Schedule(trace, lines, matches), findings, operations);
    }
};

struct ReportOptions {
    size_t top = 10; // findings, and rows of the table of lines
    int image = -1; // the index of the only one; negative: all
    std::string line; // "heat.f90:42": the only one; empty: all
};

/// A finding in words.
struct FindingText {
    const Finding* finding;
    std::string place; // where images wait
    std::string statement; // there; empty at the end of the program
    std::string waiters; // "image 3", "images 2 and 4"
    double seconds; // of those that were asked for
    double share; // of all time of these
    std::string sentence; // the cause, and a way to avoid it
};

/// Those that take 1 % of the time, the longest first.
[[nodiscard]] std::vector<FindingText> texts_of(const Analysis& analysis,
                                                const ReportOptions& options);
/// Calls that could be fewer, in words.
struct OperationText {
    const Operations* sum;
    std::string place;
    std::string statement;
    double share; // of all time
    std::string sentence;
};

/// Those that take 1 % of the time, the longest first.
[[nodiscard]] std::vector<OperationText> operation_texts_of(const Analysis& analysis,
                                                            const ReportOptions& options);
/// "computes between heat.f90:40 and heat.f90:42".
[[nodiscard]] std::string activity_of(const PathPart& part, const Lines& lines);
/// The parts of a critical path, a line each.
/// @param trace  to which it belongs
[[nodiscard]] std::string
path_text(const Trace& trace, const Lines& lines, const std::vector<PathPart>& path, size_t most);
/// "Replayed so: 12.40 s -> 9.10 s." with a blank before; empty where it gains less than 1 %.
[[nodiscard]] std::string gain_text(const Prediction& prediction, double measured_s);
/// The limits of what is known, a line each.
[[nodiscard]] std::string remarks_on(const Analysis& analysis);

/// The whole report.
[[nodiscard]] std::string report(const Analysis& analysis, const ReportOptions& options);

/// At most 25 lines, for the end of a run.
/// @param file  of the trace
[[nodiscard]] std::string short_report(const Analysis& analysis, const std::string& file);

/// Parts of the critical path that a report has.
inline constexpr size_t kMostPathParts = 5;

inline constexpr std::string_view kJsonStart{"{\"version\": 1, \"noun\": "};

/// All of it for programs. It begins with `kJsonStart`.
[[nodiscard]] std::string json_of(const Analysis& analysis);

} // namespace arauto::tools::insight
