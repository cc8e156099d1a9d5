// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parts of the `arauto` command. Each takes the arguments after its name and returns the exit
// status.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace arauto::tools {

using Arguments = std::span<char*>;

/// What went wrong with the command itself, as shells have it.
inline constexpr int kBadUsage = 2;
inline constexpr int kNotExecutable = 126;
inline constexpr int kNotFound = 127;

int run(Arguments arguments);
int compile(const std::string& language, Arguments arguments); // "fc", "cc", "cxx"
int info(Arguments arguments);
int bench(Arguments arguments);

/// `arauto translate`: the translator takes our place.
int translate(Arguments arguments);

/// The translator takes our place, translates the sources among `words` and runs the compiler.
int compile_translated(const std::vector<std::string>& compiler,
                       const std::vector<std::string>& words);

/// One sentence on standard error, after "arauto NAME: ".
int complain(int status, const char* format, ...) __attribute__((format(printf, 2, 3)));

[[nodiscard]] bool is_program(const std::string& path);

/// Where a name without a slash stands: in this folder, as a user of mpirun expects, or in PATH.
[[nodiscard]] std::string find_program(const std::string& name);
/// In PATH; empty when it is not there.
[[nodiscard]] std::string find_program_in_path(const std::string& name);

/// What a shell's command prints, the first MiB of it.
[[nodiscard]] std::string output_of(const std::string& command);

/// The folder above the one this command stands in: of the build, or where it is installed.
[[nodiscard]] std::string prefix();

} // namespace arauto::tools
