// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The operations of CO_SUM, CO_PRODUCT, CO_MIN and CO_MAX on every intrinsic type and kind of
// Fortran, for the coarray front-ends: an operation of the C API where it has the type, else a
// combine function.
#pragma once

#include "element.hpp"

#include "arauto/collective.h"

#include <cstddef>
#include <cstdint>

namespace arauto::coarray {

enum class Operation : uint8_t { sum, product, minimum, maximum };
/// A reduction of one element type.
struct Reducer {
    bool is_builtin = false;
    arauto_type_t type = ARAUTO_INT8;
    arauto_combine_t combine = nullptr;
    size_t context = 0; // passed to combine by address
    [[nodiscard]] bool is_known() const noexcept { return is_builtin || combine != nullptr; }
};

/// Not known: the operation is not one on such elements.
[[nodiscard]] Reducer choose_reducer(const Element& element, Operation operation) noexcept;

[[nodiscard]] constexpr arauto_reduce_op_t code_of(Operation operation) noexcept {
    switch (operation) {
    case Operation::sum:
        return ARAUTO_SUM;
    case Operation::product:
        return ARAUTO_PROD;
    case Operation::minimum:
        return ARAUTO_MIN;
    default:
        return ARAUTO_MAX;
    }
}

} // namespace arauto::coarray
