// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The guardian: the process that the user started. The launcher is its only child, and the images
// are children of the launcher. Guardian and launcher both adopt what their descendants leave
// behind, so that a launcher that is killed (SIGKILL) leaves nothing running: the kernel kills the
// images with it, and the guardian ends what these had started. When the guardian is killed, the
// launcher ends all of it.
#pragma once

#include <sys/types.h>

namespace arauto::boot {

/// Makes the launcher, and returns in it: this process stays behind as its guardian, passes signals
/// on, and ends as the launcher ends.
/// @param signals  of os::open_launcher_signals
/// @return the guardian's process; -1, in the process that called: no other could be made
[[nodiscard]] pid_t leave_guardian(int signals) noexcept;

} // namespace arauto::boot
