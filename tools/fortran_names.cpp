// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fortran_names.hpp"

namespace arauto::tools {

const Entity* FortranNames::find(std::string_view name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
        if (const auto found = scope->variables.find(name); found != scope->variables.end()) {
            return &found->second;
        }
    }
    return nullptr;
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

} // namespace arauto::tools
