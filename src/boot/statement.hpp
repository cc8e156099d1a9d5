// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The statement in which a program has called the runtime, in the words of its language.
#pragma once

#include "os/source_location.hpp"

#include <span>
#include <string>
#include <string_view>

namespace arauto::boot {

/// "sync all", "event wait (came)", "MPI_Win_fence"; empty when it is not known. The words in
/// parentheses come from the source, where that can be read.
[[nodiscard]] std::string statement_at(const os::SourceLocation& location);

/// "sync all, heat.f90:42 (in step)", "a wait, procedure step", "a wait".
[[nodiscard]] std::string statement_and_place(const os::SourceLocation& location);

/// The statement by the name of the library's function alone, without reading the source.
[[nodiscard]] std::string statement_of_entry(std::string_view entry);

/// A statement that is known: as the first of `others` that is in the line of its source, or as the
/// function of C that the line calls, else as `usual`; with its arguments.
[[nodiscard]] std::string statement_named(const char* usual,
                                          std::span<const char* const> others,
                                          const os::SourceLocation& location);

/// `statement` with the arguments in parentheses that follow it in a line of source; the statement
/// alone when it is not there.
[[nodiscard]] std::string with_arguments(const std::string& statement, const std::string& line);

} // namespace arauto::boot
