// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See compiler_kind.hpp.
#include "compiler_kind.hpp"

#include "command.hpp"

#include <cstdlib>
#include <string>

namespace arauto::tools {
namespace {

/// The compiler's output for one option. Untranslated, so that words of it can be
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

bool is_clang(const Words& compiler) {
    return is_there(compiler[0]) &&
           answer_to(compiler, "--version").find("clang version") != std::string::npos;
}

PrifCompiler prif_compiler(const Words& compiler) {
    const std::string answer = is_there(compiler[0]) ? answer_to(compiler, "--version") : "";
    return answer.find("flang version") != std::string::npos ? PrifCompiler::flang
           : answer.find("LFortran") != std::string::npos    ? PrifCompiler::lfortran
                                                             : PrifCompiler::none;
}

int major_version(const Words& compiler) {
    return std::atoi(answer_to(compiler, "-dumpversion").c_str());
}

std::string program_of(const Words& compiler, const std::string& name) {
    const std::string answer = answer_to(compiler, ("-print-prog-name=" + name).c_str());
    return answer.substr(0, answer.find('\n'));
}

} // namespace arauto::tools
