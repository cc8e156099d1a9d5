// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds installed programs, and reads their output and files.
#include "command.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::tools {

bool is_program(const std::string& path) {
    struct stat facts{};
    return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
           access(path.c_str(), X_OK) == 0;
}

std::string find_program_in_path(const std::string& name) {
    const char* variable = std::getenv("PATH");
    const std::string folders = variable != nullptr ? variable : "";
    for (size_t at = 0; at <= folders.size() && !folders.empty();) {
        const size_t end = std::min(folders.find(':', at), folders.size());
        const std::string path = folders.substr(at, end - at) + "/" + name;
        if (is_program(path)) {
            return path;
        }
        at = end + 1;
    }
    return "";
}

std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return name;
    }
    if (is_program("./" + name)) {
        return "./" + name;
    }
    const std::string path = find_program_in_path(name);
    return path.empty() ? name : path;
}

std::string contents_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string output_of(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    constexpr size_t kMost = size_t{1} << 20; // no program that is asked here says so much
    std::string text;
    char part[512];
    for (size_t got = 1; pipe != nullptr && got > 0 && text.size() < kMost;) {
        got = std::fread(part, 1, sizeof part, pipe.get());
        text.append(part, got);
    }
    return text;
}

} // namespace arauto::tools
