// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wrong_components.hpp.
#include "wrong_components.hpp"

#include "fortran_source.hpp"

#include <algorithm>

namespace arauto::tools {
namespace {

bool starts(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

const DerivedType* type_of(const Entity* entity, const FortranNames& names) {
    return entity != nullptr ? names.find_type(entity->type) : nullptr;
}

/// Whether the variable's memory ends with a procedure or a BLOCK.
bool is_local(std::string_view name, const Entity& variable, const FortranNames& names) {
    const size_t scope = names.scope_of(name);
    const Scope& home = names.scopes[scope];
    return !variable.is_dummy && !variable.is_saved &&
           (!home.procedure.empty() || home.is_construct);
}

bool has_pointer(const DerivedType& type) {
    return std::any_of(type.components.begin(), type.components.end(),
                       [](const auto& component) { return component.second.is_pointer; });
}

/// A scalar pointer component of a static coarray, in an ALLOCATE statement; those to arrays are
/// nullified.
void check_undefined(const Designator& object,
                     const Entity& variable,
                     const FortranNames& names,
                     std::vector<Fault>& faults) {
    const Entity* last = find_meaning(object, names).last;
    if (object.parts.size() == 2 && !variable.is_dummy && last != nullptr && last->is_pointer &&
        !last->is_array && !last->has_value) {
        faults.push_back({"the pointer " + quote(object.parts[1].name) + " of " +
                              quote(object.parts[0].name) +
                              " begins with what the stack holds, and ALLOCATE takes that for "
                              "allocated; declare it with => null(), ",
                          Fault::kCrash});
    }
}

/// One object of an ALLOCATE statement.
void check_allocated(std::string_view text, const FortranNames& names, std::vector<Fault>& faults) {
    const std::string_view name = text.substr(0, after_name(text, 0));
    const Entity* known = names.find(name);
    const DerivedType* type = type_of(known, names);
    if (type == nullptr || !known->is_coarray) {
        return;
    }
    const Designator object = read_designator(text, 0);
    if (!known->is_allocatable) {
        check_undefined(object, *known, names, faults);
        return;
    }
    if (object.parts.size() != 1) {
        return;
    }
    if (!known->is_array && names.has_allocatable(*type) && is_local(name, *known, names)) {
        faults.push_back({"where " + quote(name) +
                              " goes out of scope, its descriptor is taken for its components; "
                              "make it an array of one element or SAVE it, ",
                          Fault::kCrash});
    }
    if (known->is_array && has_pointer(*type)) {
        faults.push_back({"the descriptor of " + quote(name) +
                              ", whose type has a pointer component, is overwritten; declare it "
                              "with constant bounds, ",
                          Fault::kCrash});
    }
}

void check_allocate(std::string_view text, const FortranNames& names, std::vector<Fault>& faults) {
    constexpr size_t kOpen = 8;
    const size_t close = std::min(after_bracket(text, kOpen), text.size());
    const std::string_view list = text.substr(kOpen + 1, close - std::min(close, kOpen + 2));
    for (std::string_view object : texts_of_list(list)) {
        const size_t colons = object.find("::");
        object = colons == object.npos ? object : object.substr(colons + 2);
        check_allocated(object, names, faults);
    }
}

/// LBOUND and UBOUND of a component of another image take the bounds 1 to its size.
void check_bounds(std::string_view text, const FortranNames& names, std::vector<Fault>& faults) {
    for (const std::string_view word : {"lbound(", "ubound("}) {
        for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
            const size_t begin = at + word.size();
            const Designator array = read_designator(text, begin);
            const bool is_name =
                at == 0 || (!is_name_character(text[at - 1]) && text[at - 1] != '%');
            if (!is_name || !array.is_coindexed() || array.parts.size() < 2 ||
                array.parts.back().has_subscripts) {
                continue;
            }
            const Entity* last = find_meaning(array, names).last;
            if (last == nullptr || last->is_allocatable || last->is_pointer) {
                const std::string_view object = text.substr(begin, array.end - begin);
                const char* const doubt =
                    last == nullptr ? ", unless its bounds are constant, which this file does not "
                                      "show"
                                    : "";
                faults.push_back({"the bounds of " + quote(object) +
                                  " are taken for 1 and its extent" + doubt +
                                  "; keep them in components of their own, "});
            }
        }
    }
}

/// CO_BROADCAST copies into components as they are, and does not allocate them.
void check_broadcast(std::string_view text, const FortranNames& names, std::vector<Fault>& faults) {
    const size_t open = text.find('(');
    const Designator argument = read_designator(text, open + 1);
    const Meaning meaning = find_meaning(argument, names);
    const DerivedType* type = type_of(meaning.last, names);
    if (type != nullptr && names.has_allocatable(*type)) {
        const std::string_view object = text.substr(open + 1, argument.end - open - 1);
        faults.push_back({"the allocatable components of " + quote(object) +
                          " are not allocated anew where it is received; broadcast their "
                          "shapes and each of them, "});
    }
}

/// Where an element of an array of deferred length is written, the section of all is passed.
void check_deferred(std::string_view text, const FortranNames& names, std::vector<Fault>& faults) {
    const size_t equal = find_assignment(text, 0);
    const Designator left = read_designator(text, 0);
    if (equal == text.npos || left.end != equal || left.parts.size() != 1) {
        return;
    }
    const Entity* known = names.find(left.parts[0].name);
    const Designator right = read_designator(text, equal + 1);
    const bool is_passed =
        left.is_coindexed() || (right.end == text.size() && right.is_coindexed());
    if (known != nullptr && known->is_coarray && known->is_array && known->has_deferred_length &&
        is_passed && find_meaning(left, names).array_part == left.parts.size()) {
        faults.push_back({"all elements of " + quote(left.parts[0].name) +
                          ", whose length is deferred, are overwritten by " +
                          quote(text.substr(0, equal)) + "; give it a constant length, "});
    }
}

/// Whether the number of elements that a vector subscript selects is not constant.
bool is_variable_vector(std::string_view subscript, const FortranNames& names) {
    if (subscript.substr(0, 1) == "[" || subscript.substr(0, 2) == "(/") {
        return subscript.find(':') != subscript.npos;
    }
    const NamedArray vector = find_named_array(subscript, names);
    const Entity* known = vector.entity;
    if (known == nullptr) {
        return false;
    }
    const bool has_variable_bounds = known->is_allocatable || known->is_pointer ||
                                     known->has_open_bounds || !names.is_constant(known->shape);
    if (!vector.part.has_subscripts) {
        return has_variable_bounds;
    }
    const std::vector<std::string_view> inner = texts_of_list(vector.part.subscripts);
    return std::any_of(inner.begin(), inner.end(), [&](std::string_view one) {
        const size_t colon = one.find(':');
        const bool is_open = colon == 0 || colon + 1 == one.size();
        return colon != one.npos && (!names.is_constant(one) || (is_open && has_variable_bounds));
    });
}

bool has_variable_vector(const Designator& designator, const FortranNames& names) {
    const std::vector<std::string_view> all = subscripts_of(designator);
    return std::any_of(all.begin(), all.end(),
                       [&](std::string_view one) { return is_variable_vector(one, names); });
}

/// Whether the compiler leaves what has come in an array of its own.
bool is_left_behind(const Designator& target,
                    const Meaning& to,
                    const Meaning& from,
                    const FortranNames& names) {
    if (to.variable == nullptr || !to.variable->is_coarray) {
        return false;
    }
    if (target.parts.size() > 1) {
        const bool is_part = to.last != nullptr && !to.last->is_allocatable;
        return goes_by_references(to, names) && is_part;
    }
    return to.variable->is_allocatable && goes_by_references(from, names);
}

} // namespace

std::vector<Fault> find_component_faults(std::string_view text,
                                         std::string_view statement,
                                         const FortranNames& names) {
    std::vector<Fault> faults;
    if (starts(statement, "allocate(")) {
        check_allocate(statement, names, faults);
    }
    if (text.find("bound(") != text.npos) {
        check_bounds(text, names, faults);
    }
    if (starts(statement, "callco_broadcast(")) {
        check_broadcast(statement, names, faults);
    }
    check_deferred(statement, names, faults);
    return faults;
}

Fault find_vector_fault(std::string_view target,
                        std::string_view source,
                        const FortranNames& names) {
    const Designator left = read_designator(target, 0);
    const Meaning to = find_meaning(left, names);
    const Meaning from = find_meaning(read_designator(source, 0), names);
    const char* const remedy = from.has_vector ? "; assign it to an array of its own first, "
                                               : "; put the right-hand side in parentheses, ";
    if (has_variable_vector(left, names)) {
        return {"how many elements " + quote(target) + " has is asked for before it is known" +
                remedy};
    }
    if (to.has_vector && is_left_behind(left, to, from, names)) {
        return {"nothing reaches " + quote(target) + ", whose subscripts hold an array" + remedy};
    }
    return {};
}

} // namespace arauto::tools
