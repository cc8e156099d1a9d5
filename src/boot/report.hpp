// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The report of a job's counters, as text and as JSON.
#pragma once

#include "base/counters.hpp"
#include "base/status.hpp"

#include <span>

namespace arauto::boot {

/// As is_wanted() of report_file.hpp.
[[nodiscard]] Result<bool> counters_are_wanted() noexcept;

/// Reports the counts of a job's processes. Once, when it has ended.
/// @param noun  of a process, in the title
void report_counters(std::span<const TallyBlock> blocks, const char* noun) noexcept;

} // namespace arauto::boot
