// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wrong_pointers.hpp.
#include "wrong_pointers.hpp"

#include "designator.hpp"

#include <string>

namespace arauto::tools {
namespace {

/// `p(1:3) => a`, of which each part of the descriptor is set by itself; not `p(0:) => a`.
bool has_upper_bound(std::string_view subscripts) {
    return !subscripts.empty() && subscripts.back() != ':';
}

} // namespace

/// The descriptor of an allocatable coarray, which is copied whole, has its cobounds and its token
/// behind the part that a pointer has too. Only the copy to a component is as long as its target.
Fault find_pointer_fault(std::string_view statement, const FortranNames& names) {
    const Designator pointer = read_designator(statement, 0);
    if (pointer.parts.size() != 1 || statement.substr(pointer.end, 2) != "=>" ||
        has_upper_bound(pointer.parts[0].subscripts)) {
        return {};
    }
    const Designator target = read_designator(statement, pointer.end + 2);
    if (target.end != statement.size() || target.parts.empty() ||
        target.parts.back().has_subscripts || target.is_coindexed()) {
        return {};
    }
    const std::string name(statement.substr(pointer.end + 2));
    const Entity* const known = find_meaning(target, names).last;
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
