// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See type_codes.hpp.
#include "type_codes.hpp"

namespace arauto::prif {

coarray::Element element_of(int8_t type, size_t bytes) noexcept {
    using coarray::Class;
    switch (type) {
    case type_code::kInt8:
    case type_code::kInt16:
    case type_code::kInt32:
    case type_code::kInt64:
    case type_code::kInt128:
        return {Class::integer, static_cast<int>(bytes), bytes};
    case type_code::kFloat:
    case type_code::kDouble:
        return {Class::real, static_cast<int>(bytes), bytes};
    case type_code::kExtended:
        return {Class::real, 10, bytes};
    case type_code::kLongDouble:
    case type_code::kQuad:
        return {Class::real, 16, bytes};
    case type_code::kComplexFloat:
    case type_code::kComplexDouble:
        return {Class::complex, static_cast<int>(bytes / 2), bytes};
    case type_code::kComplexExtended:
        return {Class::complex, 10, bytes};
    case type_code::kComplexLongDouble:
    case type_code::kComplexQuad:
        return {Class::complex, 16, bytes};
    case type_code::kLogical:
        return {Class::logical, static_cast<int>(bytes), bytes};
    case type_code::kCharacter:
        return {Class::character, 1, bytes};
    case type_code::kCharacter4:
        return {Class::character, 4, bytes};
    default:
        return {Class::derived, 0, bytes};
    }
}

} // namespace arauto::prif
