// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For wrong_data: what GCC 12 to 14 get wrong of coarrays whose type has components of variable
// size, of elements of variable length, and of vector subscripts that select a number of elements
// which is not constant (frontends/gfortran/COMPILERS.md).
#pragma once

#include "designator.hpp"
#include "fault.hpp"
#include "fortran_names.hpp"

#include <string_view>
#include <vector>

namespace arauto::tools {

/// The faults of a statement: ALLOCATE, LBOUND and UBOUND of another image's component,
/// CO_BROADCAST, an assignment to an element of deferred length.
/// @param statement  the text without the IF before it
[[nodiscard]] std::vector<Fault>
find_component_faults(std::string_view text, std::string_view statement, const FortranNames& names);

/// The fault of a vector subscript in the target of `target = source`, whose right-hand side is an
/// array of another image and nothing else. Empty texts: there is none.
[[nodiscard]] Fault
find_vector_fault(std::string_view target, std::string_view source, const FortranNames& names);

} // namespace arauto::tools
