// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto fc`, `cc`, `cxx`: the user's compiler with what a program of ours needs, and nothing
// else.
#include "child.hpp"
#include "command.hpp"
#include "compiler_kind.hpp"
#include "compiler_words.hpp"
#include "mpi_compiler.hpp"
#include "rewritten_sources.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <unistd.h>
#include <vector>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto %s [OPTIONS] ARGUMENTS OF THE COMPILER\n"
    "\n"
    "Runs the compiler with what a program of Arauto needs, and nothing else.\n"
    "\n"
    "  --show                 print the command instead of running it\n"
    "  --compiler COMMAND     the compiler to use (default: the variable %s, else %s)\n"
    "  --mpi                  for a program of MPI: its wrapper (default: %s), and libarauto_mpi,\n"
    "                         which serves the program's one-sided calls\n";

constexpr const char* kFortranUsage =
    "  --keep-rewritten DIR   leave there what was compiled in place of sources that use Fortran\n"
    "                         2023's NOTIFY\n"
    "  --translate            write coarrays as plain Fortran first; done without being told "
    "for\n"
    "                         compilers other than gfortran 12 to %d\n"
    "  --keep-translated DIR  leave there what was compiled then\n"
    "  --legacy-collectives   see 'arauto translate --help'\n"
    "\n"
    "Example: arauto fc -O2 hello.f90 -o hello && arauto run -n 4 ./hello\n";

struct Language {
    const char* command; // "fc"
    const char* variable; // names the compiler
    const char* compiler; // without it
    const char* mpi_compiler; // with --mpi
};
constexpr Language kLanguages[] = {{"fc", "ARAUTO_FC", "gfortran", "mpifort"},
                                   {"cc", "ARAUTO_CC", "gcc", "mpicc"},
                                   {"cxx", "ARAUTO_CXX", "g++", "mpicxx"}};

/// The newest major version of gfortran whose coarray calls libcaf_arauto understands.
constexpr int kNewestAbiA = ARAUTO_NEWEST_GFORTRAN;

/// Where the file of module `arauto` lies, below the prefix.
constexpr const char* kModuleFolder = "/lib/arauto/gfortran";

struct Request {
    const Language& language;
    std::vector<std::string> compiler; // may carry words of its own, as in "ccache gfortran"
    Words words;
    std::string kept; // folder for rewritten sources; empty: one that is removed
    bool shows = false;
    bool is_for_mpi = false;
    bool names_compiler = false; // by --compiler
    bool translates = false;
    int version = 0; // of gfortran, when it will call libcaf_arauto
    Words translator_words; // options of the translator
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

/// The last option that says what coarrays become; empty when none does.
std::string coarray_option(const Words& words) {
    const auto last = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) {
        return starts_with(word, "-fcoarray=");
    });
    return last != words.rend() ? *last : "";
}

/// True when the program will call a coarray library.
bool uses_library(const Words& words) {
    const std::string option = coarray_option(words);
    return option.empty() || option == "-fcoarray=lib";
}

bool is_fortran(const Request& request) {
    return std::strcmp(request.language.command, "fc") == 0;
}

/// Options of translated compilation. @return how many words were taken, 0 for others
size_t parse_translated(Arguments arguments, size_t at, Request& request) {
    const std::string word = arguments[at];
    if (word == "--translate") {
        request.translates = true;
        return 1;
    }
    if (word == "--legacy-collectives") {
        request.translator_words.push_back(word);
        return 1;
    }
    if (word == "--keep-translated" && at + 1 < arguments.size()) {
        request.translator_words.push_back(word);
        request.translator_words.emplace_back(arguments[at + 1]);
        return 2;
    }
    return 0;
}

/// True for compilers whose coarrays, if any, call no library of ours.
bool needs_translation(Request& request) {
    const CompilerKind kind = kind_of_compiler(request.compiler);
    if (kind != CompilerKind::gnu) {
        return kind == CompilerKind::other; // its start says that it is missing
    }
    if (!uses_library(request.words) || find_inputs(request.words).empty() ||
        only_preprocesses(request.words)) {
        return false;
    }
    const int version = major_version(request.compiler);
    if (version <= kNewestAbiA) {
        request.version = version;
        return false;
    }
    std::fprintf(stderr,
                 "arauto: fc: '%s' is GNU Fortran %d, whose coarray calls Arauto does not serve "
                 "yet: coarrays are translated first, as with --translate\n",
                 request.compiler[0].c_str(), version);
    return true;
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
            request.names_compiler = true;
        } else if (word == "--mpi") {
            request.is_for_mpi = true;
        } else if (word == "--keep-rewritten" && is_fortran(request)) {
            if (++i == arguments.size() || *arguments[i] == '\0') {
                return complain(kBadUsage, "fc: after --keep-rewritten a folder is missing");
            }
            request.kept = arguments[i];
        } else if (const size_t taken =
                       is_fortran(request) ? parse_translated(arguments, i, request) : 0;
                   taken > 0) {
            i += taken - 1;
        } else {
            request.words.push_back(word);
        }
    }
    return 0;
}

/// True when the program is to need no shared library; the last of such options counts.
bool is_static(const Words& words) {
    const auto last = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) {
        return word == "-static" || word == "-static-pie" || word == "-shared";
    });
    return last != words.rend() && *last != "-shared";
}

/// For a program of archives alone: all of ours, and first, for what they do before the program
/// (constructors run in the order of linking), as shared libraries would.
void add_first_archives(Words& command, const std::string& library_folder, bool with_coarrays) {
    command.push_back("-L" + library_folder);
    command.emplace_back("-Wl,--whole-archive");
    command.emplace_back("-larauto");
    if (with_coarrays) {
        command.emplace_back("-lcaf_arauto");
    }
    command.emplace_back("-Wl,--no-whole-archive");
}

void add_link_words(Words& command, const std::string& library_folder, bool with_coarrays) {
    command.push_back("-L" + library_folder);
    if (with_coarrays) {
        command.emplace_back("-lcaf_arauto");
    }
    command.emplace_back("-larauto");
    command.push_back("-Wl,-rpath," + library_folder);
}

/// @param words  the user's, with rewritten sources in place
Words make_command(const Request& request, const Words& words, bool uses_our_module) {
    const std::string folder = prefix();
    const bool fortran = is_fortran(request);
    Words command = request.compiler;
    if (fortran && coarray_option(request.words).empty()) {
        command.emplace_back("-fcoarray=lib");
    }
    if (!fortran) {
        command.push_back("-I" + folder + "/include");
    }
    const bool needs_library = links(request.words) && (!fortran || uses_library(request.words));
    const bool needs_archives = needs_library && is_static(request.words);
    if (needs_archives) {
        add_first_archives(command, folder + "/lib", fortran);
    }
    command.insert(command.end(), words.begin(), words.end());
    if (uses_our_module) {
        command.push_back("-I" + folder + kModuleFolder);
    }
    if (needs_archives) {
        command.insert(command.end(), {"-lstdc++", "-lm", "-lpthread", "-ldl"});
    } else if (needs_library) {
        add_link_words(command, folder + "/lib", fortran);
    }
    return command;
}

void show(const Words& command) {
    for (size_t i = 0; i < command.size(); ++i) {
        std::printf("%s%s", i > 0 ? " " : "", shell_word(command[i]).c_str());
    }
    std::printf("\n");
}

int execute(const Words& command) {
    std::vector<char*> words;
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    execvp(words[0], words.data());
    return complain(kNotFound, "the compiler '%s' cannot be started: %s", words[0],
                    std::strerror(errno));
}

/// Whether the compiler takes the constructs by itself. Those that libcaf_arauto knows do not.
bool accepts_notify(const Request& request) {
    if (major_version(request.compiler) <= kNewestAbiA) {
        return false;
    }
    std::string command = "printf 'use iso_fortran_env, only: notify_type\\n"
                          "type(notify_type) :: n[*]\\ninteger :: x[*]\\n"
                          "x[1, notify=n] = 1\\nnotify wait (n)\\nend\\n' | ";
    command += shell_command(request.compiler);
    command += " -x f95 -fcoarray=single -fsyntax-only - >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
}

/// When gfortran fails by a fault of its own, translation mostly avoids what has led there.
int run_gfortran(const Request& request, Words command, RewrittenSources& sources) {
    constexpr int kInternalError = 4; // with -pass-exit-codes, else it is 1
    if (find_inputs(request.words).empty()) {
        return execute(command);
    }
    command.insert(command.begin() + static_cast<std::ptrdiff_t>(request.compiler.size()),
                   "-pass-exit-codes");
    int status = 0;
    if (sources.any()) {
        status = sources.run(command);
    } else {
        const EndedChild ended = run_child(command);
        if (ended.signal != 0) {
            end_by(ended.signal);
        }
        status = ended.status;
    }
    if (status != kInternalError) {
        return status;
    }
    return complain(1,
                    "fc: this was an internal error of '%s'; 'arauto fc --translate' writes "
                    "coarrays as plain Fortran first and so mostly avoids it",
                    request.compiler.back().c_str());
}

/// Sources with NOTIFY are rewritten first.
int compile_fortran(const Request& request) {
    RewrittenSources sources;
    const bool is_quiet =
        std::find(request.words.begin(), request.words.end(), "-w") != request.words.end();
    sources.read(request.words, is_quiet ? 0 : request.version);
    if ((sources.any() || !sources.errors().empty()) && accepts_notify(request)) {
        sources.leave();
    }
    for (const std::string& warning : sources.warnings()) {
        std::fprintf(stderr, "%s\n", warning.c_str());
    }
    for (const std::string& error : sources.errors()) {
        std::fprintf(stderr, "%s\n", error.c_str());
    }
    if (!sources.errors().empty()) {
        return 1;
    }
    Words words = request.words;
    if (sources.any() && !uses_library(request.words)) {
        return complain(1, "fc: %s uses NOTIFY, which needs -fcoarray=lib",
                        sources.first_name().c_str());
    }
    if (sources.any()) {
        if (const int status = sources.write(request.kept, request.shows); status != 0) {
            return status;
        }
        words = sources.replace(request.words);
    }
    const Words command = make_command(request, words, sources.use_our_module());
    if (request.shows) {
        show(command);
        return 0;
    }
    return run_gfortran(request, command, sources);
}

int run_or_show(const Request& request, const Words& command) {
    if (request.shows) {
        show(command);
        return 0;
    }
    return execute(command);
}

int complain_of_wrapper(const char* language, const std::string& wrapper) {
    const bool is_there = is_program(wrapper) || !find_program_in_path(wrapper).empty();
    return is_there ? complain(kNotFound,
                               "%s: '%s' finds no mpi.h of an MPI that is known here; --compiler "
                               "names another wrapper",
                               language, wrapper.c_str())
                    : complain(kNotFound,
                               "%s: there is no '%s': install an MPI with its compiler wrappers "
                               "(Debian: libopenmpi-dev or libmpich-dev), build Arauto again, "
                               "which then makes libarauto_mpi, or name a wrapper by --compiler",
                               language, wrapper.c_str());
}

/// Coarrays have no part in a program of MPI: its sources reach the wrapper as they are.
int compile_for_mpi(const Request& request) {
    const Words wrapper =
        request.names_compiler ? request.compiler : Words{request.language.mpi_compiler};
    const std::string folder = prefix();
    Words command = wrapper;
    if (!is_fortran(request)) {
        command.push_back("-I" + folder + "/include");
    }
    command.insert(command.end(), request.words.begin(), request.words.end());
    if (!links(request.words)) {
        return run_or_show(request, command);
    }
    const std::string abi = find_mpi_abi(wrapper);
    if (abi.empty()) {
        return complain_of_wrapper(request.language.command, wrapper[0]);
    }
    const std::string library = folder + "/lib/libarauto_mpi_" + abi + ".so";
    if (access(library.c_str(), R_OK) != 0) {
        return complain(kNotFound,
                        "%s: %s is not there: this Arauto was built where no MPI of that kind was "
                        "installed; build and install it again",
                        request.language.command, library.c_str());
    }
    add_mpi_link_words(command, folder + "/lib", abi);
    return run_or_show(request, command);
}

int run_translator(const Request& request) {
    Words words = request.translator_words;
    if (request.shows) {
        words.emplace_back("--show");
    }
    if (!request.kept.empty()) {
        words.insert(words.end(), {"--keep-translated", request.kept});
    }
    // The compiler gets Fortran without coarrays: with this word it would call a library for them.
    std::copy_if(request.words.begin(), request.words.end(), std::back_inserter(words),
                 [](const std::string& word) { return word != "-fcoarray=lib"; });
    return compile_translated(request.compiler, words);
}

} // namespace

int compile(const std::string& language, Arguments arguments) {
    const Language& known = *std::find_if(std::begin(kLanguages), std::end(kLanguages),
                                          [&](const Language& l) { return language == l.command; });
    const char* chosen = std::getenv(known.variable);
    Request request{known, split(chosen != nullptr && *chosen != '\0' ? chosen : known.compiler),
                    {},    "",
                    false, false,
                    false, false,
                    0,     {}};
    if (!arguments.empty() && std::string(arguments[0]) == "--help") {
        std::printf(kUsage, known.command, known.variable, known.compiler, known.mpi_compiler);
        if (is_fortran(request)) {
            std::printf(kFortranUsage, kNewestAbiA);
        }
        return 0;
    }
    if (const int status = parse(arguments, request); status != 0) {
        return status;
    }
    if (request.compiler.empty()) {
        return complain(kBadUsage, "%s: the compiler's name is empty", known.command);
    }
    if (request.is_for_mpi) {
        return compile_for_mpi(request);
    }
    if (is_fortran(request)) {
        return request.translates || needs_translation(request) ? run_translator(request)
                                                                : compile_fortran(request);
    }
    return run_or_show(request, make_command(request, request.words, false));
}

} // namespace arauto::tools
