// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See compiler_kind.hpp.
#include "compiler_kind.hpp"

#include "command.hpp"

#include <cstdlib>
#include <string>

namespace arauto::tools {
namespace {

/// What the compiler prints when it is given one option. Untranslated, so that words of it can be
/// looked for.
std::string answer_to(const Words& compiler, const char* option) {
    return output_of("LC_ALL=C " + shell_command(compiler) + " " + option +
                     " 2>/dev/null </dev/null");
}

bool is_there(const std::string& program) {
    return program.find('/') != std::string::npos ? is_program(program)
                                                  : !find_program_in_path(program).empty();
}

} // namespace

CompilerKind kind_of_compiler(const Words& compiler) {
    if (!is_there(compiler[0])) {
        return CompilerKind::missing;
    }
    const std::string answer = answer_to(compiler, "--version");
    // The name of the Fortran driver, and what all drivers of GCC say.
    const bool is_gnu = answer.find("GNU Fortran") != std::string::npos ||
                        answer.find("Free Software Foundation") != std::string::npos;
    return is_gnu ? CompilerKind::gnu : CompilerKind::other;
}

int major_version(const Words& compiler) {
    return std::atoi(answer_to(compiler, "-dumpversion").c_str());
}

} // namespace arauto::tools
