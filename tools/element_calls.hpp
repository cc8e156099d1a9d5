// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For `arauto fc -flto`: compiles frontends/gfortran/element_calls.c, or element_accessors.c for
// gfortran 15 and later, through which the compiler inlines accesses to single elements of other
// images into the program's own loops.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// Whether a command that links has -flto, so that functions of that file can be inlined.
[[nodiscard]] bool optimises_across_files(const Words& words);

/// The command that makes `object` from a file of this name with the user's compiler, for the
/// processor that the user's words name: GCC inlines no function that was compiled for another.
[[nodiscard]] Words element_calls_command(const Words& compiler,
                                          const Words& words,
                                          const std::string& file,
                                          const std::string& object);

/// Compiles `object`. @return false when this compiler compiles no C; the program works without it
[[nodiscard]] bool make_element_calls(const Words& command, const std::string& object);

} // namespace arauto::tools
