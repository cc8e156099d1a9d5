// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The fast path for the commonest chain of references, `p[image]%a(i, j)`: one number behind a
// pointer or allocatable component of another image. Takes some 30 ns; the walk along the chain
// takes ten times that.
#pragma once

#include "descriptor.hpp"
#include "reference.hpp"

namespace arauto::gfortran {

/// Carries out the statement when the chain is such a one and nothing is in the way. @return false
/// when it has done nothing; the general way does it then, or says what is wrong
[[nodiscard]] bool get_element(const Referenced& from, const Descriptor& target, int kind) noexcept;
[[nodiscard]] bool send_element(const Referenced& to, const Descriptor& source, int kind) noexcept;

} // namespace arauto::gfortran
