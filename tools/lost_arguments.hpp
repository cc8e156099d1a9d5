// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For wrong_data: what GCC 12 to 14 leave out of a call, so that the library mostly ends the
// program with a sentence (frontends/gfortran/COMPILERS.md); and ERRMSG= of collective subroutines,
// which no version up to 16 passes where its length is constant.
#pragma once

#include "designator.hpp"
#include "fault.hpp"
#include "fortran_names.hpp"

#include <string_view>

namespace arauto::tools {

/// The fault of an object of another image. An empty text: there is none.
/// @param is_operand  it is neither all of an assignment's left-hand side nor all of its right-hand
///     side
[[nodiscard]] Fault find_lost_argument(std::string_view text,
                                       const Designator& object,
                                       const Meaning& meaning,
                                       bool is_operand,
                                       const FortranNames& names);

/// Whether the length of `source` is lost where it is written to a text of another image.
[[nodiscard]] bool loses_length(std::string_view source, const FortranNames& names);

/// @param statement  that calls a collective subroutine. An empty text: there is no fault.
[[nodiscard]] Fault find_lost_message(std::string_view statement, const FortranNames& names);

} // namespace arauto::tools
