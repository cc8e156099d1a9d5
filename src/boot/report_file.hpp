// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The file of a counter report. It may replace an earlier report, but no other file, and no link is
// followed.
#pragma once

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

/// In as few writes as the system makes of it, so that the reports of two nodes do not mix.
bool write_all(int descriptor, const std::string& text) noexcept;

} // namespace arauto::boot
