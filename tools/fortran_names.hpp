// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The variables and types that are visible at one line of a Fortran file, as far as
// fortran_declarations.hpp has read the file.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arauto::tools {

/// A variable, or a component of a type.
struct Entity {
    bool is_array = false;
    bool is_coarray = false;
    bool is_allocatable = false;
    bool is_pointer = false;
    bool is_class = false;
    bool is_character = false;
    bool is_complex = false;
    bool has_deferred_length = false;
    bool is_dummy = false;
    bool is_saved = false; // of a module too, or with an initial value
    bool is_target = false; // or volatile, or asynchronous
    bool is_contiguous = false;
    bool has_open_bounds = false; // an array whose declaration leaves its extents open
    bool is_optional = false;
    bool is_constant = false; // PARAMETER
    bool has_value = false; // at first
    bool may_have_gaps = false; // its elements need not lie side by side in memory
    std::string type; // of derived type: its name
    std::string first = "1"; // an array of one dimension: its lower bound
    std::string shape; // an array: its bounds
};

struct DerivedType {
    std::vector<std::pair<std::string, Entity>> components;
    bool is_of_module = false; // it is defined in the specification part of one
};

/// A program unit or a construct, and what is declared in it.
struct Scope {
    std::map<std::string, Entity, std::less<>> variables;
    std::map<std::string, DerivedType, std::less<>> types;
    std::vector<std::string> arguments;
    bool is_recursive = false;
    bool is_construct = false; // BLOCK or ASSOCIATE
    std::string module; // its name, when it is one
    std::string procedure;
};

struct FortranNames {
    std::vector<Scope> scopes{1}; // the innermost is the last

    /// Index of the innermost scope that declares the name; their number for names that the file
    /// does not declare.
    [[nodiscard]] size_t scope_of(std::string_view name) const;
    /// Null for names that the file does not declare.
    [[nodiscard]] const Entity* find(std::string_view name) const;
    [[nodiscard]] const DerivedType* find_type(std::string_view name) const;
    /// Whether a component of the type, or of one inside it, is a pointer or allocatable.
    [[nodiscard]] bool has_pointers(const DerivedType& type) const;
    /// Whether a component of the type, or of one that is part of it, is allocatable.
    [[nodiscard]] bool has_allocatable(const DerivedType& type) const;
    /// Whether the text has no names but those of named constants.
    [[nodiscard]] bool is_constant(std::string_view expression) const;
    /// The component of a type that no module defines, or of one inside it, which is a pointer to
    /// an array and has another one behind it. Empty without one.
    [[nodiscard]] std::string inner_array_pointer(const DerivedType& type) const;
};

} // namespace arauto::tools
