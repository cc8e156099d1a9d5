// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calls a function of two structures that returns one, for the OPERATION of CO_REDUCE. The ABI
// returns small structures in integer or floating-point registers, depending on their components,
// which the compiler does not pass on. So on x86-64 and ARM64 the function is called twice, with
// different marks in the registers. Registers that may carry a result are captured, and the
// comparison of both calls shows which registers the function wrote. On other processors it is
// called once.
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

/// result = function(a, b) for structures of `bytes`.
/// @return false when it is not known which registers carry the result
[[nodiscard]] bool
call_structure(Address function, size_t bytes, void* result, const void* a, const void* b);

} // namespace arauto::gfortran
