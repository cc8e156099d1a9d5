// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The text that `arauto check` prints when its job has ended, and the same for programs.
#pragma once

#include "boot/check_area.hpp"

#include <string>
#include <vector>

namespace arauto::tools {

/// Where races are written to besides, and which of them are not told.
struct RaceOutput {
    std::string json_file; // empty: none
    std::vector<std::string> suppressed; // "heat.f90:29" of either access, or the name of an object
};

/// The lines of a file that suppresses races, without remarks (#) and blanks around them.
/// @return false: it cannot be read
[[nodiscard]] bool read_suppressions(const std::string& file, std::vector<std::string>& lines);

/// Prints the races with their lines on standard error, which takes some milliseconds for each file
/// of the program, and writes the file for programs where one is asked for.
/// @param has_broken_off  the job has not ended by itself
/// @return whether there are races that are not suppressed
[[nodiscard]] bool
print_races(const boot::CheckArea& area, bool has_broken_off, const RaceOutput& output);

} // namespace arauto::tools
