// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For `arauto fc`: the files of the modules `arauto`, `arauto_halo` and `opencoarrays`. Those that
// are installed are for the gfortran that the build has found. Another version may refuse them, or
// take their event_type for another type of iso_fortran_env, as 16 does with those of 12. So it
// compiles the sources, which are installed beside them.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// Their names.
inline constexpr const char* kOwnModules[] = {"arauto", "arauto_halo", "opencoarrays"};

/// The folder of the installed files.
[[nodiscard]] std::string installed_modules();

/// Whether a gfortran of this major version reads the installed files as they are meant.
[[nodiscard]] bool reads_installed_modules(int version);

/// The commands that make the module files in `folder`.
[[nodiscard]] std::vector<Words> module_commands(const Words& compiler, const std::string& folder);

/// In a list of what was read, replaces files made in `folder` by the installed sources.
void name_sources_of_modules(std::string& text, const std::string& folder);

/// Replaces each `old` in the text.
void replace_all(std::string& text, const std::string& old, const std::string& other);

} // namespace arauto::tools
