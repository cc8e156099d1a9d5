// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds out which compiler a command runs, by its output. The name does not show it: `mpifort`
// contains "ifort" and may be gfortran, and a wrapper may have any name.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

enum class CompilerKind {
    missing, // there is no such program
    gnu, // gfortran, or a wrapper around it
    other
};

/// @param compiler  may be a wrapper, and may have words of its own, as in "ccache gfortran"
[[nodiscard]] CompilerKind kind_of_compiler(const Words& compiler);

/// Whether an `other` compiler is clang.
[[nodiscard]] bool is_clang(const Words& compiler);

/// Major version of a gfortran; 0 when its output has none.
[[nodiscard]] int major_version(const Words& compiler);

/// The program that a gfortran calls for a part of its work, such as "as".
[[nodiscard]] std::string program_of(const Words& compiler, const std::string& name);

/// Compilers that call PRIF for coarrays, each by names of its own.
enum class PrifCompiler { none, flang, lfortran };
[[nodiscard]] PrifCompiler prif_compiler(const Words& compiler);

} // namespace arauto::tools
