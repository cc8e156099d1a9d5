// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Asks a compiler what it is. Its name does not tell: `mpifort` contains "ifort" and may be
// gfortran, and a wrapper may have any name.
#pragma once

#include "compiler_words.hpp"

namespace arauto::tools {

enum class CompilerKind {
    missing, // there is no such program
    gnu, // gfortran, or a wrapper around it
    other
};

/// @param compiler  may be a wrapper, and may have words of its own, as in "ccache gfortran"
[[nodiscard]] CompilerKind kind_of_compiler(const Words& compiler);

/// Major version of a gfortran; 0 when it does not tell.
[[nodiscard]] int major_version(const Words& compiler);

} // namespace arauto::tools
