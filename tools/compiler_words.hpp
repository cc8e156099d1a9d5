// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Parses a compiler's command line as far as this command needs: inputs, the output, options that
// take a value.
#pragma once

#include "fortran_source.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace arauto::tools {

using Words = std::vector<std::string>;

[[nodiscard]] bool starts_with(const std::string& word, const char* start);

/// The words between blanks.
[[nodiscard]] Words split(const std::string& text);

/// Which words are no options and no arguments of options.
[[nodiscard]] std::vector<size_t> find_inputs(const Words& words);

/// True when the compiler will be asked to link.
[[nodiscard]] bool links(const Words& words);

/// True when the preprocessor's output is all that is asked for.
[[nodiscard]] bool only_preprocesses(const Words& words);

/// The values of an option that takes them in the same word or as the next one, as -I does.
[[nodiscard]] std::vector<std::string> values_of(const Words& words, const std::string& option);

struct FortranSource {
    size_t index; // of the word
    Layout layout;
};
/// The inputs that gfortran takes for Fortran, and how it will read them.
[[nodiscard]] std::vector<FortranSource> find_fortran_sources(const Words& words);

/// True when no input can be Fortran: build systems give C to this compiler too, and C's compilers
/// warn of options that are Fortran's.
[[nodiscard]] bool reads_only_c(const Words& words);

/// The last option that says what coarrays become; empty when none does.
[[nodiscard]] std::string coarray_option(const Words& words);

/// True when the program will call a coarray library.
[[nodiscard]] bool uses_library(const Words& words);

/// True when the program is to need no shared library; the last of such options counts.
[[nodiscard]] bool is_static(const Words& words);

/// Whether the command compiles a program from Fortran sources alone.
[[nodiscard]] bool is_whole_program(const Words& words);

/// The word as a shell wants it.
[[nodiscard]] std::string shell_word(const std::string& word);

/// The words as a shell wants them, with blanks between.
[[nodiscard]] std::string shell_command(const Words& words);

} // namespace arauto::tools
