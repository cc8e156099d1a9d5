// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The words by which a compiler links a program with our libraries.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// For a program of shared libraries, behind the user's words.
/// @param coarrays  the library that coarrays call; empty: none
void add_link_words(Words& command, const std::string& library_folder, const std::string& coarrays);

/// For a program of archives alone, ahead of the user's words: all of ours, and first, for what
/// they do before the program (constructors run in the order of linking), as shared libraries
/// would.
void add_first_archives(Words& command,
                        const std::string& library_folder,
                        const std::string& coarrays);

/// For the same, behind the user's words.
void add_last_archives(Words& command);

} // namespace arauto::tools
