// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `caf` and `cafrun`, the commands of OpenCoarrays, for makefiles and scripts that call them: their
// options become those of `arauto fc` and `arauto run`.
#include "command.hpp"
#include "compiler_words.hpp"

#include "arauto/runtime.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <unistd.h>

namespace arauto::tools {
namespace {

constexpr const char* kCafUsage =
    "usage: caf [OPTION] ARGUMENTS OF THE COMPILER\n"
    "\n"
    "Compiles coarray Fortran as 'arauto fc' does, whose options it takes as well.\n"
    "\n"
    "  -s, -show, --show             as the first word: print the command instead of running it\n"
    "  -w, --wraps, --wrapping       alone: print the compiler (the variable ARAUTO_FC, else\n"
    "                                gfortran)\n"
    "  -v, -V, --version             alone: print the versions of the compiler and of Arauto\n"
    "  -h, --help                    print this\n"
    "\n"
    "Example: caf -O2 hello.f90 -o hello && cafrun -n 4 ./hello\n";

constexpr const char* kCafrunUsage =
    "usage: cafrun [OPTIONS] PROGRAM [ARGS]\n"
    "\n"
    "Runs a program as 'arauto run' does, and ends with its exit status.\n"
    "\n"
    "  -n N, -np N                   number of images (default: as 'arauto run')\n"
    "  --reenable-auto-cleanup       an image that fails ends the job (ARAUTO_ON_FAILURE=end)\n"
    "  -s, --show                    as the first word: print the command instead of running it\n"
    "  -w, --wraps, --wrapping       alone: print the launcher\n"
    "  -v, -V, --version             alone: print the version\n"
    "  -h, --help                    print this\n"
    "\n"
    "Options of mpirun and mpiexec that name hosts, variables, the folder, or ask for labels have\n"
    "their effect; all others, such as --oversubscribe or --bind-to core, have none.\n";

bool is_one_of(const std::string& word, std::initializer_list<const char*> list) {
    return std::any_of(list.begin(), list.end(), [&](const char* one) { return word == one; });
}

/// Questions about the command itself.
enum class Question { none, help, version, wraps };

/// -v, -w and -V are options of a compiler or launcher too, when there is more.
Question question_in(Arguments arguments) {
    const std::string first = arguments.empty() ? "" : arguments[0];
    if (is_one_of(first, {"-h", "--help"})) {
        return Question::help;
    }
    if (first == "--version" || (arguments.size() == 1 && is_one_of(first, {"-v", "-V"}))) {
        return Question::version;
    }
    const bool asks = arguments.size() == 1 && is_one_of(first, {"-w", "--wraps", "--wrapping"});
    return asks ? Question::wraps : Question::none;
}

bool asks_to_show(Arguments arguments) {
    return !arguments.empty() && is_one_of(arguments[0], {"-s", "-show", "--show"});
}

std::string launcher() {
    return prefix() + "/bin/arauto";
}

/// The words as a command of ours takes them.
int call(int (*command)(Arguments), Words words) {
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr); // as behind the words of main()
    return command(Arguments(pointers.data(), words.size()));
}

/// Prints the version of the compiler first: that is the one a build system wants.
int print_versions(const Words& compiler) {
    const std::string answer =
        output_of(shell_command(compiler) + " --version 2>/dev/null </dev/null");
    std::printf("%s\ncaf of Arauto %s, instead of OpenCoarrays\n",
                answer.substr(0, answer.find('\n')).c_str(), arauto_version());
    return 0;
}

int fc(Arguments arguments) {
    return compile("fc", arguments);
}

/// The translation of an option of mpirun or mpiexec.
enum class Effect { none, images, variable, folder, hosts, host_file, labels, failures };

struct LauncherOption {
    const char* name; // without its hyphens, of which there may be one or two
    int values; // in words of their own
    Effect effect = Effect::none;
};
/// The options that take a value, or have an effect. All others are words that change nothing.
constexpr LauncherOption kLauncherOptions[] = {{"n", 1, Effect::images},
                                               {"np", 1, Effect::images},
                                               {"c", 1, Effect::images},
                                               {"x", 1, Effect::variable},
                                               {"env", 2, Effect::variable},
                                               {"genv", 2, Effect::variable},
                                               {"wd", 1, Effect::folder},
                                               {"wdir", 1, Effect::folder},
                                               {"H", 1, Effect::hosts},
                                               {"host", 1, Effect::hosts},
                                               {"hosts", 1, Effect::hosts},
                                               {"f", 1, Effect::host_file},
                                               {"hostfile", 1, Effect::host_file},
                                               {"machinefile", 1, Effect::host_file},
                                               {"l", 0, Effect::labels},
                                               {"prepend-rank", 0, Effect::labels},
                                               {"tag-output", 0, Effect::labels},
                                               {"reenable-auto-cleanup", 0, Effect::failures},
                                               {"N", 1},
                                               {"am", 1},
                                               {"bind-to", 1},
                                               {"bootstrap", 1},
                                               {"cpu-list", 1},
                                               {"cpu-set", 1},
                                               {"cpus-per-proc", 1},
                                               {"cpus-per-rank", 1},
                                               {"display", 1},
                                               {"envlist", 1},
                                               {"errfile-pattern", 1},
                                               {"genvlist", 1},
                                               {"gmca", 2},
                                               {"iface", 1},
                                               {"launcher", 1},
                                               {"map-by", 1},
                                               {"mca", 2},
                                               {"membind", 1},
                                               {"npernode", 1},
                                               {"npersocket", 1},
                                               {"outfile-pattern", 1},
                                               {"output", 1},
                                               {"output-filename", 1},
                                               {"path", 1},
                                               {"perhost", 1},
                                               {"pmixmca", 2},
                                               {"personality", 1},
                                               {"ppn", 1},
                                               {"prefix", 1},
                                               {"prtemca", 2},
                                               {"rank-by", 1},
                                               {"rankfile", 1},
                                               {"rf", 1},
                                               {"rmk", 1},
                                               {"s", 1},
                                               {"stdin", 1},
                                               {"timeout", 1},
                                               {"tune", 1},
                                               {"usize", 1},
                                               {"with-ft", 1}};

LauncherOption option_called(const std::string& word) {
    const size_t hyphens = std::min<size_t>(word.find_first_not_of('-'), 2);
    const std::string name = word.substr(std::min(hyphens, word.size()));
    const auto* found =
        std::find_if(std::begin(kLauncherOptions), std::end(kLauncherOptions),
                     [&](const LauncherOption& option) { return name == option.name; });
    return found != std::end(kLauncherOptions) ? *found : LauncherOption{"", 0};
}

struct Launch {
    Words options; // of `arauto run`
    Words variables; // NAME=VALUE
    std::string folder; // empty: this one
    Words program; // and its arguments
};

/// @param values  of the option, as many as it takes
void apply(const LauncherOption& option, const Words& values, Launch& launch) {
    switch (option.effect) {
    case Effect::none:
        break;
    case Effect::images:
        launch.options.insert(launch.options.end(), {"-n", values[0]});
        break;
    case Effect::variable:
        if (const std::string text = values.size() == 2 ? values[0] + "=" + values[1] : values[0];
            text.find('=') != text.npos) { // without a value images inherit it, as all others
            launch.variables.push_back(text);
        }
        break;
    case Effect::folder:
        launch.folder = values[0];
        break;
    case Effect::hosts:
        launch.options.insert(launch.options.end(), {"--hosts", values[0]});
        break;
    case Effect::host_file:
        launch.options.insert(launch.options.end(), {"--hostfile", values[0]});
        break;
    case Effect::labels:
        launch.options.emplace_back("--label");
        break;
    case Effect::failures:
        launch.variables.emplace_back("ARAUTO_ON_FAILURE=end");
        break;
    }
}

/// Returns 0, or the exit status after a complaint.
int parse(const Words& words, Launch& launch) {
    size_t at = 0;
    for (; at < words.size() && starts_with(words[at], "-") && words[at] != "--"; ++at) {
        const LauncherOption option = option_called(words[at]);
        const auto count = static_cast<size_t>(option.values);
        if (at + count >= words.size()) {
            return complain(kBadUsage, "cafrun: after %s a value is missing", words[at].c_str());
        }
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(at) + 1;
        apply(option, Words(first, first + option.values), launch);
        at += count;
    }
    launch.program.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    const bool is_several =
        std::find(launch.program.begin(), launch.program.end(), ":") != launch.program.end();
    return is_several ? complain(kBadUsage, "cafrun: ':' makes a job of several programs; here a "
                                            "job has one")
                      : 0;
}

void show(const Launch& launch, const Words& run_words) {
    Words command;
    if (!launch.folder.empty() || !launch.variables.empty()) {
        command.emplace_back("env");
    }
    if (!launch.folder.empty()) {
        command.insert(command.end(), {"-C", launch.folder});
    }
    command.insert(command.end(), launch.variables.begin(), launch.variables.end());
    command.insert(command.end(), {launcher(), "run"});
    command.insert(command.end(), run_words.begin(), run_words.end());
    std::printf("%s\n", shell_command(command).c_str());
}

int start(const Launch& launch, const Words& run_words) {
    for (const std::string& variable : launch.variables) {
        const size_t equals = variable.find('=');
        setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
    }
    if (!launch.folder.empty() && chdir(launch.folder.c_str()) != 0) {
        return complain(kBadUsage, "cafrun: the folder '%s': %s", launch.folder.c_str(),
                        std::strerror(errno));
    }
    return call(run, run_words);
}

} // namespace

int caf(Arguments arguments) {
    const Words compiler = chosen_compiler("fc");
    const bool is_itself = std::any_of(compiler.begin(), compiler.end(), [](const auto& word) {
        return word.substr(word.rfind('/') + 1) == "caf";
    });
    if (is_itself || compiler.empty()) {
        return complain(kBadUsage, "caf: the variable ARAUTO_FC must name the compiler that caf "
                                   "is to run; its value names none, or caf itself");
    }
    switch (question_in(arguments)) {
    case Question::help:
        std::fputs(kCafUsage, stdout);
        return 0;
    case Question::version:
        return print_versions(compiler);
    case Question::wraps: {
        const std::string path = find_program_in_path(compiler[0]);
        std::printf("caf wraps %s\n", path.empty() ? compiler[0].c_str() : path.c_str());
        return 0;
    }
    case Question::none:
        break;
    }
    if (arguments.empty()) {
        std::fputs(kCafUsage, stderr);
        return kBadUsage;
    }
    Words words(arguments.begin(), arguments.end());
    if (asks_to_show(arguments)) {
        words[0] = "--show";
        if (words.size() == 1) {
            words.emplace_back("ARGUMENTS"); // so that what follows them is seen
        }
    }
    return call(fc, words);
}

int cafrun(Arguments arguments) {
    switch (question_in(arguments)) {
    case Question::help:
        std::fputs(kCafrunUsage, stdout);
        return 0;
    case Question::version:
        std::printf("cafrun of Arauto %s, instead of OpenCoarrays\n", arauto_version());
        return 0;
    case Question::wraps:
        std::printf("cafrun wraps %s run\n", launcher().c_str());
        return 0;
    case Question::none:
        break;
    }
    if (arguments.empty()) {
        std::fputs(kCafrunUsage, stderr);
        return kBadUsage;
    }
    const bool shows = asks_to_show(arguments);
    const Arguments rest = arguments.subspan(shows ? 1 : 0);
    Words words(rest.begin(), rest.end());
    if (words.empty()) {
        words = {"-n", "N", "PROGRAM"};
    }
    Launch launch;
    if (const int status = parse(words, launch); status != 0) {
        return status;
    }
    Words run_words = launch.options;
    run_words.insert(run_words.end(), launch.program.begin(), launch.program.end());
    if (shows) {
        show(launch, run_words);
        return 0;
    }
    return start(launch, run_words);
}

} // namespace arauto::tools
