// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For `arauto fc`: finds statements for which GCC 12 to 16 generate calls with wrong addresses, so
// that the program would crash or silently compute with wrong data
// (frontends/gfortran/COMPILERS.md). Warns only where the text proves enough.
#pragma once

#include "fortran_source.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

/// @param name  of the file, for the warnings
/// @param version  of gfortran, its major number
/// @return "x.f90:12: warning: ...", in the order of the file
[[nodiscard]] std::vector<std::string> find_wrong_data(std::string_view source,
                                                       const Layout& layout,
                                                       const std::string& name,
                                                       int version);

/// Whether the program of a warning does other than it should; else it loses a message alone.
[[nodiscard]] bool changes_results(const std::string& warning);

/// The line and the fault of a warning, without the remedies.
[[nodiscard]] std::string fault_of(const std::string& warning);

} // namespace arauto::tools
