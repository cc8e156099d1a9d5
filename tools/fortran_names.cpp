// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fortran_names.hpp.
#include "fortran_names.hpp"

#include "fortran_source.hpp"

namespace arauto::tools {

size_t FortranNames::scope_of(std::string_view name) const {
    for (size_t i = scopes.size(); i-- > 0;) {
        if (scopes[i].variables.contains(name)) {
            return i;
        }
    }
    return scopes.size();
}

const Entity* FortranNames::find(std::string_view name) const {
    const size_t scope = scope_of(name);
    return scope < scopes.size() ? &scopes[scope].variables.find(name)->second : nullptr;
}

const DerivedType* FortranNames::find_type(std::string_view name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
        if (const auto found = scope->types.find(name); found != scope->types.end()) {
            return &found->second;
        }
    }
    return nullptr;
}

bool FortranNames::has_pointers(const DerivedType& type) const {
    std::vector<const DerivedType*> types = {&type};
    for (size_t i = 0; i < types.size() && i < 100; ++i) { // a type can hold pointers to itself
        for (const auto& [name, component] : types[i]->components) {
            if (component.is_allocatable || component.is_pointer) {
                return true;
            }
            const DerivedType* inner = find_type(component.type);
            if (inner != nullptr) {
                types.push_back(inner);
            }
        }
    }
    return false;
}

bool FortranNames::has_allocatable(const DerivedType& type) const {
    std::vector<const DerivedType*> types = {&type};
    for (size_t i = 0; i < types.size() && i < 100; ++i) {
        for (const auto& [name, component] : types[i]->components) {
            if (component.is_allocatable) {
                return true;
            }
            const DerivedType* inner = component.is_pointer ? nullptr : find_type(component.type);
            if (inner != nullptr) {
                types.push_back(inner);
            }
        }
    }
    return false;
}

bool FortranNames::is_constant(std::string_view expression) const {
    for (size_t at = 0; at < expression.size(); ++at) {
        if (!is_name_character(expression[at])) {
            continue;
        }
        const size_t begin = at;
        while (at < expression.size() && is_name_character(expression[at])) {
            ++at;
        }
        const std::string_view word = expression.substr(begin, at - begin);
        const Entity* known = find(word);
        const bool is_number = word.find_first_not_of("0123456789") == word.npos;
        if (!is_number && (known == nullptr || !known->is_constant)) {
            return false;
        }
    }
    return true;
}

std::string FortranNames::inner_array_pointer(const DerivedType& type) const {
    std::vector<const DerivedType*> types = {&type};
    for (size_t i = 0; i < types.size() && i < 100; ++i) {
        for (const auto& [name, component] : types[i]->components) {
            const bool is_last = &component == &types[i]->components.back().second;
            const bool is_behind = !is_last || i > 0; // what is behind an inner type is not known
            if (component.is_pointer && component.is_array && is_behind &&
                !types[i]->is_of_module) {
                return name;
            }
            const DerivedType* inner = find_type(component.type);
            if (inner != nullptr && !component.is_pointer && !component.is_allocatable) {
                types.push_back(inner);
            }
        }
    }
    return "";
}

} // namespace arauto::tools
