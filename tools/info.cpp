// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto info`: describes this build, this machine and the settings in force.
#include "arauto/spi/info.h"

#include "command.hpp"
#include "compiler_words.hpp"

#include "arauto/spi/counters.h"
#include "base/edits.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto info [--counters] [--json] [NAME...]\n"
    "\n"
    "Shows what this build, this machine and the environment make of Arauto: version, cores,\n"
    "memory, transports, and every setting with its value in force, its range and its default.\n"
    "With names, such as ARAUTO_WAIT, only the lines that have them.\n"
    "\n"
    "  --counters   instead: what a job can count, with what each operation costs in messages\n"
    "  --json       the same as a list of {group, name, value, help}\n"
    "\n"
    "A setting is a variable of the environment: ARAUTO_NUM_IMAGES=4 ./hello\n"
    "'arauto run --counters PROGRAM' counts.\n";

constexpr int kHelpColumn = 46; // behind name and value
constexpr int kCounterColumn = 18; // behind the name
constexpr size_t kLineMax = 112;
constexpr const char* kAboutCounters =
    "What 'arauto run --counters PROGRAM', or ARAUTO_COUNTERS=on in the environment, counts in "
    "each\n"
    "process: calls, messages and bytes. A message is one access to memory that another process\n"
    "owns, of any length. p: processes; k: neighbours. Messages that do not name p do not grow\n"
    "with it.\n"
    "\n";

struct Printer {
    std::string group;
    bool is_first = true;
};

/// Prints the text wrapped, from `column` on.
void print_wrapped(std::string_view text, int column) {
    const size_t width = kLineMax - static_cast<size_t>(column);
    while (text.size() > width) {
        const size_t gap = text.rfind(' ', width);
        if (gap == std::string_view::npos) {
            break;
        }
        std::printf("%.*s\n%*s", static_cast<int>(gap), text.data(), column, "");
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
    const int length = std::printf("  %-20s %-22s ", name, value);
    if (length > kHelpColumn) { // a long value, such as a list of providers
        std::printf("\n%*s", kHelpColumn, "");
    }
    print_wrapped(help, kHelpColumn);
}

void print_counter(void*, const char*, const char* name, const char*, const char* help) {
    std::printf("  %-15s ", name);
    print_wrapped(help, kCounterColumn);
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

/// Visits counters as if they were facts, without a value, since nothing is counted here.
struct AsFacts {
    arauto_info_visit_t visit;
    void* context;
};

void visit_counter(void* context, const char* name, arauto_count_t, const char* help) {
    const auto& facts = *static_cast<const AsFacts*>(context);
    facts.visit(facts.context, "counter", name, "", help);
}

void visit_counters(arauto_info_visit_t visit, void* context) {
    AsFacts facts{visit, context};
    arauto_counters_visit(visit_counter, &facts);
}

struct Fact {
    std::string group, name, value, help;
};

void keep(void* context, const char* group, const char* name, const char* value, const char* help) {
    static_cast<std::vector<Fact>*>(context)->push_back({group, name, value, help});
}

/// 0, or the exit status after a sentence about a name that no fact has.
int refuse_unknown(const std::vector<Fact>& facts, const Words& names) {
    for (const std::string& name : names) {
        const auto difference = [&](const Fact& fact) { return count_edits(name, fact.name); };
        const Fact& nearest =
            *std::min_element(facts.begin(), facts.end(), [&](const Fact& a, const Fact& b) {
                return difference(a) < difference(b);
            });
        if (nearest.name == name) {
            continue;
        }
        const bool is_like = 3 * difference(nearest) <= nearest.name.size();
        const std::string question =
            is_like ? "; did you mean '" + nearest.name + "'?" : " ('arauto info' lists all)";
        return complain(kBadUsage, "info: there is no line '%s'%s", name.c_str(), question.c_str());
    }
    return 0;
}

/// Prints all facts, or those that have one of the names.
int show(bool counters, bool as_json, const Words& names) {
    std::vector<Fact> facts;
    (counters ? visit_counters : arauto_info_visit)(keep, &facts);
    if (const int status = refuse_unknown(facts, names); status != 0) {
        return status;
    }
    Printer printer;
    const arauto_info_visit_t print = as_json ? print_json : counters ? print_counter : print_line;
    if (counters && !as_json && names.empty()) {
        std::fputs(kAboutCounters, stdout);
    }
    for (const Fact& fact : facts) {
        if (names.empty() || std::find(names.begin(), names.end(), fact.name) != names.end()) {
            print(&printer, fact.group.c_str(), fact.name.c_str(), fact.value.c_str(),
                  fact.help.c_str());
        }
    }
    std::fputs(as_json ? "\n]\n" : "", stdout);
    return 0;
}

} // namespace

int info(Arguments arguments) {
    bool counters = false;
    bool as_json = false;
    Words names;
    for (const std::string option : arguments) {
        if (option == "--help" || option == "-h") {
            std::fputs(kUsage, stdout);
            return 0;
        }
        if (option == "--counters") {
            counters = true;
        } else if (option == "--json") {
            as_json = true;
        } else if (option.starts_with("-")) {
            return complain(kBadUsage, "info: there is no option '%s'; only --counters and --json",
                            option.c_str());
        } else {
            names.push_back(option);
        }
    }
    return show(counters, as_json, names);
}

} // namespace arauto::tools
