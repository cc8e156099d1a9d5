// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The guardian is the process that the user started. The launcher is its only child, and the images
// are children of the launcher. Guardian and launcher both adopt orphans of their descendants. When
// the launcher is killed (SIGKILL), the kernel kills the images, and the guardian ends the
// processes that these had started. When the guardian is killed, the launcher ends all of them. So
// no process is left running.
#pragma once

#include <sys/types.h>

namespace arauto::boot {

/// Makes the launcher, and returns in it: this process stays behind as its guardian, passes signals
/// on, and ends as the launcher ends.
/// @param signals  of os::open_launcher_signals
/// @return the guardian's process; -1, in the process that called: no other could be made
[[nodiscard]] pid_t leave_guardian(int signals) noexcept;

} // namespace arauto::boot
