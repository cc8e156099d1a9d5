// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Parses a Fortran designator: `a(1:3)[n]%b(2)` is the part `a` with subscripts and an image
// selector, and the part `b` with subscripts.
#pragma once

#include "fortran_source.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

struct FortranNames;
struct Entity;
struct DerivedType;

struct Designator {
    struct Part {
        std::string_view name;
        std::string_view subscripts; // the text between the brackets
        std::string_view substring; // between second ones
        bool has_subscripts = false;
        bool has_substring = false;
        bool has_selector = false;
    };
    std::vector<Part> parts;
    size_t end = 0; // in the text; the begin when there is none
    [[nodiscard]] bool is_coindexed() const;
};

/// Reads the designator that starts at `begin` of a statement.
[[nodiscard]] Designator read_designator(std::string_view text, size_t begin);

/// The meaning of a designator, as far as the file defines it.
struct Meaning {
    size_t array_part = 0; // the part that is an array or a section; their number without one
    bool is_known = false; // the types of all parts are
    bool has_offset = false; // what follows the array part does not begin where its elements do
    bool may_have_offset = false; // it is not known
    bool has_vector = false; // a subscript is an array
    bool has_vector_among_several = false; // in an array of more than one dimension
    bool is_character = false;
    bool is_substring = false;
    bool crosses_class = false; // a polymorphic component, and then one of its own
    const Entity* variable = nullptr; // what the designator begins with
    const Entity* last = nullptr; // what its last part is
    const DerivedType* type = nullptr; // of the variable
};
[[nodiscard]] Meaning find_meaning(const Designator& designator, const FortranNames& names);

/// Whether the variable's type has pointer or allocatable components: GCC 12 to 14 then describe an
/// access by references instead of by an address.
[[nodiscard]] bool goes_by_references(const Meaning& meaning, const FortranNames& names);

/// The subscripts of all parts.
[[nodiscard]] std::vector<std::string_view> subscripts_of(const Designator& designator);

/// The array that a subscript consists of, with or without subscripts of its own.
struct NamedArray {
    const Entity* entity = nullptr; // null: it is none that the file declares
    Designator::Part part;
};
[[nodiscard]] NamedArray find_named_array(std::string_view subscript, const FortranNames& names);

} // namespace arauto::tools
