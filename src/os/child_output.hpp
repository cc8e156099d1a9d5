// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The output of another program, for errors and reports alone: of the tools that read a program's
// file and come with every linker.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace arauto::os {

/// Runs the first of `tools` that prints something, with `words` behind its name, as a child
/// process with neither standard input nor standard error. Empty when none does. A child that takes
/// more than ten seconds is ended, and what it has printed until then counts.
[[nodiscard]] std::string output_of_first(std::span<const char* const> tools,
                                          const std::vector<std::string>& words);

} // namespace arauto::os
