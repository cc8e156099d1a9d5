// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See designator.hpp.
#include "designator.hpp"

#include "fortran_names.hpp"

#include <algorithm>

namespace arauto::tools {
namespace {

bool has_colon(std::string_view text) {
    return find_outside(text, ":", 0) != text.npos;
}

std::string_view take_brackets(std::string_view text, size_t& at) {
    const size_t close = std::min(after_bracket(text, at), text.size());
    const std::string_view inside = text.substr(at + 1, close - std::min(close, at + 2));
    at = close;
    return inside;
}

/// Whether a subscript is an array: a constructor, the name of one, or a section.
bool is_vector(std::string_view subscript, const FortranNames& names) {
    if (subscript.substr(0, 1) == "[" || subscript.substr(0, 2) == "(/") {
        return true;
    }
    const NamedArray vector = find_named_array(subscript, names);
    return vector.entity != nullptr &&
           (!vector.part.has_subscripts || has_colon(vector.part.subscripts));
}

/// Notes vector subscripts. @return whether the subscripts select several elements
bool read_subscripts(std::string_view subscripts, const FortranNames& names, Meaning& meaning) {
    const std::vector<std::string_view> all = texts_of_list(subscripts);
    bool selects_several = false;
    for (const std::string_view subscript : all) {
        if (is_vector(subscript, names)) {
            meaning.has_vector = true;
            meaning.has_vector_among_several |= all.size() > 1;
            selects_several = true;
        }
        selects_several |= has_colon(subscript);
    }
    return selects_several;
}

const Entity* find_component(const DerivedType* type, std::string_view name, bool& is_first) {
    if (type == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(type->components.begin(), type->components.end(),
                                    [&](const auto& c) { return c.first == name; });
    is_first = found == type->components.begin();
    return found == type->components.end() ? nullptr : &found->second;
}

/// Reads what the subscripts of a part mean. @return whether the part is an array or a section
bool is_several(const Designator::Part& part,
                const Entity* entity,
                const FortranNames& names,
                Meaning& meaning) {
    if (!part.has_subscripts) {
        return entity != nullptr && entity->is_array;
    }
    if (entity != nullptr && entity->is_character && !entity->is_array) {
        return false; // a substring
    }
    return read_subscripts(part.subscripts, names, meaning);
}

} // namespace

bool Designator::is_coindexed() const {
    return std::any_of(parts.begin(), parts.end(), [](const Part& p) { return p.has_selector; });
}

Designator read_designator(std::string_view text, size_t begin) {
    Designator designator;
    designator.end = begin;
    for (size_t at = begin;;) {
        const size_t end = after_name(text, at);
        if (end == at) {
            break;
        }
        Designator::Part part;
        part.name = text.substr(at, end - at);
        at = end;
        if (at < text.size() && text[at] == '(') {
            part.has_subscripts = true;
            part.subscripts = take_brackets(text, at);
        }
        if (at < text.size() && text[at] == '[') {
            part.has_selector = true;
            take_brackets(text, at);
        }
        if (at < text.size() && text[at] == '(') {
            part.has_substring = true;
            part.substring = take_brackets(text, at);
        }
        designator.parts.push_back(part);
        designator.end = at;
        if (at >= text.size() || text[at] != '%') {
            break;
        }
        ++at;
    }
    return designator;
}

Meaning find_meaning(const Designator& designator, const FortranNames& names) {
    Meaning meaning;
    const size_t count = designator.parts.size();
    meaning.array_part = count;
    const DerivedType* type = nullptr;
    meaning.is_known = true;
    for (size_t i = 0; i < count; ++i) {
        const Designator::Part& part = designator.parts[i];
        bool is_first = false;
        const Entity* entity =
            i == 0 ? names.find(part.name) : find_component(type, part.name, is_first);
        const bool several = is_several(part, entity, names, meaning);
        if (meaning.array_part < i) {
            const bool is_at_begin =
                is_first &&
                (!part.has_subscripts || (entity != nullptr && part.subscripts == entity->first));
            meaning.has_offset |= entity != nullptr && !is_at_begin;
            meaning.may_have_offset |= entity == nullptr;
        } else if (several && meaning.array_part == count) {
            meaning.array_part = i;
        }
        meaning.crosses_class |=
            i > 1 && meaning.last != nullptr && meaning.last->is_class && !meaning.last->is_array;
        meaning.last = entity;
        meaning.is_known &= entity != nullptr;
        meaning.variable = i == 0 ? entity : meaning.variable;
        type = entity == nullptr ? nullptr : names.find_type(entity->type);
        meaning.type = i == 0 ? type : meaning.type;
    }
    if (count > 0) {
        const Designator::Part& last = designator.parts.back();
        const bool is_text = meaning.last != nullptr && meaning.last->is_character;
        meaning.is_character = is_text;
        meaning.is_substring =
            last.has_substring || (is_text && !meaning.last->is_array && last.has_subscripts);
    }
    return meaning;
}

bool goes_by_references(const Meaning& meaning, const FortranNames& names) {
    return meaning.type != nullptr && names.has_pointers(*meaning.type);
}

std::vector<std::string_view> subscripts_of(const Designator& designator) {
    std::vector<std::string_view> all;
    for (const Designator::Part& part : designator.parts) {
        const std::vector<std::string_view> some = texts_of_list(part.subscripts);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

NamedArray find_named_array(std::string_view subscript, const FortranNames& names) {
    const Designator array = read_designator(subscript, 0);
    if (array.end != subscript.size() || array.parts.size() != 1) {
        return {};
    }
    const Entity* known = names.find(array.parts[0].name);
    return known != nullptr && known->is_array ? NamedArray{known, array.parts[0]} : NamedArray{};
}

} // namespace arauto::tools
