// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The names of atomic subroutines, for sentences about errors.
#pragma once

#include "arauto/atomic.h"

namespace arauto::coarray {

/// The name of the subroutine that does the operation, which is add, and, or, or xor.
/// @param fetches  it also gives the old value
[[nodiscard]] constexpr const char* atomic_name(arauto_atomic_op_t op, bool fetches) noexcept {
    switch (op) {
    case ARAUTO_ATOMIC_AND:
        return fetches ? "ATOMIC_FETCH_AND" : "ATOMIC_AND";
    case ARAUTO_ATOMIC_OR:
        return fetches ? "ATOMIC_FETCH_OR" : "ATOMIC_OR";
    case ARAUTO_ATOMIC_XOR:
        return fetches ? "ATOMIC_FETCH_XOR" : "ATOMIC_XOR";
    default:
        return fetches ? "ATOMIC_FETCH_ADD" : "ATOMIC_ADD";
    }
}

} // namespace arauto::coarray
