// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What `arauto check` prints when its job has ended.
#pragma once

#include "boot/check_area.hpp"

#include <cstdint>
#include <string>

namespace arauto::tools {

/// How many races are in the memory of the job.
[[nodiscard]] uint32_t count_races(const boot::CheckArea& area);

/// The races with their lines, which takes some milliseconds for each file of the program.
[[nodiscard]] std::string race_report(const boot::CheckArea& area);

} // namespace arauto::tools
