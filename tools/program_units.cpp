// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program_units.hpp. Statements come without blanks (Item::text), so headers are recognised by
// prefixes.
#include "program_units.hpp"

#include <algorithm>

namespace arauto::tools {
namespace {

bool starts(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// Takes `start` off the front of `text`. @return false when it is not there
bool strip(std::string_view& text, std::string_view start) {
    if (!starts(text, start)) {
        return false;
    }
    text.remove_prefix(start.size());
    return true;
}

bool is_name(std::string_view text) {
    return !text.empty() && after_name(text, 0) == text.size();
}

void strip_bracket(std::string_view& text) {
    if (!text.empty() && text[0] == '(') {
        text.remove_prefix(std::min(after_bracket(text, 0), text.size()));
    }
}

/// `*8` and `(kind=8)` after the name of a type.
void strip_kind(std::string_view& text) {
    if (strip(text, "*")) {
        while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
            text.remove_prefix(1);
        }
    }
    strip_bracket(text);
}

/// Takes off one of the words that may come before FUNCTION and SUBROUTINE.
bool strip_prefix(std::string_view& text) {
    constexpr std::string_view kWords[] = {"recursive", "non_recursive", "pure",  "elemental",
                                           "impure",    "simple",        "module"};
    constexpr std::string_view kTypes[] = {"integer",       "real",      "complex",
                                           "logical",       "character", "doubleprecision",
                                           "doublecomplex", "type",      "class"};
    for (const std::string_view word : kWords) {
        if (strip(text, word)) {
            return true;
        }
    }
    for (const std::string_view type : kTypes) {
        if (strip(text, type)) {
            strip_kind(text);
            return true;
        }
    }
    return false;
}

/// In both forms a blank distinguishes `REAL FUNCTION S(3)` from `REAL FUNCTIONS(3)`.
bool is_procedure_header(const Item& item) {
    std::string_view text = item.text;
    do {
        std::string_view rest = text;
        const bool is_function = strip(rest, "function");
        if (is_function || strip(rest, "subroutine")) {
            const size_t start = item.text.size() - rest.size();
            const size_t name = after_name(rest, 0);
            const bool has_list = name < rest.size() && rest[name] == '(';
            const bool is_apart = name > 0 && item.at[start] != item.at[start - 1] + 1;
            return is_apart && (has_list || (!is_function && name == rest.size()));
        }
    } while (strip_prefix(text));
    return false;
}

bool is_outer_header(std::string_view text) {
    return (strip(text, "program") && is_name(text)) || (strip(text, "module") && is_name(text)) ||
           starts(text, "submodule(") || starts(text, "blockdata");
}

/// The body of a module procedure in a submodule.
bool is_separate_body(std::string_view text) {
    return strip(text, "moduleprocedure") && is_name(text);
}

bool is_interface_header(std::string_view text) {
    strip(text, "abstract");
    return strip(text, "interface") && (text.empty() || is_name(text) || text.back() == ')');
}

/// USE, IMPORT, IMPLICIT and INCLUDE: a declaration may only come after these. An included file may
/// hold such statements too.
bool comes_before_declarations(std::string_view text) {
    return (starts(text, "use") && text.size() > 3) ||
           (starts(text, "implicit") && text.size() > 8) || starts(text, "import") ||
           starts(text, "include'") || starts(text, "include\"");
}

/// PARAMETER, FORMAT and ENTRY may come before IMPLICIT, so they do not end that part.
bool may_precede_implicit(std::string_view text) {
    return starts(text, "parameter(") || starts(text, "format(") || starts(text, "entry");
}

std::string_view directive_word(std::string_view line) {
    const size_t begin = line.find_first_not_of(" \t", 1);
    const size_t start = begin == line.npos ? line.size() : begin;
    return line.substr(start, after_name(line, start) - start);
}

} // namespace

void ProgramUnits::take(const Item& item) {
    if (item.is_directive) {
        handle_directive(item);
    } else {
        take_statement(item);
    }
}

ProgramUnits::Unit& ProgramUnits::current() {
    return units_[open_.empty() ? units_.size() - 1 : open_.back()];
}

void ProgramUnits::handle_directive(const Item& item) {
    const std::string_view word = directive_word(item.text);
    if (starts(word, "if")) {
        branches_.push_back(open_);
    } else if ((word == "else" || word == "elif") && !branches_.empty()) {
        open_ = branches_.back(); // the same unit begins or ends on each branch
    } else if (word == "endif" && !branches_.empty()) {
        branches_.pop_back();
        if (!open_.empty()) {
            Unit& unit = units_[open_.back()];
            unit.if_depth = std::min(unit.if_depth, static_cast<int>(branches_.size()));
            declare_after(unit, item.end);
        }
    } else if (word == "include" && !open_.empty()) {
        declare_after(units_[open_.back()], item.end);
    }
}

/// A declaration on one branch of an `#if` would be lost on the others.
void ProgramUnits::declare_after(Unit& unit, size_t end) const {
    if (!unit.has_declarations && static_cast<int>(branches_.size()) <= unit.if_depth) {
        unit.insert_at = end;
        unit.inserts_before = false;
    }
}

void ProgramUnits::take_statement(const Item& item) {
    const std::string_view text = item.text;
    const bool is_assignment = find_assignment(text, 0) != text.npos;
    if (!is_assignment) {
        if (take_end(text)) {
            return;
        }
        const bool in_interface = !open_.empty() && units_[open_.back()].is_interface;
        const bool is_interface = !open_.empty() && is_interface_header(text);
        if (is_interface || is_procedure_header(item) ||
            (open_.empty() ? is_outer_header(text) : !in_interface && is_separate_body(text))) {
            open(item, is_interface);
            return;
        }
    }
    if (open_.empty()) { // a main program without PROGRAM
        open(item, false);
        current().insert_at = item.begin;
        current().inserts_before = true;
    }
    if (!is_assignment && comes_before_declarations(text)) {
        declare_after(current(), item.end);
    } else if (is_assignment || !may_precede_implicit(text)) {
        current().has_declarations = true;
    }
}

void ProgramUnits::open(const Item& item, bool is_interface) {
    Unit unit;
    unit.insert_at = item.end;
    unit.if_depth = static_cast<int>(branches_.size());
    unit.is_interface = is_interface;
    open_.push_back(units_.size());
    units_.push_back(unit);
}

bool ProgramUnits::take_end(std::string_view text) {
    constexpr std::string_view kEnds[] = {"program",  "submodule", "module",    "subroutine",
                                          "function", "procedure", "blockdata", "interface"};
    if (!strip(text, "end")) {
        return false;
    }
    for (const std::string_view end : kEnds) {
        std::string_view rest = text;
        if (strip(rest, end) && (rest.empty() || is_name(rest) || end == "interface")) {
            text = "";
        }
    }
    if (text.empty() && !open_.empty()) {
        open_.pop_back();
    }
    return text.empty();
}

} // namespace arauto::tools
