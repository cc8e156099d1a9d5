// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Conversion of one element by an assignment whose sides differ in type or kind. Pure functions
// over contiguous memory; no communication.
#pragma once

#include "element.hpp"

#include <cstddef>

namespace arauto::coarray {

/// Whether `convert` can do it. Derived types cannot be converted, only copied.
[[nodiscard]] bool can_convert(const Element& to, const Element& from) noexcept;

/// Assigns `count` elements, contiguous in source and target, which must not overlap. Numbers are
/// converted as by INT, REAL and CMPLX, characters are cut or padded with blanks, and a character
/// outside Latin-1 becomes `?` in kind 1. can_convert(to, from) must hold.
void convert(void* target,
             const Element& to,
             const void* source,
             const Element& from,
             size_t count) noexcept;

} // namespace arauto::coarray
