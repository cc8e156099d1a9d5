// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// From gfortran's description of an argument to the element type of a collective.
#pragma once

#include "descriptor.hpp"

#include "arauto/section.h"
#include "arauto/team.h"

namespace arauto::gfortran {

/// The argument of a collective. Allocatable components of a broadcast structure come one by one,
/// as arrays of rank 1 side by side in descriptors whose span and offset the compiler has not set.
[[nodiscard]] arauto_section_t section_of_argument(const Descriptor& array) noexcept;

/// Whether the team's 16-byte reals are REAL(10) or REAL(16), which the compiler does not pass on.
[[nodiscard]] bool are_extended(arauto_team_h team, const Descriptor& array) noexcept;

/// The kind of the elements, as far as a reduction must know it. Collective.
/// @param length  characters per element
[[nodiscard]] int kind_of(arauto_team_h team, const Descriptor& array, int length) noexcept;

} // namespace arauto::gfortran
