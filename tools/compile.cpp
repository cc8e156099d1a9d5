// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto fc`, `cc`, `cxx`: the user's compiler with what a program of ours needs, and nothing
// else.
#include "command.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unistd.h>
#include <vector>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto %s [--show] [--compiler COMMAND] ARGUMENTS OF THE COMPILER\n"
    "\n"
    "  --show               print the command instead of running it\n"
    "  --compiler COMMAND   the compiler to use (default: the variable %s, else %s)\n";

struct Language {
    const char* command; // "fc"
    const char* variable; // names the compiler
    const char* compiler; // without it
};
constexpr Language kLanguages[] = {
    {"fc", "ARAUTO_FC", "gfortran"}, {"cc", "ARAUTO_CC", "gcc"}, {"cxx", "ARAUTO_CXX", "g++"}};

/// The newest major version of gfortran whose coarray calls libcaf_arauto understands.
constexpr int kNewestAbiA = 14;

struct Request {
    const Language& language;
    std::vector<std::string> compiler; // may carry words of its own, as in "ccache gfortran"
    std::vector<std::string> words;
    bool shows = false;
};

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words;
    for (size_t at = text.find_first_not_of(' '); at != std::string::npos;) {
        const size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(' ', end);
    }
    return words;
}

bool starts_with(const std::string& word, const char* start) {
    return word.rfind(start, 0) == 0;
}

/// Options whose argument is the next word, which is then no input.
constexpr const char* kTakesWord[] = {"-o",
                                      "-J",
                                      "-I",
                                      "-L",
                                      "-l",
                                      "-D",
                                      "-U",
                                      "-x",
                                      "-B",
                                      "-T",
                                      "-u",
                                      "-z",
                                      "-include",
                                      "-imacros",
                                      "-iquote",
                                      "-MF",
                                      "-MT",
                                      "-MQ",
                                      "-Xlinker",
                                      "-isystem",
                                      "-idirafter",
                                      "-Xassembler",
                                      "-Xpreprocessor",
                                      "--param"};

/// Options after which nothing is linked, or not into a program.
constexpr const char* kNoLink[] = {"-c", "-S", "-E", "-fsyntax-only", "-M", "-MM", "-r"};

template <size_t Count> bool is_one_of(const std::string& word, const char* const (&list)[Count]) {
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

/// True when the compiler will be asked to link.
bool links(const std::vector<std::string>& words) {
    bool has_input = false;
    for (size_t i = 0; i < words.size(); ++i) {
        if (is_one_of(words[i], kNoLink)) {
            return false;
        }
        if (is_one_of(words[i], kTakesWord)) {
            ++i;
        } else if (words[i] == "-" || !starts_with(words[i], "-")) {
            has_input = true;
        }
    }
    return has_input;
}

/// The last option that says what coarrays become; empty when none does.
std::string coarray_option(const std::vector<std::string>& words) {
    const auto last = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) {
        return starts_with(word, "-fcoarray=");
    });
    return last != words.rend() ? *last : "";
}

/// True when the program will call a coarray library.
bool uses_library(const std::vector<std::string>& words) {
    const std::string option = coarray_option(words);
    return option.empty() || option == "-fcoarray=lib";
}

/// The word as a shell wants it.
std::string shell_word(const std::string& word) {
    const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
        return word;
    }
    std::string quoted = "'";
    for (const char c : word) {
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return quoted + "'";
}

/// Major version of a gfortran; 0 when it does not tell.
int major_version(const std::vector<std::string>& compiler) {
    std::string command;
    for (const std::string& word : compiler) {
        command += shell_word(word) + " ";
    }
    command += "-dumpversion 2>/dev/null";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    int version = 0;
    return pipe != nullptr && std::fscanf(pipe.get(), "%d", &version) == 1 ? version : 0;
}

int parse(Arguments arguments, Request& request) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string word = arguments[i];
        if (word == "--show") {
            request.shows = true;
        } else if (word == "--compiler") {
            if (++i == arguments.size()) {
                return complain(kBadUsage, "%s: after --compiler a command is missing",
                                request.language.command);
            }
            request.compiler = split(arguments[i]);
        } else {
            request.words.push_back(word);
        }
    }
    return 0;
}

void add_link_words(std::vector<std::string>& command,
                    const std::string& library_folder,
                    bool with_coarrays) {
    command.push_back("-L" + library_folder);
    if (with_coarrays) {
        command.emplace_back("-lcaf_arauto");
    }
    command.emplace_back("-larauto");
    command.push_back("-Wl,-rpath," + library_folder);
}

std::vector<std::string> make_command(const Request& request) {
    const std::string folder = prefix();
    const bool is_fortran = std::strcmp(request.language.command, "fc") == 0;
    std::vector<std::string> command = request.compiler;
    if (is_fortran && coarray_option(request.words).empty()) {
        command.emplace_back("-fcoarray=lib");
    }
    if (!is_fortran) {
        command.push_back("-I" + folder + "/include");
    }
    command.insert(command.end(), request.words.begin(), request.words.end());
    if (links(request.words) && (!is_fortran || uses_library(request.words))) {
        add_link_words(command, folder + "/lib", is_fortran);
    }
    return command;
}

int execute(const std::vector<std::string>& command) {
    std::vector<char*> words;
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    execvp(words[0], words.data());
    return complain(kNotFound, "the compiler '%s' cannot be started: %s", words[0],
                    std::strerror(errno));
}

} // namespace

int compile(const std::string& language, Arguments arguments) {
    const Language& known = *std::find_if(std::begin(kLanguages), std::end(kLanguages),
                                          [&](const Language& l) { return language == l.command; });
    if (!arguments.empty() && std::string(arguments[0]) == "--help") {
        std::printf(kUsage, known.command, known.variable, known.compiler);
        return 0;
    }
    const char* chosen = std::getenv(known.variable);
    Request request{
        known, split(chosen != nullptr && *chosen != '\0' ? chosen : known.compiler), {}, false};
    if (const int status = parse(arguments, request); status != 0) {
        return status;
    }
    if (request.compiler.empty()) {
        return complain(kBadUsage, "%s: the compiler's name is empty", known.command);
    }
    if (language == "fc" && uses_library(request.words)) {
        if (const int version = major_version(request.compiler); version > kNewestAbiA) {
            return complain(kBadUsage,
                            "fc: %s is version %d, whose coarray calls this version of Arauto does "
                            "not know; they come with a later one. gfortran 12 to %d work "
                            "(--compiler gfortran-%d)",
                            request.compiler[0].c_str(), version, kNewestAbiA, kNewestAbiA);
        }
    }
    const std::vector<std::string> command = make_command(request);
    if (!request.shows) {
        return execute(command);
    }
    for (size_t i = 0; i < command.size(); ++i) {
        std::printf("%s%s", i > 0 ? " " : "", shell_word(command[i]).c_str());
    }
    std::printf("\n");
    return 0;
}

} // namespace arauto::tools
