// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto translate`, and `arauto fc` with compilers that need translation: starts the translator,
// which is written in Python.
#include "child.hpp"
#include "command.hpp"
#include "compiler_words.hpp"
#include "python.hpp"

#include <cstdlib>
#include <unistd.h>

namespace arauto::tools {
namespace {

/// The translator has this command read the sources.
void set_reader() {
    setenv("ARAUTO", (prefix() + "/bin/arauto").c_str(), 1);
}

std::string folder_of_translator() {
    return prefix() + "/share/arauto/translator";
}

/// @param words  the translator's
Words make_command(const Words& words) {
    Words command = python_command("python3", folder_of_translator());
    command.insert(command.end(), words.begin(), words.end());
    return command;
}

int run_translator(const Words& words) {
    const std::string folder = folder_of_translator();
    if (access((folder + "/__main__.py").c_str(), R_OK) != 0) {
        return complain(kNotFound, "the translator is not installed: %s is missing",
                        folder.c_str());
    }
    set_reader();
    const Words command = make_command(words);
    return complain(kNotFound, "%s, which the translator needs, cannot be started: %s",
                    command[0].c_str(), become(command));
}

Words words_of_compiler(const Words& compiler, const Words& words) {
    Words all{"fc",
              "--prefix",
              prefix(),
              "--libraries",
              library_folder(),
              "--compiler",
              shell_command(compiler)};
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

} // namespace

int translate(Arguments arguments) {
    Words words{"translate"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_translator(words);
}

Words translating_command(const Words& compiler, const Words& words) {
    set_reader();
    return make_command(words_of_compiler(compiler, words));
}

int compile_translated(const Words& compiler, const Words& words) {
    return run_translator(words_of_compiler(compiler, words));
}

} // namespace arauto::tools
