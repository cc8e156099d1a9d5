// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The operations of CO_SUM, CO_MIN and CO_MAX on every intrinsic type and kind, as combine
// functions of the C API.
#pragma once

#include "descriptor.hpp"

#include "arauto/collective.h"
#include "arauto/team.h"

namespace arauto::gfortran {

enum class Operation : uint8_t { sum, minimum, maximum };

/// A reduction of one element type: by the library where it knows the type, else by `combine`.
struct Reducer {
    bool is_builtin = false;
    arauto_type_t type = ARAUTO_INT8;
    arauto_combine_t combine = nullptr;
    size_t context = 0; // passed to combine by address
    [[nodiscard]] bool is_known() const noexcept { return is_builtin || combine != nullptr; }
};

/// @param is_extended  16-byte reals are REAL(10), padded, and not REAL(16)
/// @param length  characters per element
[[nodiscard]] Reducer
choose_reducer(const Descriptor& array, Operation operation, bool is_extended, int length) noexcept;

/// Whether the team's 16-byte reals are REAL(10) or REAL(16), which the compiler does not tell.
[[nodiscard]] bool are_extended(arauto_team_h team, const Descriptor& array) noexcept;

} // namespace arauto::gfortran
