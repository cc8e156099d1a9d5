// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The file of a report. It may replace an earlier report of its kind, but no other file, and no
// link is followed.
#pragma once

#include "base/settings.hpp"
#include "base/status.hpp"

#include <span>
#include <string>
#include <string_view>

namespace arauto::boot {

struct ReportFile {
    std::string name;
    /// Whether the first bytes of a file are those of a report; never asked of an empty one.
    bool (*is_report)(std::string_view first_bytes);
};

/// Asked before there is something to report: afterwards it would be too late. Leaves the file as
/// it is.
/// @return why a report could not be written there, as in "the file x, which ..."; empty: it could
[[nodiscard]] std::string fault_of(const ReportFile& file);

/// All of it or nothing: the nodes of one job may write the same file at the same time.
/// @return why it could not be written, as in "the file x, which ..."; empty: it was
[[nodiscard]] std::string write_report(const ReportFile& file, const std::string& text);
/// The same of bytes that lie in several places.
[[nodiscard]] std::string write_report(const ReportFile& file,
                                       std::span<const std::string_view> parts);

/// A report on a job that has ended, which a setting asks for: off, on, or a file.
struct ReportKind {
    const Setting& setting;
    const char* subject; // as in "the counters are lost"
    bool (*is_report)(std::string_view first_bytes); // as in ReportFile
};

/// Asked by the process that will write the report, before the job.
/// @error ARAUTO_ERR_ARGUMENT when the setting is neither off nor on, nor looks like a file, or
/// when that file cannot be written
[[nodiscard]] Result<bool> is_wanted(const ReportKind& kind) noexcept;

/// The file that the setting names; empty: standard error.
[[nodiscard]] std::string file_of(const ReportKind& kind);
/// The name of a file in which %h is replaced by that of the host.
[[nodiscard]] std::string file_named(std::string name);

/// Writes it there. Once, when the job has ended.
void deliver(const ReportKind& kind, const std::string& text) noexcept;

/// In as few writes as the system makes of it, so that the reports of two nodes do not mix. Where
/// the descriptor does not block, it waits for room until this process is asked to end.
/// @return false with errno
bool write_all(int descriptor, std::string_view text) noexcept;

} // namespace arauto::boot
