// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The report of a job's profile.
#pragma once

#include "base/naming.hpp"
#include "base/status.hpp"
#include "boot/profile.hpp"

#include <span>

namespace arauto::boot {

/// As is_wanted() of report_file.hpp.
[[nodiscard]] Result<bool> profile_is_wanted() noexcept;

/// Reports the profile of a job's processes, of which each has its block. Once, when it has ended.
/// Takes as long as it takes to read the program's debug information.
/// @param naming  of the processes
void report_profile(std::span<const ProfileBlock> blocks, Naming naming) noexcept;

} // namespace arauto::boot
