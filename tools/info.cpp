// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto info`: what this build, this machine and the environment make of Arauto.
#include "arauto/info.h"

#include "command.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto info [--json]\n"
    "\n"
    "Shows what this build, this machine and the environment make of Arauto: version, cores,\n"
    "memory, transports, and every setting with its value in force, its range and its default.\n"
    "\n"
    "  --json   the same as a list of {group, name, value, help}\n"
    "\n"
    "A setting is a variable of the environment: ARAUTO_NUM_IMAGES=4 ./hello\n";

constexpr int kHelpColumn = 46; // behind name and value
constexpr size_t kHelpWidth = 66; // so that lines have at most 112 columns

struct Printer {
    std::string group;
    bool is_first = true;
};

/// From column kHelpColumn on, with as many lines as it takes.
void print_wrapped(std::string_view text) {
    while (text.size() > kHelpWidth) {
        const size_t gap = text.rfind(' ', kHelpWidth);
        if (gap == std::string_view::npos) {
            break;
        }
        std::printf("%.*s\n%*s", static_cast<int>(gap), text.data(), kHelpColumn, "");
        text.remove_prefix(gap + 1);
    }
    std::printf("%.*s\n", static_cast<int>(text.size()), text.data());
}

void print_line(
    void* context, const char* group, const char* name, const char* value, const char* help) {
    auto& printer = *static_cast<Printer*>(context);
    if (printer.group != group) {
        std::printf("%s%s\n", printer.is_first ? "" : "\n", group);
        printer.group = group;
        printer.is_first = false;
    }
    std::printf("  %-20s %-22s ", name, value);
    print_wrapped(help);
}

std::string quoted(const char* text) {
    std::string out = "\"";
    for (const char* c = text; *c != '\0'; ++c) {
        if (*c == '"' || *c == '\\') {
            out += '\\';
        }
        out += *c;
    }
    return out + "\"";
}

void print_json(
    void* context, const char* group, const char* name, const char* value, const char* help) {
    auto& printer = *static_cast<Printer*>(context);
    std::printf("%s{\"group\": %s, \"name\": %s, \"value\": %s, \"help\": %s}",
                printer.is_first ? "[\n  " : ",\n  ", quoted(group).c_str(), quoted(name).c_str(),
                quoted(value).c_str(), quoted(help).c_str());
    printer.is_first = false;
}

} // namespace

int info(Arguments arguments) {
    Printer printer;
    const std::string option = arguments.empty() ? "" : arguments[0];
    if (option == "--help" || option == "-h") {
        std::fputs(kUsage, stdout);
    } else if (option == "--json") {
        arauto_info_visit(print_json, &printer);
        std::printf("\n]\n");
    } else if (option.empty()) {
        arauto_info_visit(print_line, &printer);
    } else {
        return complain(kBadUsage, "info: there is no option '%s'; only --json", option.c_str());
    }
    return 0;
}

} // namespace arauto::tools
