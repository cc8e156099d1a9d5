// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For wrong_data: what gfortran gets wrong of pointers to coarrays
// (frontends/gfortran/COMPILERS.md).
#pragma once

#include "fault.hpp"
#include "fortran_names.hpp"

#include <string_view>

namespace arauto::tools {

/// The fault of `pointer => coarray`. An empty text: there is none.
/// @param statement  the text without the IF before it
[[nodiscard]] Fault find_pointer_fault(std::string_view statement, const FortranNames& names);

} // namespace arauto::tools
