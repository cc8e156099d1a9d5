// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calls the user's function of CO_REDUCE, which the compiler passes as a bare address: how it takes
// its arguments and returns its result follows from the type of the elements and the flags.
#pragma once

#include "descriptor.hpp"
#include "structure_call.hpp"

namespace arauto::gfortran {

/// Flags of the ABI.
enum UserFunctionFlags : int {
    kResultByReference = 1,
    kHiddenLengths = 2,
    kArgumentsByValue = 4,
    kArgumentsAsDescriptors = 8,
};

/// result = function(a, b), each one element. `result` is no element of a or b. False when it
/// is not known which registers carry the result.
struct UserFunction {
    Address function;
    size_t bytes; // of an element
    size_t length; // of a character element
    bool (*call)(const UserFunction& self, void* result, const void* a, const void* b);
};

/// Makes the call for elements like those of `array`; `call` is null when there is no way known.
[[nodiscard]] UserFunction adapt_user_function(
    const Descriptor& array, Address function, int flags, int length, bool is_extended) noexcept;

} // namespace arauto::gfortran
