// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs a launcher of the system as a child, in a session of its own, so that signals of the
// terminal reach it by this command alone. A signal that ends the job is passed on once the images
// have been asked where they wait: the launcher ends them at once.
#pragma once

#include <string>
#include <vector>

namespace arauto::tools {

struct EndOfLauncher {
    int status; // as waitpid() gives it; negative: no process could be made, and errno says why
    int ends_by; // the last signal that has asked for the end of the job; 0: none
};

/// @param words  of the launcher
/// @param program  that it starts, and its arguments, ended by null
[[nodiscard]] EndOfLauncher run_launcher(const std::vector<std::string>& words, char** program);

} // namespace arauto::tools
