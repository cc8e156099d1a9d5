// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto fc` with a gfortran that compiles most coarrays by itself. A program that it gets wrong
// or cannot compile is translated instead, when all of it is in one command: objects of the two
// ways cannot be linked with each other.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

class RewrittenSources;

struct NativeCommand {
    std::string name; // of the compiler, for messages
    Words native; // compiles the coarrays as they are
    Words translating; // writes them as plain Fortran first
};

/// Whether a compiler would colour what it says by itself; compile_or_translate takes that to a
/// file first.
[[nodiscard]] bool shows_colours();

/// Runs the first of the two, and the second when that fails. One line says so. When both fail,
/// the user gets the messages of the first.
/// @return the exit status of the one that counts
[[nodiscard]] int compile_or_translate(const NativeCommand& command, RewrittenSources& sources);

/// Translates a program that its compiler gets wrong, and reports that with the reason.
/// @return false, with nothing printed, where it cannot be translated
[[nodiscard]] bool translate_if_possible(const NativeCommand& command,
                                         const std::string& reason,
                                         RewrittenSources& sources);

/// Reports that the program is translated without a try.
/// @param name  of the compiler
void report_translation(const std::string& name, const std::string& reason);

} // namespace arauto::tools
