// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fortran_declarations.hpp.
#include "fortran_declarations.hpp"

#include "designator.hpp"

#include <algorithm>
#include <utility>

namespace arauto::tools {
namespace {

bool starts(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// The text without a construct's name, as in `outer:block`.
std::string_view without_name(std::string_view text) {
    const size_t end = after_name(text, 0);
    const bool is_named = end > 0 && end + 1 < text.size() && text[end] == ':' && //
                          text[end + 1] != ':';
    return is_named ? text.substr(end + 1) : text;
}

/// The text between the bracket at `open` and the end of the brackets, also where the closing
/// one is missing.
std::string_view inside_brackets(std::string_view text, size_t open, size_t end) {
    const bool is_closed = end > open + 1 && (text[end - 1] == ')' || text[end - 1] == ']');
    return text.substr(open + 1, end - open - (is_closed ? 2 : 1));
}

std::string_view after_double_colon(std::string_view text) {
    size_t depth = 0;
    for (size_t at = 0; at + 1 < text.size(); ++at) {
        depth += text[at] == '(' || text[at] == '[' ? 1U : 0U;
        depth -= (text[at] == ')' || text[at] == ']') && depth > 0 ? 1U : 0U;
        if (depth == 0 && text[at] == ':' && text[at + 1] == ':') {
            return text.substr(at + 2);
        }
    }
    return {};
}

/// The end of `integer`, `type(t)`, `character(len=3)`, `real*8`; 0 for what declares nothing.
size_t read_type(std::string_view text, Entity& like) {
    constexpr std::string_view kTypes[] = {"integer",         "real",          "complex",
                                           "doubleprecision", "doublecomplex", "logical",
                                           "character",       "type",          "class"};
    const auto* const found =
        std::find_if(std::begin(kTypes), std::end(kTypes),
                     [&](std::string_view type) { return starts(text, type); });
    if (found == std::end(kTypes)) {
        return 0;
    }
    size_t end = found->size();
    if (end < text.size() && text[end] == '*') {
        ++end;
        while (end < text.size() && text[end] >= '0' && text[end] <= '9') {
            ++end;
        }
    }
    std::string_view inside;
    if (end < text.size() && text[end] == '(') {
        const size_t close = std::min(after_bracket(text, end), text.size());
        inside = inside_brackets(text, end, close);
        end = close;
    }
    const bool is_derived = *found == "type" || *found == "class";
    like.is_character = *found == "character";
    like.is_complex = *found == "complex" || *found == "doublecomplex";
    like.has_deferred_length =
        like.is_character && (inside == ":" || starts(inside, "len=:") || starts(inside, ":,"));
    like.is_class = *found == "class";
    like.type = is_derived ? std::string(inside.substr(0, after_name(inside, 0))) : "";
    return is_derived && inside.empty() ? 0 : end;
}

void take_shape(std::string_view shape, Entity& entity) {
    const std::vector<Range> dimensions = split_list(shape, 0, shape.size());
    entity.is_array = true;
    entity.shape = shape;
    entity.has_open_bounds =
        shape.find(":,") != shape.npos || (!shape.empty() && shape.back() == ':');
    const size_t colon = shape.find(':');
    entity.first = dimensions.size() != 1      ? ""
                   : colon == shape.npos       ? "1"
                   : colon + 1 == shape.size() ? ""
                                               : std::string(shape.substr(0, colon));
}

void read_attribute(std::string_view word, Entity& like) {
    like.is_allocatable |= word == "allocatable";
    like.is_pointer |= word == "pointer";
    like.is_saved |= word == "save";
    like.is_target |= word == "target" || word == "volatile" || word == "asynchronous";
    like.is_contiguous |= word == "contiguous";
    like.is_optional |= word == "optional";
    like.is_constant |= word == "parameter";
    like.is_coarray |= starts(word, "codimension[");
    if (starts(word, "dimension(")) {
        take_shape(inside_brackets(word, 9, std::min(after_bracket(word, 9), word.size())), like);
    }
}

/// The names between the brackets of a procedure's header.
std::vector<std::string> arguments_of(std::string_view header) {
    std::vector<std::string> names;
    const size_t word = std::min(header.find("subroutine"), header.find("function"));
    const size_t open = word == header.npos ? word : header.find('(', word);
    if (open != header.npos) {
        const size_t close = std::min(after_bracket(header, open), header.size());
        for (const Range& part : split_list(header, open + 1, std::max(close, open + 2) - 1)) {
            names.emplace_back(header.substr(part.begin, part.end - part.begin));
        }
    }
    return names;
}

} // namespace

void FortranDeclarations::take(const Item& item) {
    shared_.clear();
    was_declaration_ = false;
    if (open_type_.empty()) {
        follow_units(item);
    }
    if (item.is_directive) {
        return;
    }
    const std::string_view text = item.text;
    if (!open_type_.empty()) {
        was_declaration_ = true;
        if (starts(text, "endtype")) {
            open_type_.clear();
        } else {
            take_declaration(text);
        }
        return;
    }
    const bool has_colons = !after_double_colon(text).empty();
    if (!has_colons && find_assignment(text, 0) != text.npos) {
        return;
    }
    if (starts(text, "use") &&
        (after_name(text, 3) > 3 || starts(text, "use::") || starts(text, "use,"))) {
        take_use(text);
    }
    if (!take_construct(text) && !take_type(text)) {
        take_declaration(text);
        take_attribute(text);
    }
}

/// A scope for each program unit that the file is in.
void FortranDeclarations::follow_units(const Item& item) {
    units_.take(item);
    const size_t depth = units_.depth();
    if (depth > depth_) {
        Scope scope;
        scope.arguments = arguments_of(item.text);
        const std::string_view text = item.text;
        const size_t word = std::min(text.find("subroutine"), text.find("function"));
        if (word != text.npos) {
            const size_t name = word + (text[word] == 's' ? 10 : 8);
            scope.procedure = text.substr(name, after_name(text, name) - name);
        }
        const size_t recursive = text.find("recursive");
        scope.is_recursive = recursive < word && (recursive == 0 || text[recursive - 1] != '_');
        if (starts(text, "module") && depth == 1) {
            scope.module = text.substr(6);
        }
        names_.scopes.push_back(std::move(scope));
    }
    for (; depth < depth_ && names_.scopes.size() > 1; --depth_) {
        close_unit();
    }
    depth_ = depth;
}

void FortranDeclarations::close_unit() {
    while (names_.scopes.back().is_construct &&
           names_.scopes.size() > 2) { // never closed, as on #if branches
        names_.scopes.pop_back();
    }
    note_arguments();
    if (!names_.scopes.back().module.empty()) {
        modules_[names_.scopes.back().module] = std::move(names_.scopes.back());
    }
    names_.scopes.pop_back();
}

void FortranDeclarations::note_arguments() {
    const Scope& scope = names_.scopes.back();
    for (size_t i = 0; i < scope.arguments.size(); ++i) {
        const auto known = scope.variables.find(scope.arguments[i]);
        if (known == scope.variables.end() || !known->second.is_coarray ||
            known->second.is_allocatable) {
            continue;
        }
        const DerivedType* type = names_.find_type(known->second.type);
        coarray_arguments_[scope.procedure].push_back(
            {i, type != nullptr && names_.has_pointers(*type), known->second.has_open_bounds});
    }
}

/// `use m`, `use :: m, only: a, b => c`: what modules of the same file hold.
void FortranDeclarations::take_use(std::string_view text) {
    const size_t colons = text.find("::");
    const size_t begin = colons == text.npos ? 3 : colons + 2;
    const size_t end = after_name(text, begin);
    const auto module = modules_.find(text.substr(begin, end - begin));
    if (module == modules_.end()) {
        return;
    }
    Scope& scope = names_.scopes.back();
    const Scope& used = module->second;
    scope.types.insert(used.types.begin(), used.types.end());
    const size_t only = text.find(",only:", end);
    if (only == text.npos) {
        scope.variables.insert(used.variables.begin(), used.variables.end());
    }
    const size_t list = only == text.npos ? end + 1 : only + 6;
    for (const Range& part : split_list(text, std::min(list, text.size()), text.size())) {
        const std::string_view entry = text.substr(part.begin, part.end - part.begin);
        const size_t arrow = entry.find("=>");
        const std::string_view name = arrow == entry.npos ? entry : entry.substr(arrow + 2);
        if (const auto known = used.variables.find(name); known != used.variables.end()) {
            scope.variables[std::string(entry.substr(0, arrow))] = known->second;
        }
        if (const auto known = used.types.find(name); known != used.types.end()) {
            scope.types[std::string(entry.substr(0, arrow))] = known->second;
        }
    }
}

bool FortranDeclarations::take_construct(std::string_view text) {
    const std::string_view plain = without_name(text);
    const bool opens = plain == "block" || starts(plain, "associate(");
    const bool closes = starts(text, "endblock") || starts(text, "endassociate");
    if (opens) {
        Scope scope;
        scope.is_construct = true;
        scope.is_recursive = names_.scopes.back().is_recursive;
        names_.scopes.push_back(std::move(scope));
        if (plain != "block") {
            take_associate(plain);
        }
    } else if (closes && names_.scopes.back().is_construct) {
        names_.scopes.pop_back();
    }
    return opens || closes;
}

void FortranDeclarations::take_associate(std::string_view text) {
    const size_t close = std::min(after_bracket(text, 9), text.size());
    for (const Range& part : split_list(text, 10, std::max<size_t>(close, 11) - 1)) {
        const std::string_view pair = text.substr(part.begin, part.end - part.begin);
        const size_t arrow = pair.find("=>");
        if (arrow == pair.npos) {
            continue;
        }
        Entity entity;
        const Designator designator = read_designator(pair, arrow + 2);
        if (designator.end == pair.size()) {
            const Meaning meaning = find_meaning(designator, names_);
            entity.is_array = meaning.array_part < designator.parts.size();
            entity.type = meaning.last != nullptr ? meaning.last->type : "";
            entity.is_character = meaning.last != nullptr && meaning.last->is_character;
            entity.first = "";
        }
        names_.scopes.back().variables[std::string(pair.substr(0, arrow))] = entity;
    }
}

/// The statement that begins the definition of a derived type.
bool FortranDeclarations::take_type(std::string_view text) {
    if (!starts(text, "type") || starts(text, "type(") || starts(text, "typeis(")) {
        return false;
    }
    const std::string_view after = after_double_colon(text);
    const std::string_view name = after.empty() ? text.substr(4) : after;
    if (after_name(name, 0) != name.size() || name.empty()) {
        return false;
    }
    DerivedType type;
    if (const size_t parent = text.find(",extends("); parent != text.npos) {
        const size_t begin = parent + 9;
        const std::string_view parent_name = text.substr(begin, text.find(')', begin) - begin);
        if (const DerivedType* known = names_.find_type(parent_name); known != nullptr) {
            type = *known;
        }
    }
    type.is_of_module = !names_.scopes.back().module.empty();
    open_type_ = name;
    names_.scopes.back().types[open_type_] = type;
    was_declaration_ = true;
    return true;
}

void FortranDeclarations::take_declaration(std::string_view text) {
    Entity like;
    const size_t end = read_type(text, like);
    if (end == 0 || end >= text.size()) {
        return;
    }
    const std::string_view entities = after_double_colon(text);
    if (entities.empty() && (!names_.scopes.back().arguments.empty() || !open_type_.empty()) &&
        text.find("function") != text.npos) {
        return;
    }
    was_declaration_ = true;
    const size_t begin = entities.empty() ? end : text.size() - entities.size();
    const size_t attributes_end = entities.empty() ? end : begin - 2;
    for (const Range& word : split_list(text, end, attributes_end)) {
        read_attribute(text.substr(word.begin, word.end - word.begin), like);
    }
    for (const Range& entity : split_list(text, begin, text.size())) {
        declare(text.substr(entity.begin, entity.end - entity.begin), like);
    }
}

void FortranDeclarations::declare(std::string_view entity, const Entity& like) {
    const std::string name(entity.substr(0, after_name(entity, 0)));
    Entity made = like;
    size_t at = name.size();
    if (at < entity.size() && entity[at] == '(') {
        const size_t close = std::min(after_bracket(entity, at), entity.size());
        const std::string_view shape = inside_brackets(entity, at, close);
        take_shape(shape, made);
        made.may_have_gaps = made.has_open_bounds;
        at = close;
    }
    made.is_coarray |= at < entity.size() && entity[at] == '[';
    made.has_value = entity.find('=') != entity.npos;
    Scope& scope = names_.scopes.back();
    if (!open_type_.empty()) {
        scope.types[open_type_].components.emplace_back(name, made);
        return;
    }
    made.is_saved |= !scope.module.empty() || made.has_value;
    made.is_dummy =
        std::find(scope.arguments.begin(), scope.arguments.end(), name) != scope.arguments.end();
    made.may_have_gaps &= made.is_pointer || (made.is_dummy && !made.is_allocatable);
    made.may_have_gaps &= !made.is_contiguous;
    if (scope.is_recursive && made.is_coarray && made.is_allocatable && !made.is_dummy &&
        !made.is_saved) {
        shared_.push_back(name);
    }
    scope.variables[name] = made;
}

/// `allocatable :: a(:)[:]`, `dimension a(3)` and others that add to a declaration.
void FortranDeclarations::take_attribute(std::string_view text) {
    constexpr std::string_view kWords[] = {"allocatable", "dimension", "pointer",  "codimension",
                                           "target",      "save",      "volatile", "optional"};
    for (const std::string_view word : kWords) {
        if (!starts(text, word)) {
            continue;
        }
        const std::string_view after = after_double_colon(text);
        const std::string_view list = after.empty() ? text.substr(word.size()) : after;
        for (const Range& part : split_list(list, 0, list.size())) {
            const std::string_view entity = list.substr(part.begin, part.end - part.begin);
            const std::string_view name = entity.substr(0, after_name(entity, 0));
            if (name.empty()) { // a SAVE of all variables, or of a common block
                continue;
            }
            const auto known = names_.scopes.back().variables.find(name);
            Entity like = known != names_.scopes.back().variables.end() ? known->second : Entity();
            read_attribute(word, like);
            declare(entity, like);
        }
        was_declaration_ = true;
    }
}

} // namespace arauto::tools
