// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See element_calls.hpp.
#include "element_calls.hpp"

#include "command.hpp"

#include <algorithm>
#include <iterator>
#include <unistd.h>

namespace arauto::tools {
namespace {

/// The last word that begins with one of two; empty when none does.
std::string last_of(const Words& words, const char* start, const char* other) {
    const auto last = std::find_if(words.rbegin(), words.rend(), [&](const std::string& word) {
        return starts_with(word, start) || starts_with(word, other);
    });
    return last != words.rend() ? *last : "";
}

/// Whether an option must be the same for inlining, or for linking.
bool is_passed_on(const std::string& word) {
    constexpr const char* kStarts[] = {"-m",    "-O",      "-flto",   "-fpic",   "-fPIC", "-fpie",
                                       "-fPIE", "-fno-pi", "-fno-PI", "-fcf-pr", "-g"};
    return std::any_of(std::begin(kStarts), std::end(kStarts),
                       [&](const char* start) { return starts_with(word, start); });
}

} // namespace

bool optimises_across_files(const Words& words) {
    const bool has_obstacle = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        // The object would be read as a source; sanitizers check each access themselves.
        return starts_with(word, "-x") || starts_with(word, "-fsanitize=");
    });
    return !has_obstacle && starts_with(last_of(words, "-flto", "-fno-lto"), "-flto") &&
           last_of(words, "-O", "-O") != "-O0";
}

Words element_calls_command(const Words& compiler,
                            const Words& words,
                            const std::string& file,
                            const std::string& object) {
    Words command = compiler;
    if (last_of(words, "-O", "-O").empty()) {
        command.emplace_back("-O2"); // of objects, which were optimised when they were compiled
    }
    if (file != "element_calls.c") { // as the program; the user's words come later, and win
        command.emplace_back("-fPIE");
    }
    std::copy_if(words.begin(), words.end(), std::back_inserter(command), is_passed_on);
    command.insert(command.end(),
                   {"-c", prefix() + "/share/arauto/gfortran/" + file, "-o", object});
    return command;
}

bool make_element_calls(const Words& command, const std::string& object) {
    static_cast<void>(output_of(shell_command(command) + " 2>/dev/null </dev/null"));
    return access(object.c_str(), R_OK) == 0;
}

} // namespace arauto::tools
