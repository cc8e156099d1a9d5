// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calling a function of structures where the ABI is that of ARM64 (AAPCS64). A result goes to
// memory whose address is in register x8, or, up to 16 bytes, to x0 and x1; but up to four
// components of one floating type come back in v0 to v3. Only the compiler knows the components, so
// all of these are captured, and the result is taken where what the function wrote leaves one
// reading.
#pragma once

#include "user_function.hpp"

namespace arauto::gfortran {

/// result = function(a, b) for elements of self.bytes. @return false when the readings differ
[[nodiscard]] bool call_structure(const UserFunction& self,
                                  void* result,
                                  const void* a,
                                  const void* b);

} // namespace arauto::gfortran
