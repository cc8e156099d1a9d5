// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The codes by which descriptors name the type of their elements, those of ISO_Fortran_binding.h
// and some more, which flang and LFortran number alike.
#pragma once

#include "coarray/element.hpp"

#include <cstdint>

namespace arauto::prif {

namespace type_code { // CFI_type_..., and flang's own
constexpr int8_t kInt8 = 7;
constexpr int8_t kInt16 = 8;
constexpr int8_t kInt32 = 9;
constexpr int8_t kInt64 = 10;
constexpr int8_t kInt128 = 11;
constexpr int8_t kFloat = 27;
constexpr int8_t kDouble = 28;
constexpr int8_t kExtended = 29;
constexpr int8_t kLongDouble = 30;
constexpr int8_t kQuad = 31;
constexpr int8_t kComplexFloat = 34;
constexpr int8_t kComplexDouble = 35;
constexpr int8_t kComplexExtended = 36;
constexpr int8_t kComplexLongDouble = 37;
constexpr int8_t kComplexQuad = 38;
constexpr int8_t kLogical = 39;
constexpr int8_t kCharacter = 40;
constexpr int8_t kStruct = 42;
constexpr int8_t kCharacter4 = 44;
} // namespace type_code

/// @param bytes  of one element
[[nodiscard]] coarray::Element element_of(int8_t type, size_t bytes) noexcept;

} // namespace arauto::prif
