// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lost_arguments.hpp.
#include "lost_arguments.hpp"

#include "fortran_source.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace arauto::tools {
namespace {

/// Whether a subscript is a section of an array with a stride, as in `v(1:5:2)`.
bool is_strided_vector(std::string_view subscript, const FortranNames& names) {
    const NamedArray vector = find_named_array(subscript, names);
    const std::vector<std::string_view> inner = texts_of_list(vector.part.subscripts);
    return vector.entity != nullptr &&
           std::any_of(inner.begin(), inner.end(), [](std::string_view one) {
               const size_t colon = find_outside(one, ":", 0);
               return colon != one.npos && find_outside(one, ":", colon + 1) != one.npos;
           });
}

} // namespace

Fault find_lost_argument(std::string_view text,
                         const Designator& object,
                         const Meaning& meaning,
                         bool is_operand,
                         const FortranNames& names) {
    const Entity* last = meaning.last;
    if (object.parts.size() > 1 && last != nullptr && last->has_deferred_length &&
        !last->is_array) {
        return {"the length of " + quote(text) + " is left out; give the component a constant " +
                    "length, ",
                Fault::kError};
    }
    if (goes_by_references(meaning, names) || !meaning.has_vector) {
        return {};
    }
    const std::vector<std::string_view> subscripts = subscripts_of(object);
    const auto strided =
        std::find_if(subscripts.begin(), subscripts.end(),
                     [&](std::string_view one) { return is_strided_vector(one, names); });
    if (strided != subscripts.end()) {
        return {"number and stride of the subscripts " + quote(*strided) + " are left out of " +
                quote(text) + "; put them in parentheses, "};
    }
    if (is_operand) {
        return {"the address of " + quote(text) + ", a read with a vector subscript inside an " +
                    "expression, is wrong; assign it to an array first, ",
                Fault::kError};
    }
    return {};
}

bool loses_length(std::string_view source, const FortranNames& names) {
    if (source == "''" || source == "\"\"") {
        return true;
    }
    constexpr std::string_view kFunctions[] = {"achar", "char", "merge", "repeat", "trim"};
    const std::string_view name = source.substr(0, after_name(source, 0));
    const bool is_function =
        std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions) &&
        names.find(name) == nullptr && read_designator(source, 0).end == source.size();
    return is_function || find_outside(source, "//", 0) != source.npos;
}

/// The argument is the fourth one, or the fifth of CO_REDUCE, or has its keyword.
Fault find_lost_message(std::string_view statement, const FortranNames& names) {
    constexpr std::string_view kKeyword = "errmsg=";
    const size_t open = statement.find('(');
    const size_t close = std::min(after_bracket(statement, open), statement.size());
    const bool is_reduce = statement.substr(0, open) == "callco_reduce";
    const std::vector<std::string_view> arguments =
        texts_of_list(statement.substr(open + 1, close - std::min(close, open + 2)));
    for (size_t i = 0; i < arguments.size(); ++i) {
        std::string_view text = arguments[i];
        if (text.substr(0, kKeyword.size()) == kKeyword) {
            text.remove_prefix(kKeyword.size());
        } else if (i != (is_reduce ? 4U : 3U)) {
            continue;
        }
        const Designator argument = read_designator(text, 0);
        const Entity* const last = find_meaning(argument, names).last;
        if (argument.end == text.size() && last != nullptr && last->is_character &&
            !last->has_deferred_length) {
            return {"no text comes to " + quote(text) +
                        ", an ERRMSG= of constant length; declare " +
                        "it as character(:), allocatable, ",
                    Fault::kMessage};
        }
    }
    return {};
}

} // namespace arauto::tools
