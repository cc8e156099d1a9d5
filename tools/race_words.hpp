// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The words by which a compiler makes a program whose loads and stores are checked for races.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// Adds them ahead of the user's words, which win.
/// @return why the program cannot be checked, as a sentence without a subject; empty: it can
[[nodiscard]] std::string add_race_words(const Words& compiler, Words& words);

} // namespace arauto::tools
