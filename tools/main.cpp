// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto`: finds the subcommand.
#include "command.hpp"

#include "arauto/info.h"

#include <algorithm>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto COMMAND [ARGUMENTS]\n"
    "\n"
    "  run -n N PROGRAM [ARGS]   run a program on N images, of this machine or of --hosts a,b\n"
    "  fc ARGS                   compile coarray Fortran (gfortran and what it needs)\n"
    "  translate FILE...         write coarray Fortran as plain Fortran, for any compiler\n"
    "  cc ARGS, cxx ARGS         compile C or C++ that uses arauto/arauto.h\n"
    "  info                      version, transports, every setting with its default\n"
    "  bench [GROUP]             measure this machine\n"
    "  --version                 print the version\n"
    "\n"
    "'arauto COMMAND --help' tells more. A program compiled with 'arauto fc' also runs by itself:\n"
    "ARAUTO_NUM_IMAGES says on how many images.\n";

constexpr const char* kCommands[] = {"run", "fc", "translate", "cc", "cxx", "info", "bench"};

/// Number of single-letter edits between two words.
size_t distance(const std::string& a, const std::string& b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            row[j] =
                std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

/// What the user may have meant by `word` in place of a command; empty when there is no telling.
std::string meant_by(const std::string& word) {
    const auto ends_in = [&](const char* ending) {
        const size_t length = std::strlen(ending);
        return word.size() > length && word.compare(word.size() - length, length, ending) == 0;
    };
    if (ends_in(".f90") || ends_in(".F90") || ends_in(".f") || ends_in(".F")) {
        return "fc " + word;
    }
    struct stat facts{};
    const bool is_file = stat(word.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
    if (word[0] == '-' || is_file) {
        return "run " + word;
    }
    const char* nearest = *std::min_element(
        std::begin(kCommands), std::end(kCommands),
        [&](const char* a, const char* b) { return distance(word, a) < distance(word, b); });
    return 2 * distance(word, nearest) <= std::strlen(nearest) + 1 ? nearest : "";
}

int unknown(const std::string& word) {
    const std::string meant = meant_by(word);
    const std::string question = meant.empty() ? "" : "; did you mean 'arauto " + meant + "'?";
    return complain(kBadUsage, "there is no command '%s'%s ('arauto --help' lists all)",
                    word.c_str(), question.c_str());
}

int dispatch(const std::string& command, Arguments arguments) {
    if (command == "run") {
        return run(arguments);
    }
    if (command == "fc" || command == "cc" || command == "cxx") {
        return compile(command, arguments);
    }
    if (command == "translate") {
        return translate(arguments);
    }
    if (command == "info") {
        return info(arguments);
    }
    if (command == "bench") {
        return bench(arguments);
    }
    return unknown(command);
}

} // namespace

int complain(int status, const char* format, ...) {
    std::fputs("arauto: ", stderr);
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
    return status;
}

std::string prefix() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    std::string self(path, length > 0 ? static_cast<size_t>(length) : 0);
    for (int up = 0; up < 2; ++up) {
        self.erase(std::min(self.rfind('/'), self.size()));
    }
    return self;
}

int bench(Arguments arguments) {
    const std::string folder = prefix();
    std::string python = folder + "/venv/bin/python"; // has what draws plots
    if (access(python.c_str(), X_OK) != 0) {
        python = "python3";
    }
    const std::string script = folder + "/share/arauto/bench/arauto_bench.py";
    if (access(script.c_str(), R_OK) != 0) {
        return complain(kNotFound, "the benchmarks are not installed: %s is missing",
                        script.c_str());
    }
    setenv("ARAUTO", (folder + "/bin/arauto").c_str(), 1);
    std::string no_bytecode = "-B"; // the installed folder stays as it is
    std::vector<char*> command{python.data(), no_bytecode.data(),
                               const_cast<char*>(script.c_str())};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.push_back(nullptr);
    execvp(python.c_str(), command.data());
    return complain(kNotFound, "%s cannot be started: %s", python.c_str(), std::strerror(errno));
}

} // namespace arauto::tools

int main(int count, char** words) {
    using namespace arauto::tools; // NOLINT: this is their main
    const std::string command = count > 1 ? words[1] : "--help";
    if (command == "--help" || command == "-h" || command == "help") {
        std::fputs(kUsage, count > 1 ? stdout : stderr);
        return count > 1 ? 0 : kBadUsage;
    }
    if (command == "--version") {
        std::printf("arauto %s\n", arauto_version());
        return 0;
    }
    const int status = dispatch(command, Arguments(words + 2, static_cast<size_t>(count - 2)));
    if (std::fflush(stdout) != 0) {
        return complain(std::max(status, 1), "the output cannot be written: %s",
                        std::strerror(errno));
    }
    return status;
}
