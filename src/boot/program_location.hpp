// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The source line that ends a sentence with which the program ends.
#pragma once

#include <string>

namespace arauto::boot {

/// The source line of the program that this thread executes: "heat.f90:42 (in step)". Empty when it
/// is not known, or not wanted (the setting ARAUTO_LINES). Takes milliseconds: for the end of a
/// program alone.
[[nodiscard]] std::string location_in_program() __attribute__((cold));

} // namespace arauto::boot
