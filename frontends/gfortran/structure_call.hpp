// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calling a function of two structures that returns one. The ABI returns small structures in
// integer or floating-point registers, depending on their components, which the compiler does not
// tell. So the function is called twice, with other marks in the registers: those that may carry a
// result are captured, and the result is taken where what the function wrote leaves one reading.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

using Address = void (*)();

/// Structures up to this size may come back in registers.
#if defined(__aarch64__)
inline constexpr size_t kSmallStructure = 64; // four quadruple precision numbers
#else
inline constexpr size_t kSmallStructure = 16;
#endif

/// result = function(a, b) for structures of `bytes`. @return false when the readings differ
[[nodiscard]] bool
call_structure(Address function, size_t bytes, void* result, const void* a, const void* b);

} // namespace arauto::gfortran
