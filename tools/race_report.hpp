// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The text that `arauto check` prints when its job has ended.
#pragma once

#include "boot/check_area.hpp"

#include <string>

namespace arauto::tools {

/// The races with their lines, which takes some milliseconds for each file of the program.
[[nodiscard]] std::string race_report(const boot::CheckArea& area);

} // namespace arauto::tools
