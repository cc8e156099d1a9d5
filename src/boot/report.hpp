// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The report of a job's counters, as text and as JSON.
#pragma once

#include "base/counters.hpp"
#include "base/status.hpp"

#include <span>

namespace arauto::boot {

/// Asked by the process that will write the report, before the job.
/// @error ARAUTO_ERR_ARGUMENT when the setting is neither off nor on, nor looks like a file, or
/// when that file cannot be written
[[nodiscard]] Result<bool> counters_are_wanted() noexcept;

/// Writes the counts of a job's processes to the file of the setting. Once, when it has
/// ended.
/// @param noun  of a process, in the title
void report_counters(std::span<const TallyBlock> blocks, const char* noun) noexcept;

} // namespace arauto::boot
