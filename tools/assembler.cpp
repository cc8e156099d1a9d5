// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The assembler that gfortran 15 and 16 get: a link to this command, called `as`, in a folder that
// `arauto fc` names by -B. These compilers define the variables that keep the indices of accessors,
// one for each statement. They leave some out where a procedure of a module reaches another image's
// part of a coarray of that module, so that no program with it can be linked. This command adds the
// missing variables behind the compiler's text; then the real assembler reads both.
#include "assembler.hpp"

#include "child.hpp"
#include "command.hpp"
#include "compiler_kind.hpp"
#include "compiler_words.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <set>
#include <string_view>
#include <unistd.h>

namespace arauto::tools {
namespace {

constexpr std::string_view kStart = "__caf_";
constexpr std::string_view kMiddle = "_fn_index_";

std::string read_file(const std::string& name) {
    std::string text;
    if (FILE* const file = std::fopen(name.c_str(), "rb")) {
        char part[1 << 16];
        while (const size_t count = std::fread(part, 1, sizeof part, file)) {
            text.append(part, count);
        }
        static_cast<void>(std::fclose(file));
    }
    return text;
}

bool is_of_symbol(char letter) {
    return letter == '_' || letter == '.' || (letter >= '0' && letter <= '9') ||
           (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// The variables that a text uses and does not define.
std::set<std::string> missing_variables(std::string_view text) {
    std::set<std::string> used;
    std::set<std::string> defined;
    for (size_t at = text.find(kStart); at != text.npos; at = text.find(kStart, at)) {
        const auto* const end =
            std::find_if_not(text.begin() + static_cast<ptrdiff_t>(at), text.end(), is_of_symbol);
        const auto length = static_cast<size_t>(end - text.begin()) - at;
        const std::string_view name = text.substr(at, length);
        if (name.find(kMiddle) != name.npos && (at == 0 || !is_of_symbol(text[at - 1]))) {
            const bool is_label = at + length < text.size() && text[at + length] == ':';
            (is_label ? defined : used).emplace(name);
        }
        at += length;
    }
    std::set<std::string> missing;
    std::set_difference(used.begin(), used.end(), defined.begin(), defined.end(),
                        std::inserter(missing, missing.end()));
    return missing;
}

/// Definitions as the compiler writes them: -1 says that the index has not been asked for.
std::string define(const std::set<std::string>& variables) {
    std::string text = "\t.data\n\t.balign 4\n";
    for (const std::string& name : variables) {
        text += name + ":\n\t.long -1\n";
    }
    return text;
}

/// The file's name; empty when it could not be written.
std::string write_beside(const std::string& text) {
    const char* const folder = std::getenv("TMPDIR");
    std::string name =
        std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/arauto_XXXXXX.s";
    const int file = mkstemps(name.data(), 2);
    if (file < 0) {
        return "";
    }
    const bool is_written =
        write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    return is_written ? name : "";
}

/// The assembler that the compiler would have called: the one that 'arauto fc' names in a variable,
/// else that of the compiler which another variable names.
/// @param before  words that start a program, such as a loader's
std::string real_assembler(const Words& before) {
    if (const char* const named = std::getenv(kAssemblerVariable); named != nullptr) {
        return named;
    }
    std::string found;
    if (const char* const compiler = std::getenv("COLLECT_GCC"); compiler != nullptr) {
        Words question = before;
        question.emplace_back(compiler);
        found = program_of(question, "as");
    }
    return found.find('/') != found.npos ? found : find_program_in_path("as");
}

/// The words by which this command was started, with the assembler instead of ours. A compiler may
/// have started it through a loader, with words before the name.
Words real_command(Arguments arguments) {
    const std::string all = read_file("/proc/self/cmdline");
    Words command;
    for (size_t at = 0; at < all.size(); at += command.back().size() + 1) {
        command.emplace_back(all.c_str() + at);
    }
    const size_t before = command.size() - std::min(command.size(), arguments.size() + 1);
    command[before] =
        real_assembler(Words(command.begin(), command.begin() + static_cast<ptrdiff_t>(before)));
    return command;
}

} // namespace

int assemble(Arguments arguments) {
    Words command = real_command(arguments);
    std::set<std::string> missing;
    for (const std::string word : arguments) {
        // Code that the linker compiles again is of several modules, whose variables have equal
        // names.
        if (word.ends_with(".s") && word.find(".ltrans") == word.npos) {
            missing.merge(missing_variables(read_file(word)));
        }
    }
    std::string added;
    if (!missing.empty()) {
        added = write_beside(define(missing));
        if (added.empty()) {
            return complain(1, "as: a temporary file cannot be written");
        }
        command.push_back(added);
    }
    const EndedChild ended = run_child(command);
    if (!added.empty()) {
        unlink(added.c_str());
    }
    if (ended.signal != 0) {
        end_by(ended.signal);
    }
    return ended.status;
}

} // namespace arauto::tools
