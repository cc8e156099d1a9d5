// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See prif_compile.hpp. No list of what a compiler can lower is kept here: it is asked to compile,
// and its messages when it fails show whether the lowering was the cause.
#include "prif_compile.hpp"

#include "child.hpp"
#include "command.hpp"
#include "link_words.hpp"
#include "notify.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>

namespace arauto::tools {
namespace {

/// flang says so of every program with coarrays.
constexpr const char* kExperimental = "Support for multi image Fortran features is still";

/// flang's statements on ends of images, which its version 22 does not pass to PRIF.
constexpr const char* kWrapped[] = {"_FortranAStopStatement", "_FortranAStopStatementText",
                                    "_FortranAFailImageStatement"};

/// A folder for the compiler's messages and our module, removed at the end.
class WorkFolder {
  public:
    WorkFolder() {
        hold_endings(); // until run_child() has a child to pass them on to
        const char* folder = std::getenv("TMPDIR");
        path_ = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") +
                "/arauto-fc-XXXXXX";
        is_made_ = mkdtemp(path_.data()) != nullptr;
    }
    ~WorkFolder() {
        std::error_code ignored;
        if (is_made_) {
            std::filesystem::remove_all(path_, ignored);
        }
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    [[nodiscard]] bool is_made() const { return is_made_; }
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
    bool is_made_ = false;
};

bool uses_prif(const Words& words) {
    const std::vector<FortranSource> sources = find_fortran_sources(words);
    return std::any_of(sources.begin(), sources.end(), [&](const FortranSource& source) {
        const std::string text = contents_of(words[source.index]);
        return may_contain(text, "prif") && uses_module(text, source.layout, "prif");
    });
}

Words make_command(const PrifCommand& command, const std::string& module_folder) {
    Words all = command.compiler;
    const bool is_flang = command.kind == PrifCompiler::flang;
    all.emplace_back(is_flang ? "-fcoarray" : "--coarray=true");
    std::copy_if(command.words.begin(), command.words.end(), std::back_inserter(all),
                 [](const std::string& word) { return word != "-fcoarray=lib"; });
    if (!module_folder.empty()) {
        all.push_back("-I" + module_folder);
    }
    if (links(command.words)) {
        const std::string folder = library_folder();
        if (is_flang) {
            for (const char* name : kWrapped) {
                all.push_back(std::string("-Wl,--wrap=") + name);
            }
        }
        add_link_words(all, folder,
                       std::string("prif_arauto_") + (is_flang ? "flang" : "lfortran"));
    }
    return all;
}

void show(const Words& command) {
    std::printf("%s\n", shell_command(command).c_str());
}

/// The compiler's messages, without the warning that every program gets.
/// @return the first message that a lowering gives; empty: there is none
std::string pass_on_messages(const std::string& log, bool prints) {
    std::istringstream lines(log);
    std::string unable;
    for (std::string line; std::getline(lines, line);) {
        if (line.find(kExperimental) != std::string::npos) {
            continue;
        }
        // Faults of a program are reported before the lowering, which names source lines as
        // loc("...").
        if (unable.empty() && line.find("loc(\"") != std::string::npos) {
            unable = line;
        }
        if (prints) {
            std::fprintf(stderr, "%s\n", line.c_str());
        }
    }
    return unable;
}

/// The part of a message behind the name of the file and that of the compiler.
std::string reason_of(const std::string& message) {
    const size_t at = message.find("not yet implemented");
    return at != std::string::npos ? message.substr(at) : message;
}

PrifOutcome run_compiler(const PrifCommand& command, const std::string& folder) {
    std::string module_folder;
    if (command.kind == PrifCompiler::flang && uses_prif(command.words)) {
        module_folder = folder;
        Words make = command.compiler;
        make.insert(make.end(), {"-fsyntax-only", "-module-dir", folder,
                                 prefix() + "/share/arauto/prif/prif.F90"});
        if (const EndedChild ended = run_child(make); ended.status != 0) {
            return {complain(ended.status, "fc: '%s' cannot compile the module prif",
                             command.compiler[0].c_str()),
                    false};
        }
    }
    const std::string log = folder + "/messages";
    const EndedChild ended = run_child(with_messages_in(log, make_command(command, module_folder)));
    if (ended.signal != 0) {
        end_by(ended.signal);
    }
    const bool has_failed = ended.status != 0;
    const std::string messages = contents_of(log);
    const std::string unable = has_failed ? pass_on_messages(messages, false) : "";
    const char* name = command.compiler.back().c_str();
    if (!unable.empty() && is_whole_program(command.words)) {
        std::fprintf(stderr,
                     "arauto: fc: '%s' cannot lower these coarrays (%s): they are "
                     "translated instead\n",
                     name, reason_of(unable).c_str());
        return {0, true};
    }
    pass_on_messages(messages, true);
    if (!unable.empty()) {
        std::fprintf(stderr,
                     "arauto: fc: '%s' cannot lower these coarrays; compile all files of "
                     "the program without --native, which translates them\n",
                     name);
    } else if (!has_failed && !find_fortran_sources(command.words).empty()) {
        std::fprintf(stderr, "arauto: fc: '%s' compiles the coarrays by itself, to calls of PRIF\n",
                     name);
    }
    return {ended.status, false};
}

} // namespace

PrifOutcome compile_by_prif(const PrifCommand& command) {
    if (command.shows) {
        show(make_command(command, uses_prif(command.words) ? "<module prif>" : ""));
        return {0, false};
    }
    const WorkFolder folder;
    if (!folder.is_made()) {
        return {complain(1, "fc: no folder for the compiler's messages: %s", folder.path().c_str()),
                false};
    }
    return run_compiler(command, folder.path());
}

} // namespace arauto::tools
