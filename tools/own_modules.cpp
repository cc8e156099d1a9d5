// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See own_modules.hpp.
#include "own_modules.hpp"

#include "command.hpp"

#include <utility>

namespace arauto::tools {

namespace {

std::string source_of(const std::string& module) {
    return installed_modules() + "/" + module + ".f90";
}

} // namespace

std::string installed_modules() {
    return library_folder() + "/arauto/gfortran";
}

bool reads_installed_modules(int version) {
    return version == ARAUTO_GFORTRAN_OF_MODULES;
}

std::vector<Words> module_commands(const Words& compiler, const std::string& folder) {
    std::vector<Words> commands;
    for (const std::string module : kOwnModules) {
        Words command = compiler;
        command.insert(command.end(),
                       {"-w", "-fcoarray=lib", "-fsyntax-only", "-J", folder, source_of(module)});
        commands.push_back(std::move(command));
    }
    return commands;
}

void name_sources_of_modules(std::string& text, const std::string& folder) {
    for (const std::string module : kOwnModules) {
        replace_all(text, folder + "/" + module + ".mod", source_of(module));
    }
}

void replace_all(std::string& text, const std::string& old, const std::string& other) {
    for (size_t at = 0; (at = text.find(old, at)) != text.npos; at += other.size()) {
        text.replace(at, old.size(), other);
    }
}

} // namespace arauto::tools
