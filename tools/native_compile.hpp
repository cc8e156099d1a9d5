// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto fc` with gfortran 16 and later, which compile most coarrays by themselves. A program that
// they cannot compile is translated instead, when all of it is in one command: objects of the two
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

/// Runs the first of the two, and the second when that fails. One line says so. When both fail,
/// the user gets the messages of the first.
/// @return the exit status of the one that counts
[[nodiscard]] int compile_or_translate(const NativeCommand& command, RewrittenSources& sources);

/// Reports that the program is translated without a try.
/// @param name  of the compiler
void report_translation(const std::string& name, const std::string& reason);

} // namespace arauto::tools
