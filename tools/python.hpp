// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs what is written in Python: the translator and the benchmarks.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// The command that runs a script, or a folder with a `__main__.py`. Python keeps what it compiles
/// in the user's cache, where there is one, and writes nothing beside the script.
[[nodiscard]] Words python_command(const std::string& python, const std::string& script);

} // namespace arauto::tools
