// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lost_arguments.hpp.
#include "lost_arguments.hpp"

#include "fortran_source.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace arauto::tools {
namespace {

/// Calls f with the index of each character outside all brackets.
template <typename F> void for_each_outside(std::string_view text, F f) {
    for (size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '[') {
            at = std::min(after_bracket(text, at), text.size()) - 1;
        } else {
            f(at);
        }
    }
}

/// Whether a subscript is a section of an array with a stride, as in `v(1:5:2)`.
bool is_strided_vector(std::string_view subscript, const FortranNames& names) {
    const Designator vector = read_designator(subscript, 0);
    if (vector.end != subscript.size() || vector.parts.size() != 1) {
        return false;
    }
    const Entity* known = names.find(vector.parts[0].name);
    const std::vector<std::string_view> inner = texts_of_list(vector.parts[0].subscripts);
    return known != nullptr && known->is_array &&
           std::any_of(inner.begin(), inner.end(), [](std::string_view one) {
               int colons = 0;
               for_each_outside(one, [&](size_t at) { colons += one[at] == ':' ? 1 : 0; });
               return colons == 2;
           });
}

/// The first vector subscript with a stride; empty without one.
std::string_view strided_vector(const Designator& object, const FortranNames& names) {
    for (const Designator::Part& part : object.parts) {
        for (const std::string_view one : texts_of_list(part.subscripts)) {
            if (is_strided_vector(one, names)) {
                return one;
            }
        }
    }
    return {};
}

} // namespace

std::vector<Fault> find_lost_arguments(std::string_view text,
                                       const Designator& object,
                                       bool is_operand,
                                       const FortranNames& names) {
    const Meaning meaning = find_meaning(object, names);
    const Entity* last = meaning.last;
    if (object.parts.size() > 1 && last != nullptr && last->has_deferred_length &&
        !last->is_array) {
        return {{"the length of " + quote(text) + " is left out; give the component a constant " +
                     "length, ",
                 Fault::kError}};
    }
    const bool goes_by_references = meaning.type != nullptr && names.has_pointers(*meaning.type);
    if (goes_by_references || !meaning.has_vector) {
        return {};
    }
    if (const std::string_view vector = strided_vector(object, names); !vector.empty()) {
        return {{"number and stride of the subscripts " + quote(vector) + " are left out of " +
                 quote(text) + "; put them in parentheses, "}};
    }
    if (is_operand) {
        return {{"the address of " + quote(text) + ", a read with a vector subscript inside an " +
                     "expression, is wrong; assign it to an array first, ",
                 Fault::kError}};
    }
    return {};
}

bool loses_length(std::string_view source, const FortranNames& names) {
    if (source == "''" || source == "\"\"") {
        return true;
    }
    bool is_joined = false;
    for_each_outside(source, [&](size_t at) { is_joined |= source.substr(at, 2) == "//"; });
    constexpr std::string_view kFunctions[] = {"achar", "char", "merge", "repeat", "trim"};
    const std::string_view name = source.substr(0, after_name(source, 0));
    const bool is_function =
        std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions) &&
        names.find(name) == nullptr && read_designator(source, 0).end == source.size();
    return is_joined || is_function;
}

} // namespace arauto::tools
