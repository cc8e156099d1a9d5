// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For wrong_data: what GCC 12 to 14 leave out of a call, so that the library mostly ends the
// program with a sentence (frontends/gfortran/COMPILERS.md).
#pragma once

#include "designator.hpp"
#include "fault.hpp"
#include "fortran_names.hpp"

#include <string_view>
#include <vector>

namespace arauto::tools {

/// The faults of an object of another image.
/// @param is_operand  it is neither all of an assignment's left-hand side nor all of its right-hand
///     side
[[nodiscard]] std::vector<Fault> find_lost_arguments(std::string_view text,
                                                     const Designator& object,
                                                     bool is_operand,
                                                     const FortranNames& names);

/// Whether the length of `source` is lost where it is written to a text of another image.
[[nodiscard]] bool loses_length(std::string_view source, const FortranNames& names);

} // namespace arauto::tools
