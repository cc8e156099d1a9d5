// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See statement.hpp.
#include "boot/statement.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace arauto::boot {
namespace {

// Functions that front-ends name after a statement, by the start of their names.
constexpr std::string_view kStatementsOf[] = {"_gfortran_caf_", "arauto_shim_", "translated_",
                                              "prif_"};
// Names that differ from the statement.
constexpr std::string_view kOthers[][2] = {
    {"register", "allocate"},
    {"deregister", "deallocate"},
    {"init", "start of the program"},
    {"finalize", "end program"},
    {"stop numeric", "stop"},
    {"stop str", "stop"},
    {"send", "assignment to another image"},
    {"get", "read of another image"},
    {"allocate coarray", "allocate"},
    {"deallocate coarray", "deallocate"},
};
constexpr size_t kMostArguments = 48; // letters

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where a statement begins in a line, its end in `end_out`; npos when it is not there. Blanks in
/// it may be left out.
size_t find_statement(const std::string& line, const std::string& statement, size_t& end_out) {
    for (size_t start = 0; start < line.size(); ++start) {
        size_t at = start;
        size_t matched = 0;
        while (matched < statement.size() && at < line.size()) {
            if (statement[matched] == ' ') {
                at = std::min(line.find_first_not_of(" \t", at), line.size());
            } else if (line[at++] != statement[matched]) {
                break;
            }
            ++matched;
        }
        const bool stands_alone = (start == 0 || !is_letter(line[start - 1])) &&
                                  (at >= line.size() || !is_letter(line[at]));
        if (matched == statement.size() && stands_alone) {
            end_out = at;
            return start;
        }
    }
    return std::string::npos;
}

std::string line_in(const std::string& path, int number) {
    std::ifstream file(path);
    if (!file) { // of a translated program, which was compiled elsewhere
        file.open(path.substr(path.rfind('/') + 1)); // npos + 1 is 0
    }
    std::string line;
    for (int i = 0; i < number; ++i) {
        if (!std::getline(file, line)) {
            return "";
        }
    }
    return line;
}

/// The function of this library that a line of C calls; empty: none. A function whose last act is
/// to call another one leaves no frame on the stack.
std::string function_called_in(const std::string& line) {
    constexpr std::string_view kStart = "arauto_";
    for (size_t at = line.find(kStart); at != std::string::npos; at = line.find(kStart, at + 1)) {
        size_t end = at;
        while (end < line.size() && is_letter(line[end])) {
            ++end;
        }
        const size_t open = line.find_first_not_of(' ', end);
        if ((at == 0 || !is_letter(line[at - 1])) && open != std::string::npos &&
            line[open] == '(') {
            return line.substr(at, end - at);
        }
    }
    return "";
}

} // namespace

std::string statement_and_place(const os::SourceLocation& location) {
    const std::string statement = statement_at(location);
    const std::string place = os::text_of(location);
    return (statement.empty() ? "a wait" : statement) + (place.empty() ? "" : ", " + place);
}

std::string statement_of_entry(std::string_view entry) {
    for (const std::string_view start : kStatementsOf) {
        if (entry.starts_with(start)) {
            std::string name(entry.substr(start.size()));
            std::replace(name.begin(), name.end(), '_', ' ');
            if (name.starts_with("co ")) {
                name[2] = '_'; // co_sum
            }
            for (const auto& [other, statement] : kOthers) {
                if (name == other) {
                    return std::string(statement);
                }
            }
            return name;
        }
    }
    const bool is_of_libraries = entry.starts_with("arauto_") || entry.starts_with("MPI") ||
                                 entry.starts_with("PMPI") || entry.starts_with("mpi");
    if (!is_of_libraries) {
        return "";
    }
    const size_t start = entry.starts_with("PMPI") ? 1 : 0; // the MPI's other name of each call
    return std::string(entry.substr(start, entry.find_last_not_of('_') + 1 - start)); // mpi_wait_
}

std::string with_arguments(const std::string& statement, const std::string& line) {
    size_t end = 0;
    if (find_statement(lower(line), statement, end) == std::string::npos) {
        return statement;
    }
    const size_t open = line.find_first_not_of(" \t", end);
    if (open == std::string::npos || line[open] != '(') {
        return statement;
    }
    int depth = 0;
    for (size_t at = open; at < line.size(); ++at) {
        depth += line[at] == '(' ? 1 : line[at] == ')' ? -1 : 0;
        if (depth == 0) {
            const size_t length = at + 1 - open;
            return length <= kMostArguments ? statement + " " + line.substr(open, length)
                                            : statement;
        }
    }
    return statement; // it goes on in the next line
}

std::string statement_at(const os::SourceLocation& location) {
    const std::string line = location.line > 0 ? line_in(location.path, location.line) : "";
    std::string statement = statement_of_entry(location.entry);
    if (statement.empty()) {
        statement = function_called_in(line);
    }
    size_t end = 0;
    const auto is_there = [&](const char* other) {
        return find_statement(lower(line), other, end) != std::string::npos;
    };
    if (statement == "lock" && is_there("critical")) {
        return "critical";
    }
    if (statement == "event wait" && is_there("notify wait")) {
        statement = "notify wait";
    }
    const bool is_function = statement.find('_') != std::string::npos && statement[0] != 'c';
    return is_function ? statement : with_arguments(statement, line);
}

std::string statement_named(const char* usual,
                            std::span<const char* const> others,
                            const os::SourceLocation& location) {
    const std::string line = location.line > 0 ? line_in(location.path, location.line) : "";
    if (const std::string function = function_called_in(line); !function.empty()) {
        return function;
    }
    const std::string text = lower(line);
    const auto other = std::ranges::find_if(others, [&](const char* words) {
        size_t end = 0;
        return find_statement(text, words, end) != std::string::npos;
    });
    return with_arguments(other != others.end() ? *other : usual, line);
}

} // namespace arauto::boot
