// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See native_compile.hpp. No list is kept here of what a compiler cannot compile: it is asked to.
#include "native_compile.hpp"

#include "child.hpp"
#include "command.hpp"
#include "rewritten_sources.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <unistd.h>

namespace arauto::tools {
namespace {

/// Without what colours it on a terminal: escapes that end with a letter.
std::string without_colours(const std::string& messages) {
    std::string text;
    for (size_t at = 0; at < messages.size(); ++at) {
        if (messages[at] != '\33') {
            text += messages[at];
            continue;
        }
        while (at + 1 < messages.size() &&
               std::isalpha(static_cast<unsigned char>(messages[at])) == 0) {
            ++at;
        }
    }
    return text;
}

/// The first message that looks like the cause, without blanks around it.
std::string cause_in(const std::string& messages) {
    std::istringstream lines(without_colours(messages));
    for (std::string line; std::getline(lines, line);) {
        for (const char* const sign : {"rror: ", "undefined reference"}) {
            if (line.find(sign) != std::string::npos) {
                return line.substr(line.find_first_not_of(' '));
            }
        }
    }
    return "it ends with an error";
}

} // namespace

bool shows_colours() {
    const char* const terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

int compile_or_translate(const NativeCommand& command, RewrittenSources& sources) {
    const std::string folder = sources.own_folder();
    if (folder.empty()) {
        return 1;
    }
    const std::string log = folder + "/messages";
    const int status = sources.run(with_messages_in(log, command.native));
    const std::string messages = contents_of(log);
    if (status == 0) {
        std::fputs(messages.c_str(), stderr);
        return 0;
    }
    if (sources.run(with_messages_in(log, command.translating)) != 0) {
        std::fputs(messages.c_str(), stderr);
        if (messages.find("internal compiler error") != std::string::npos) { // no fault of the user
            std::fputs("arauto: fc: they cannot be translated instead:\n", stderr);
            std::fputs(contents_of(log).c_str(), stderr);
        }
        return status;
    }
    std::fprintf(stderr,
                 "arauto: fc: '%s' cannot compile these coarrays by itself (%s): they are "
                 "translated instead\n",
                 command.name.c_str(), cause_in(messages).c_str());
    std::fputs(contents_of(log).c_str(), stderr);
    return 0;
}

bool translate_if_possible(const NativeCommand& command,
                           const std::string& reason,
                           RewrittenSources& sources) {
    const std::string folder = sources.own_folder();
    const std::string log = folder + "/messages";
    if (folder.empty() || sources.run(with_messages_in(log, command.translating)) != 0) {
        return false;
    }
    report_translation(command.name, reason);
    std::fputs(contents_of(log).c_str(), stderr);
    return true;
}

void report_translation(const std::string& name, const std::string& reason) {
    std::fprintf(stderr,
                 "arauto: fc: coarrays of this program would go wrong as '%s' compiles them (%s): "
                 "they are translated instead, as with --translate; --native leaves them to the "
                 "compiler\n",
                 name.c_str(), reason.c_str());
}

} // namespace arauto::tools
