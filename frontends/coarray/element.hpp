// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The type, kind and size of one element of an array, as assignments and reductions see it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto::coarray {

/// Numbered as in the array descriptors of GCC, which have further ones.
enum class Class : int8_t { integer = 1, logical, real, complex, derived, character };

/// The type of an element. Characters: `bytes` is length times kind.
struct Element {
    Class type;
    int kind; // Fortran kind, 10 for a padded REAL(10) of 16 bytes; 0 for derived types
    size_t bytes;
};

/// Whether copying the bytes is the assignment.
[[nodiscard]] inline bool is_same(const Element& a, const Element& b) noexcept {
    return a.bytes == b.bytes && a.type == b.type && a.kind == b.kind;
}

} // namespace arauto::coarray
