// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What assignment does to one element whose type or kind differs on the two sides. Pure functions
// over contiguous memory; they know no communication.
#pragma once

#include "element.hpp"

#include <cstddef>

namespace arauto::gfortran {

/// Whether `convert` can do it. Derived types cannot be converted, only copied.
[[nodiscard]] bool can_convert(const Element& to, const Element& from) noexcept;

/// Assigns `count` elements, which lie side by side in both places; the two must not overlap.
/// Numbers are converted as by INT, REAL and CMPLX, characters are cut or padded with blanks, and a
/// character outside Latin-1 becomes `?` in kind 1. can_convert(to, from) must hold.
void convert(void* target,
             const Element& to,
             const void* source,
             const Element& from,
             size_t count) noexcept;

} // namespace arauto::gfortran
