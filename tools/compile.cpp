// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto fc`, `cc`, `cxx`: run the user's compiler as a program of Arauto needs it; `fc` decides
// first: native, by PRIF (is_done_by_prif) or translated (needs_translation, may_translate_instead)
#include "assembler.hpp"
#include "child.hpp"
#include "command.hpp"
#include "compile_usage.hpp"
#include "compiler_kind.hpp"
#include "compiler_words.hpp"
#include "element_calls.hpp"
#include "link_words.hpp"
#include "mixed_objects.hpp"
#include "mpi_compiler.hpp"
#include "native_compile.hpp"
#include "own_modules.hpp"
#include "prif_compile.hpp"
#include "race_words.hpp"
#include "rewritten_sources.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <unistd.h>
#include <vector>

namespace arauto::tools {
namespace {

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

/// Takes its own image's value for `y[m]` in `x[n] = y[m] + 1`.
constexpr int kLosesReads = 15;

/// The newest that Arauto is tested with.
constexpr int kNewestTested = 16;

struct Request {
    const Language& language;
    std::vector<std::string> compiler; // may carry words of its own, as in "ccache gfortran"
    Words words{};
    std::string kept{}; // folder for rewritten sources; empty: one that is removed
    bool shows = false;
    bool is_for_mpi = false;
    bool names_compiler = false; // by --compiler
    bool translates = false;
    bool is_native = false; // by --native
    bool is_debugged = false; // by --debug
    bool is_checked = false; // by --check=race
    int version = 0; // of gfortran, when it will call a library of ours
    std::string library = "caf_arauto"; // that coarrays call
    Words translator_words{}; // options of the translator
};

/// `command` is one of kLanguages.
const Language& language_of(const std::string& command) {
    return *std::find_if(std::begin(kLanguages), std::end(kLanguages),
                         [&](const Language& l) { return command == l.command; });
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
    if (word == "--native") {
        request.is_native = true;
        return 1;
    }
    if (word == "--debug") {
        request.is_debugged = true;
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

/// Ahead of the user's words, which win.
void add_debug_words(Request& request) {
    const bool is_wrapper = request.is_for_mpi && !request.names_compiler;
    Words words{"-g"};
    if (kind_of_compiler(is_wrapper ? Words{request.language.mpi_compiler} : request.compiler) ==
        CompilerKind::gnu) {
        // A temporary array is no fault, and translation makes some.
        words.insert(words.end(), {"-fcheck=all,no-array-temps", "-fbacktrace"});
    }
    request.words.insert(request.words.begin(), words.begin(), words.end());
    request.translator_words.emplace_back("--check-subscripts");
}

/// True for compilers whose coarrays, if any, call no library of ours.
bool needs_translation(Request& request) {
    const CompilerKind kind = kind_of_compiler(request.compiler);
    if (kind != CompilerKind::gnu) {
        return kind == CompilerKind::other; // its start says that it is missing
    }
    if (!uses_library(request.words) || find_inputs(request.words).empty() ||
        reads_only_c(request.words) || only_preprocesses(request.words)) {
        return false;
    }
    request.version = major_version(request.compiler);
    request.library = library_for(request.version);
    if (request.version != kLosesReads || request.is_native) {
        return false;
    }
    std::fprintf(stderr,
                 "arauto: fc: '%s' is GNU Fortran %d, which loses reads from other images within "
                 "writes: coarrays are translated first, as with --translate; --native leaves them "
                 "to the compiler\n",
                 request.compiler[0].c_str(), kLosesReads);
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
        } else if (word == "--check=race") {
            request.is_checked = true;
        } else if (word.starts_with("--check")) {
            return complain(kBadUsage, "%s: '%s' is not known: --check=race is the only check",
                            request.language.command, word.c_str());
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
            // GCC 16's option for its own library, which ours replaces.
            const bool is_shared = is_fortran(request) && word == "-fcoarray=shared";
            request.words.push_back(is_shared ? "-fcoarray=lib" : word);
        }
    }
    return 0;
}

/// Whether the compiler leaves out variables that our assembler adds.
bool needs_assembler(const Request& request) {
    return request.version > kNewestAbiA && !find_fortran_sources(request.words).empty();
}

/// @param words  the user's, with rewritten sources in place
/// @param modules  the folder of our modules; empty: the sources use none
Words make_command(const Request& request, const Words& words, const std::string& modules) {
    const std::string folder = prefix();
    const bool fortran = is_fortran(request);
    Words command = request.compiler;
    if (fortran && coarray_option(request.words).empty() && !reads_only_c(request.words)) {
        command.emplace_back("-fcoarray=lib");
    }
    if (request.version > kNewestAbiA) {
        // An image's memory outside its heap then has other addresses than that of other images, so
        // that accessors may follow pointers to it. The user's words come later, and win.
        command.insert(command.end(), {"-fPIE", "-pie"});
    }
    if (!fortran) {
        command.push_back("-I" + folder + "/include");
    }
    const bool needs_library = links(request.words) && (!fortran || uses_library(request.words));
    const bool needs_archives = needs_library && is_static(request.words);
    if (needs_assembler(request)) {
        command.push_back("-B" + library_folder() + kAssemblerFolder);
    }
    const std::string coarrays = fortran ? request.library : "";
    if (needs_archives) {
        add_first_archives(command, library_folder(), coarrays);
    }
    // Our assembler reads files.
    std::copy_if(words.begin(), words.end(), std::back_inserter(command),
                 [&](const auto& word) { return word != "-pipe" || !needs_assembler(request); });
    if (!modules.empty()) {
        command.push_back("-I" + modules);
    }
    if (needs_archives) {
        add_last_archives(command);
    } else if (needs_library) {
        add_link_words(command, library_folder(), coarrays);
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
    const char* const reason = become(command);
    return complain(kNotFound, "the compiler '%s' cannot be started: %s", command[0].c_str(),
                    reason);
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

/// Before a program is linked. Returns 0, or the exit status after a complaint.
int check_link(const Request& request) {
    if (request.version == 0 || !links(request.words)) {
        return 0;
    }
    if (request.version > kNewestTested) {
        std::fprintf(stderr,
                     "arauto: fc: '%s' is GNU Fortran %d, which Arauto has not been tested with: "
                     "its coarrays call lib%s, as those of version %d do\n",
                     request.compiler[0].c_str(), request.version, request.library.c_str(),
                     kNewestTested);
    }
    const std::string mixed = find_mixed_object(request.words, request.version);
    if (!mixed.empty()) {
        return complain(1, "fc: %s", mixed.c_str());
    }
    const std::string translated = find_translated_object(request.words);
    return translated.empty() ? 0
                              : complain(1,
                                         "fc: %s has translated coarrays, and is to be linked as "
                                         "a program whose coarrays gfortran compiles: give "
                                         "--translate here too, and for all other files",
                                         translated.c_str());
}

/// With -flto: adds the object through which accesses of single elements are inlined. Programs work
/// without it.
void add_element_calls(const Request& request, RewrittenSources& sources, Words& words) {
    if (request.version == 0 || !links(request.words) || is_static(request.words) ||
        !optimises_across_files(request.words)) {
        return;
    }
    const std::string folder = request.shows ? "." : sources.own_folder();
    const std::string object = folder + "/arauto_element_calls.o";
    const char* const file =
        request.version <= kNewestAbiA ? "element_calls.c" : "element_accessors.c";
    const Words command = element_calls_command(request.compiler, request.words, file, object);
    if (request.shows) {
        show(command);
    } else if (folder.empty() || !make_element_calls(command, object)) {
        std::fprintf(stderr,
                     "arauto: fc: '%s' compiles no C, which -flto needs to inline accesses of "
                     "single elements of other images: they stay calls\n",
                     shell_command(request.compiler).c_str());
        return;
    }
    words.push_back(object);
}

/// The translator's words, and the compiler's.
Words words_of_translator(const Request& request) {
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
    return words;
}

int run_translator(const Request& request) {
    const std::string native = links(request.words) ? find_native_object(request.words) : "";
    if (!native.empty()) {
        return complain(1,
                        "fc: %s has coarrays as gfortran compiles them, and is to be linked as a "
                        "translated program: compile it with --translate, and all other files",
                        native.c_str());
    }
    return compile_translated(request.compiler, words_of_translator(request));
}

/// Whether the user has left the choice to this command, which sees all of the program.
bool may_translate_instead(const Request& request) {
    return request.version > 0 && !request.is_native && is_whole_program(request.words) &&
           !is_static(request.words);
}

/// Translates the program, which this gfortran would get wrong. @return false, with nothing
/// printed, where gfortran up to 14 is to compile it after all, since it cannot be translated
bool is_translated(const Request& request,
                   const std::string& reason,
                   RewrittenSources& sources,
                   int& status) {
    const std::string& name = request.compiler.back();
    if (request.version > kNewestAbiA || request.shows) {
        report_translation(name, reason);
        status = run_translator(request);
        return true;
    }
    const Words command = translating_command(request.compiler, words_of_translator(request));
    return translate_if_possible({name, {}, command}, reason, sources);
}

/// Where gfortran fails, translates what can be translated. Where it fails by a fault of its own
/// and that was not tried, says that translation mostly avoids what has led there.
int run_gfortran(const Request& request, Words command, RewrittenSources& sources) {
    constexpr int kInternalError = 4; // with -pass-exit-codes, else it is 1
    if (find_inputs(request.words).empty()) {
        return execute(command);
    }
    const auto options = command.begin() + static_cast<std::ptrdiff_t>(request.compiler.size());
    const bool may_translate = may_translate_instead(request) && sources.may_have_coarrays();
    Words own{"-pass-exit-codes"};
    if (may_translate && shows_colours()) {
        own.emplace_back("-fdiagnostics-color=always"); // its messages come by way of a file
    }
    command.insert(options, own.begin(), own.end());
    int status = 0;
    if (may_translate) {
        status = compile_or_translate(
            {request.compiler.back(), command,
             translating_command(request.compiler, words_of_translator(request))},
            sources);
    } else if (sources.has_own_folder() || sources.any()) {
        status = sources.run(command);
    } else {
        const EndedChild ended = run_child(command);
        if (ended.signal != 0) {
            end_by(ended.signal);
        }
        status = ended.status;
    }
    if (status != kInternalError || may_translate) {
        return status;
    }
    return complain(1,
                    "fc: this was an internal error of '%s'; 'arauto fc --translate' writes "
                    "coarrays as plain Fortran first and so mostly avoids it; give it for all "
                    "files of the program, since objects of the two ways cannot be linked with "
                    "each other",
                    request.compiler.back().c_str());
}

/// The folder of our modules for this compiler; empty where the sources use none, or where none
/// could be made: then the compiler says so.
std::string find_modules(const Request& request, RewrittenSources& sources) {
    if (!sources.use_our_module()) {
        return "";
    }
    if (request.version == 0 || reads_installed_modules(request.version)) {
        return installed_modules();
    }
    const std::string folder = request.shows ? "." : sources.own_folder();
    for (const Words& command : module_commands(request.compiler, folder)) {
        if (request.shows) {
            show(command);
        } else if (folder.empty() || run_child(command).status != 0) {
            return "";
        }
    }
    return folder;
}

bool is_quiet(const Request& request) {
    return std::find(request.words.begin(), request.words.end(), "-w") != request.words.end();
}

/// Sources with NOTIFY are rewritten first.
int compile_fortran(const Request& request) {
    if (const int status = check_link(request); status != 0) {
        return status;
    }
    RewrittenSources sources;
    sources.read(request.words, request.version);
    if (may_translate_instead(request)) {
        const std::string reason = sources.reason_to_translate();
        if (int status = 0; !reason.empty() && is_translated(request, reason, sources, status)) {
            return status;
        }
    }
    if ((sources.any() || !sources.errors().empty()) && accepts_notify(request)) {
        sources.leave();
    }
    for (const std::string& warning : sources.warnings()) {
        if (!is_quiet(request)) {
            std::fprintf(stderr, "%s\n", warning.c_str());
        }
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
    add_element_calls(request, sources, words);
    const Words command = make_command(request, words, find_modules(request, sources));
    if (request.shows) {
        show(command);
        return 0;
    }
    if (needs_assembler(request)) {
        const std::string real = program_of(request.compiler, "as");
        setenv(kAssemblerVariable,
               (real.find('/') != real.npos ? real : find_program_in_path(real)).c_str(), 1);
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

Words mpi_wrapper(const Request& request) {
    return request.names_compiler ? request.compiler : Words{request.language.mpi_compiler};
}

/// Coarrays have no part in a program of MPI: its sources reach the wrapper as they are.
int compile_for_mpi(const Request& request) {
    const Words wrapper = mpi_wrapper(request);
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
    const std::string library = library_folder() + "/libarauto_mpi_" + abi + ".so";
    if (access(library.c_str(), R_OK) != 0) {
        return complain(kNotFound,
                        "%s: %s is not there: this Arauto was built where no MPI of that kind was "
                        "installed; build and install it again",
                        request.language.command, library.c_str());
    }
    add_mpi_link_words(command, library_folder(), abi);
    if (request.is_checked) { // its loads and stores call the runtime
        command.emplace_back("-larauto");
    }
    return run_or_show(request, command);
}

/// A user who links with `arauto fc` expects images. With an option of another build file they
/// would get programs that do not know of each other, without a word.
void warn_of_single_image(const Request& request) {
    const std::string option = coarray_option(request.words);
    const bool is_single = option == "-fcoarray=single" || option == "-fcoarray=none";
    if (is_single && !request.shows && !is_quiet(request) && links(request.words)) {
        std::fprintf(stderr,
                     "arauto: fc: with %s the program is a single image, however many are started; "
                     "without this option its images communicate\n",
                     option.c_str());
    }
}

/// False where the program is to be compiled in another way. LFortran has no other.
bool is_done_by_prif(const Request& request, int& status) {
    const bool is_other = kind_of_compiler(request.compiler) == CompilerKind::other;
    const PrifCompiler kind = is_other ? prif_compiler(request.compiler) : PrifCompiler::none;
    const bool is_wanted = request.is_native || kind == PrifCompiler::lfortran;
    if (request.translates || kind == PrifCompiler::none || !is_wanted) {
        return false;
    }
    const PrifOutcome outcome =
        compile_by_prif({kind, request.compiler, request.words, request.shows});
    status = outcome.status;
    return !outcome.is_left_to_translator;
}

} // namespace

std::vector<std::string> chosen_compiler(const std::string& language) {
    const Language& known = language_of(language);
    const char* chosen = std::getenv(known.variable);
    return split(chosen != nullptr && *chosen != '\0' ? chosen : known.compiler);
}

int compile(const std::string& language, Arguments arguments) {
    const Language& known = language_of(language);
    Request request{.language = known, .compiler = chosen_compiler(language)};
    if (!arguments.empty() && std::string(arguments[0]) == "--help") {
        std::printf(kCompileUsage, known.command, known.variable, known.compiler,
                    known.mpi_compiler);
        if (is_fortran(request)) {
            std::printf(kFortranUsage, kLosesReads);
        }
        return 0;
    }
    if (const int status = parse(arguments, request); status != 0) {
        return status;
    }
    if (request.compiler.empty()) {
        return complain(kBadUsage, "%s: the compiler's name is empty", known.command);
    }
    if (request.is_debugged) {
        add_debug_words(request);
    }
    if (request.is_checked) {
        const Words compiler = request.is_for_mpi ? mpi_wrapper(request) : request.compiler;
        const bool has_epochs = request.is_for_mpi || !is_fortran(request);
        if (const int status = add_race_words(known.command, compiler, has_epochs, request.words);
            status != 0) {
            return status;
        }
    }
    if (request.is_for_mpi) {
        return compile_for_mpi(request);
    }
    if (is_fortran(request)) {
        warn_of_single_image(request);
        if (int status = 0; is_done_by_prif(request, status)) {
            return status;
        }
        return request.translates || needs_translation(request) ? run_translator(request)
                                                                : compile_fortran(request);
    }
    return run_or_show(request, make_command(request, request.words, ""));
}

} // namespace arauto::tools
