// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads the declarations of a Fortran file. Names from modules in other files are unknown. Never
// fails.
#pragma once

#include "fortran_names.hpp"
#include "fortran_source.hpp"
#include "program_units.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

class FortranDeclarations {
  public:
    /// Takes the next item of the file.
    void take(const Item& item);
    /// The names that are visible behind that item.
    [[nodiscard]] const FortranNames& names() const { return names_; }
    /// An argument of a procedure that is a coarray and not allocatable.
    struct CoarrayArgument {
        size_t index; // from 0 on
        bool has_pointers; // its type has pointer or allocatable components
        bool has_open_bounds;
    };
    /// The coarray arguments of the procedures of the file.
    [[nodiscard]] const std::map<std::string, std::vector<CoarrayArgument>, std::less<>>&
    coarray_arguments() const {
        return coarray_arguments_;
    }
    /// The local allocatable coarrays of a recursive procedure that the last item declared.
    [[nodiscard]] const std::vector<std::string>& shared_coarrays() const { return shared_; }
    /// Whether the last item began a function or a module, or was a declaration.
    [[nodiscard]] bool was_declaration() const { return was_declaration_; }

  private:
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
    FortranNames names_;
    std::map<std::string, Scope, std::less<>> modules_; // those that the file has ended
    std::map<std::string, std::vector<CoarrayArgument>, std::less<>> coarray_arguments_;
    std::string open_type_; // whose components are being declared
    size_t depth_ = 0; // of program units
    std::vector<std::string> shared_;
    bool was_declaration_ = false;
};

} // namespace arauto::tools
