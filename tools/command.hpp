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

/// Exit statuses for faults of the command itself, as in shells.
inline constexpr int kBadUsage = 2;
inline constexpr int kNotExecutable = 126;
inline constexpr int kNotFound = 127;

int run(Arguments arguments);
/// `arauto check`: as run(), and races are found.
int check(Arguments arguments);
int compile(const std::string& language, Arguments arguments); // "fc", "cc", "cxx"
/// The compiler for a language that the environment names, or else the usual one. It may carry
/// words of its own.
[[nodiscard]] std::vector<std::string> chosen_compiler(const std::string& language);

/// The commands of OpenCoarrays: this program under the names `caf` and `cafrun`.
int caf(Arguments arguments);
int cafrun(Arguments arguments);

int info(Arguments arguments);
int doctor(Arguments arguments);
int bench(Arguments arguments);
int where(Arguments arguments);

/// `arauto statements`: reads a source for the translator.
int statements(Arguments arguments);

/// `arauto translate`: the translator replaces this process.
int translate(Arguments arguments);

/// The translator replaces this process, translates the sources among `words` and runs the
/// compiler.
int compile_translated(const std::vector<std::string>& compiler,
                       const std::vector<std::string>& words);
/// The command that does so.
[[nodiscard]] std::vector<std::string> translating_command(const std::vector<std::string>& compiler,
                                                           const std::vector<std::string>& words);

/// One sentence on standard error, after "arauto NAME: ".
int complain(int status, const char* format, ...) __attribute__((format(printf, 2, 3)));

[[nodiscard]] bool is_program(const std::string& path);

/// The path of a name without a slash: in this folder, as a user of mpirun expects, or in PATH.
[[nodiscard]] std::string find_program(const std::string& name);
/// In PATH; empty when it is not there.
[[nodiscard]] std::string find_program_in_path(const std::string& name);

/// The contents of a file; empty when it cannot be read.
[[nodiscard]] std::string contents_of(const std::string& path);

/// The output of a shell command, the first MiB of it.
[[nodiscard]] std::string output_of(const std::string& command);

/// The folder above that of this command: of the build, or where it is installed.
[[nodiscard]] std::string prefix();

/// The folder of our libraries below it: lib, or what the packager has chosen, as lib64.
[[nodiscard]] std::string library_folder();

} // namespace arauto::tools
