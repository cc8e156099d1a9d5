// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See mpi_compiler.hpp.
#include "mpi_compiler.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>

namespace arauto::tools {
namespace {

constexpr const char* kQuestion =
    "printf '#include <mpi.h>\\n#if defined(OPEN_MPI)\\narauto_found openmpi "
    "OMPI_MAJOR_VERSION OMPI_MINOR_VERSION OMPI_RELEASE_VERSION\\n"
    "#elif defined(MPICH_NAME)\\narauto_found mpich MPICH_VERSION\\n"
    "#elif defined(MPI_ABI_VERSION)\\narauto_found abi MPI_ABI_VERSION "
    "MPI_ABI_SUBVERSION\\n#endif\\n' | ";

/// "4 1 4" and "\"4.0.2\"" as versions are written.
std::string written_version(std::string text) {
    std::erase(text, '"');
    std::replace(text.begin(), text.end(), ' ', '.');
    return text;
}

} // namespace

MpiOfWrapper find_mpi(const Words& compiler) {
    const std::string question = kQuestion + shell_command(compiler) +
                                 " -x c -E -P - 2>/dev/null"; // wrappers for Fortran can do that
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(question.c_str(), "r"),
                                                               pclose);
    char line[256];
    char abi[16] = "";
    char version[64] = "";
    while (pipe != nullptr && std::fgets(line, sizeof line, pipe.get()) != nullptr) {
        if (std::sscanf(line, "arauto_found %15s %63[^\n]", abi, version) >= 1) {
            return {abi, written_version(version)};
        }
    }
    return {};
}

std::string find_mpi_abi(const Words& compiler) {
    return find_mpi(compiler).abi;
}

void add_mpi_link_words(Words& command, const std::string& library_folder, const std::string& abi) {
    command.emplace_back("-Wl,--no-as-needed");
    command.push_back("-L" + library_folder);
    command.push_back("-larauto_mpi_" + abi);
    command.push_back("-Wl,-rpath," + library_folder);
}

} // namespace arauto::tools
