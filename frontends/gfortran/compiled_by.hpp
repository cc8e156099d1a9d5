// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Whether the program was compiled by a gfortran whose calls this library understands. Linkers
// notice no other, since the calls have equal names.
#pragma once

namespace arauto::gfortran {

inline constexpr int kNoLimit = 63; // arauto_gcc_versions returns no higher ones

/// The gfortrans that this library is for. Each library has its own.
struct Compilers {
    int oldest;
    int newest;
    const char* library;
};
extern const Compilers compilers;

/// Ends the program with a sentence when the compiler is another. Called when the program starts.
void check_compiler() noexcept;

/// Ends the program: an object of another gfortran has made this call.
/// @param sign  what has shown it, as a sentence about the call
[[noreturn]] void refuse_object(const char* sign) noexcept __attribute__((cold));

} // namespace arauto::gfortran
