// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The command `arauto`: finds and runs the subcommand, or the command of another name.
#include "assembler.hpp"
#include "child.hpp"
#include "command.hpp"
#include "python.hpp"

#include "arauto/runtime.h"
#include "base/edits.hpp"

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
    "  check -n N PROGRAM        the same, and find races: accesses that nothing orders\n"
    "  fc ARGS                   compile coarray Fortran (gfortran and what it needs)\n"
    "  translate FILE...         write coarray Fortran as plain Fortran, for any compiler\n"
    "  cc ARGS, cxx ARGS         compile C or C++ that uses arauto/arauto.h\n"
    "  info                      version, transports, every setting with its default\n"
    "  where PID                 where the images of a running job wait\n"
    "  doctor                    what is installed, and how to get what is missing\n"
    "  bench [GROUP]             measure this machine\n"
    "  --version                 print the version\n"
    "\n"
    "'arauto COMMAND --help' prints more. A program compiled with 'arauto fc' also runs by "
    "itself:\n"
    "ARAUTO_NUM_IMAGES says on how many images.\n";

constexpr const char* kCommands[] = {"run", "check", "fc",    "translate", "cc",
                                     "cxx", "info",  "where", "doctor",    "bench"};

/// The command that the user may have meant by `word`; empty when none is similar.
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
        [&](const char* a, const char* b) { return count_edits(word, a) < count_edits(word, b); });
    return 2 * count_edits(word, nearest) <= std::strlen(nearest) + 1 ? nearest : "";
}

int unknown(const std::string& word) {
    const std::string meant = meant_by(word);
    const std::string question = meant.empty() ? "" : "; did you mean 'arauto " + meant + "'?";
    return complain(kBadUsage, "there is no command '%s'%s ('arauto --help' lists all)",
                    word.c_str(), question.c_str());
}

int dispatch(const std::string& name, Arguments arguments);

int run_command(const std::string& command, Arguments arguments) {
    if (command == "--help" || command == "-h" || command == "help") {
        std::fputs(kUsage, stdout);
        return 0;
    }
    if (command == "--version") {
        std::printf("arauto %s\n", arauto_version());
        return 0;
    }
    if (command == "run") {
        return run(arguments);
    }
    if (command == "check") {
        return check(arguments);
    }
    if (command == "fc" || command == "cc" || command == "cxx") {
        return compile(command, arguments);
    }
    if (command == "translate") {
        return translate(arguments);
    }
    if (command == "statements") {
        return statements(arguments);
    }
    if (command == "info") {
        return info(arguments);
    }
    if (command == "where") {
        return where(arguments);
    }
    if (command == "doctor") {
        return doctor(arguments);
    }
    if (command == "bench") {
        return bench(arguments);
    }
    if (command == "caf" || command == "cafrun" || command == "as") {
        return dispatch(command, arguments); // where a package cannot have links
    }
    return unknown(command);
}

/// The name by which the program was called chooses first: links to it are other commands.
int dispatch(const std::string& name, Arguments arguments) {
    if (name == "caf") {
        return caf(arguments);
    }
    if (name == "cafrun") {
        return cafrun(arguments);
    }
    if (name == "as") {
        return assemble(arguments);
    }
    for (const char* language : {"fc", "cc", "cxx"}) { // build systems want a single word
        if (name == std::string("arauto-") + language) {
            return compile(language, arguments);
        }
    }
    if (arguments.empty()) {
        std::fputs(kUsage, stderr);
        return kBadUsage;
    }
    return run_command(arguments[0], arguments.subspan(1));
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

std::string library_folder() {
    const std::string chosen = prefix() + "/" ARAUTO_LIBDIR;
    const bool is_there = access((chosen + "/libarauto.so").c_str(), R_OK) == 0;
    return is_there ? chosen : prefix() + "/lib"; // a build folder has none but this
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
    Words command = python_command(python, script);
    command.insert(command.end(), arguments.begin(), arguments.end());
    return complain(kNotFound, "%s cannot be started: %s", python.c_str(), become(command));
}

} // namespace arauto::tools

int main(int count, char** words) {
    using namespace arauto::tools;
    const std::string name = count > 0 ? words[0] : "";
    const int status = dispatch(name.substr(name.rfind('/') + 1), // npos + 1 is 0
                                Arguments(words, static_cast<size_t>(count)).subspan(count > 0));
    if (std::fflush(stdout) != 0) {
        return complain(std::max(status, 1), "the output cannot be written: %s",
                        std::strerror(errno));
    }
    return status;
}
