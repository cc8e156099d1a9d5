// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which operations CO_SUM, CO_MIN and CO_MAX are on what gfortran describes.
#pragma once

#include "coarray/reducer.hpp"
#include "descriptor.hpp"

#include "arauto/team.h"

namespace arauto::gfortran {

using coarray::Operation;
using coarray::Reducer;

/// @param is_extended  16-byte reals are REAL(10), padded, and not REAL(16)
/// @param length  characters per element
[[nodiscard]] Reducer
choose_reducer(const Descriptor& array, Operation operation, bool is_extended, int length) noexcept;

/// Whether the team's 16-byte reals are REAL(10) or REAL(16), which the compiler does not tell.
[[nodiscard]] bool are_extended(arauto_team_h team, const Descriptor& array) noexcept;

} // namespace arauto::gfortran
