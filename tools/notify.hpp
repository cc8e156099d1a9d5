// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Rewrites Fortran 2023's notified access (NOTIFY_TYPE, NOTIFY WAIT, NOTIFY= in an image selector)
// as Fortran 2018 and a call of libcaf_arauto. All other text is unchanged.
#pragma once

#include "fortran_source.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

struct Rewriting {
    std::string text; // empty: there is nothing to rewrite
    std::vector<std::string> errors; // "x.f90:12: error: ...", in the order of the file
};

/// @param name  of the file, for messages and for the line markers that the compiler reads
[[nodiscard]] Rewriting
rewrite_notify(std::string_view source, const Layout& layout, const std::string& name);

struct Included {
    std::string name;
    std::string source_line; // "x.f90:12"
};
/// The files that INCLUDE lines and `#include "..."` name.
[[nodiscard]] std::vector<Included>
included_files(std::string_view source, const Layout& layout, const std::string& name);

/// Whether a USE statement names the module, given in lower case.
[[nodiscard]] bool
uses_module(std::string_view source, const Layout& layout, std::string_view module);

} // namespace arauto::tools
