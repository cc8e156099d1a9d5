// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the declarations of a Fortran file say of its variables and types, as far as the file itself
// tells. A name that comes from a module of another file is not known. Never fails.
#pragma once

#include "fortran_source.hpp"
#include "program_units.hpp"

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
    bool is_saved = false;
    bool is_contiguous = false;
    bool may_have_gaps = false; // its elements need not lie side by side in memory
    std::string type; // of derived type: its name
    std::string first = "1"; // an array of one dimension: its lower bound
};

struct DerivedType {
    std::vector<std::pair<std::string, Entity>> components;
};

class FortranNames {
  public:
    /// Takes the next item of the file.
    void take(const Item& item);
    /// Null for names that the file does not declare.
    [[nodiscard]] const Entity* find(std::string_view name) const;
    [[nodiscard]] const DerivedType* find_type(std::string_view name) const;
    /// Whether a component of the type, or of one inside it, is a pointer or allocatable.
    [[nodiscard]] bool has_pointers(const DerivedType& type) const;
    /// Which arguments of the procedures of the file, from 0 on, are coarrays that are not
    /// allocatable and whose types have pointer or allocatable components.
    [[nodiscard]] const std::map<std::string, std::vector<size_t>, std::less<>>&
    coarray_arguments() const {
        return coarray_arguments_;
    }
    /// What the last item declared that is a local allocatable coarray of a recursive procedure.
    [[nodiscard]] const std::vector<std::string>& shared_coarrays() const { return shared_; }
    /// Whether the last item was a declaration, or part of a type.
    /// Whether the last item began a function or a module, or was a declaration.
    [[nodiscard]] bool was_declaration() const { return was_declaration_; }

  private:
    struct Scope {
        std::map<std::string, Entity, std::less<>> variables;
        std::map<std::string, DerivedType, std::less<>> types;
        std::vector<std::string> arguments;
        bool is_recursive = false;
        bool is_construct = false; // BLOCK or ASSOCIATE
        std::string module; // its name, when it is one
        std::string procedure;
    };
    void close_unit();
    void note_arguments();
    void take_use(std::string_view text);
    void follow_units(const Item& item);
    bool take_construct(std::string_view text);
    void take_associate(std::string_view text);
    bool take_type(std::string_view text);
    void take_declaration(std::string_view text);
    void declare(std::string_view entity, const Entity& like);
    void take_attribute(std::string_view text);

    ProgramUnits units_;
    std::vector<Scope> scopes_{1};
    std::map<std::string, Scope, std::less<>> modules_; // those that the file has ended
    std::map<std::string, std::vector<size_t>, std::less<>> coarray_arguments_;
    std::string open_type_; // whose components are being declared
    size_t depth_ = 0; // of program units
    std::vector<std::string> shared_;
    bool was_declaration_ = false;
};

} // namespace arauto::tools
