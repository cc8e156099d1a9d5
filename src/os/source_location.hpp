// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The source line of the calls on a program's stack, from the program's debug information. It is
// read by addr2line, which comes with every linker (or by LLVM's or elfutils' of the same kind): a
// child process, for errors and reports alone.
#pragma once

#include "os/program_frames.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::os {

struct SourceLocation {
    std::string path; // of the source; empty without debug information
    int line = 0;
    std::string procedure; // empty: not known, or the main program
    std::string entry; // the library's function that it called; empty: not known
    std::vector<std::string> callers; // as text_of() gives them, the innermost first
};

/// Takes some milliseconds, or some seconds with much debug information; then it is given up.
[[nodiscard]] SourceLocation find_source_location(const ProgramFrames& frames);

/// The lines of single calls, at these offsets in a program's file or a library of its own. `entry`
/// and `callers` stay empty.
[[nodiscard]] std::vector<SourceLocation> find_source_lines(const std::string& module,
                                                            std::span<const uint64_t> offsets);

/// "heat.f90:42 (in step)", "procedure step" without debug information, or nothing.
[[nodiscard]] std::string text_of(const SourceLocation& location);

/// "heat.f90:42 (in step), called from heat.f90:61 (in run), heat.f90:70", or as text_of().
[[nodiscard]] std::string text_with_callers(const SourceLocation& location);

/// A procedure or variable as its source names it, from the name that the compiler gave it.
/// @param path  of the source; empty: not known
[[nodiscard]] std::string name_in_source(std::string name, std::string_view path);

/// The source line without the procedure: "heat.f90:42".
[[nodiscard]] std::string line_of(const SourceLocation& location);

} // namespace arauto::os
