// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wrong_pointers.hpp.
#include "wrong_pointers.hpp"

#include "designator.hpp"

#include <string>

namespace arauto::tools {

/// The descriptor of an allocatable coarray, which is copied whole, has its cobounds and its token
/// behind the part that a pointer has too. Only the copy to a component is as long as its target.
Fault find_pointer_fault(std::string_view statement, const FortranNames& names) {
    const Designator pointer = read_designator(statement, 0);
    if (pointer.parts.size() != 1 || statement.substr(pointer.end, 2) != "=>") {
        return {};
    }
    const Designator target = read_designator(statement, pointer.end + 2);
    if (target.end != statement.size() || target.parts.size() != 1 ||
        target.parts[0].has_subscripts || target.is_coindexed()) {
        return {};
    }
    const std::string name(target.parts[0].name);
    const Entity* const known = names.find(name);
    if (known == nullptr || !known->is_coarray || !known->is_allocatable || !known->is_array ||
        known->is_class) {
        return {};
    }
    return {"what lies behind '" + std::string(pointer.parts[0].name) + "' is overwritten by " +
                quote(statement) + ", where '" + name +
                "' is an allocatable coarray; let it point to a section of all elements, ",
            Fault::kCrash};
}

} // namespace arauto::tools
