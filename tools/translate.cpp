// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto translate`, and `arauto fc` with compilers that need it: starts the translator, which is
// written in Python.
#include "command.hpp"
#include "compiler_words.hpp"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace arauto::tools {
namespace {

int run_translator(const Words& words) {
    const std::string folder = prefix() + "/share/arauto/translator";
    if (access((folder + "/__main__.py").c_str(), R_OK) != 0) {
        return complain(kNotFound, "the translator is not installed: %s is missing",
                        folder.c_str());
    }
    std::string python = "python3";
    std::string no_bytecode = "-B"; // the installed folder stays as it is
    std::vector<char*> command{python.data(), no_bytecode.data(),
                               const_cast<char*>(folder.c_str())};
    for (const std::string& word : words) {
        command.push_back(const_cast<char*>(word.c_str()));
    }
    command.push_back(nullptr);
    execvp(python.c_str(), command.data());
    return complain(kNotFound, "%s, which the translator needs, cannot be started: %s",
                    python.c_str(), std::strerror(errno));
}

} // namespace

int translate(Arguments arguments) {
    Words words{"translate"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_translator(words);
}

int compile_translated(const Words& compiler, const Words& words) {
    Words all{"fc", "--prefix", prefix(), "--compiler", shell_command(compiler)};
    all.insert(all.end(), words.begin(), words.end());
    return run_translator(all);
}

} // namespace arauto::tools
