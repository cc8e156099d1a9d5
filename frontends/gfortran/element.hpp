// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The type, kind and size of one element of an array, as assignments compare and convert them.
#pragma once

#include <cstddef>

namespace arauto::gfortran {

/// What an element is. Characters: `bytes` is length times kind.
struct Element {
    int type; // BasicType
    int kind; // Fortran kind; 0 for derived types
    size_t bytes;
};

/// Whether copying the bytes is the assignment.
[[nodiscard]] inline bool is_same(const Element& a, const Element& b) noexcept {
    return a.bytes == b.bytes && a.type == b.type && a.kind == b.kind;
}

} // namespace arauto::gfortran
