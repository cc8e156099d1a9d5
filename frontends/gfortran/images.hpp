// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by the compiler's statements: whether the program runs yet, the address of their `errmsg=`
// variable, and the consequence of a failure in a statement with `stat=` or behind an ALLOCATE.
#pragma once

#include "coarray.hpp"

namespace arauto::gfortran {

/// False while constructors register static coarrays, true from caf_init on.
[[nodiscard]] bool program_is_running() noexcept;

/// The program has accessors, by which images ask each other for coarrays that may have pointers.
void expect_accessors() noexcept;
/// A coarray that may have pointers has been made: this image answers while it computes, too.
void attend_to_accessors() noexcept;

/// errmsg= of the collectives. GCC 12 to 14 pass a variable of constant length by value, on the
/// stack, so that the next argument, a length, comes instead of it; such a message cannot be
/// delivered.
[[nodiscard]] inline char* collective_errmsg(char* errmsg) noexcept {
    constexpr uintptr_t kLongestLength = 1 << 16;
    return reinterpret_cast<uintptr_t>(errmsg) < kLongestLength ? nullptr : errmsg;
}

/// ALLOCATE with stat= has met a failure of another image, which is postponed. The SYNC ALL without
/// stat= that GCC 12 to 14 call behind every ALLOCATE must not end the program for it.
void expect_sync_after_allocate() noexcept;

/// A statement with stat= looks at failures, so a death must not end the job.
void note_stat(const int* stat) noexcept;

} // namespace arauto::gfortran
