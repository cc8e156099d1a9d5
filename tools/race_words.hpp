// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The words by which a compiler makes a program whose loads and stores are checked for races.
#pragma once

#include "compiler_words.hpp"

namespace arauto::tools {

/// Adds them ahead of the user's words, which win.
/// @param command  "fc", for sentences
/// @param has_epochs  operations may use private memory while the program goes on, so that it is
///     to be looked at too: the look stays in a call
/// @return 0, or the exit status after a complaint
[[nodiscard]] int
add_race_words(const char* command, const Words& compiler, bool has_epochs, Words& words);

} // namespace arauto::tools
