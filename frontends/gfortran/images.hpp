// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The current team and what follows from it; init and finalize.
#pragma once

#include "coarray.hpp"

namespace arauto::gfortran {

[[nodiscard]] arauto_team_h current_team() noexcept;

/// See coarray::FormedTeams.
void count_coarrays(arauto_team_h team, int change) noexcept;

/// Makes image_map that of the current team.
void use_current_team() noexcept;

/// False while constructors register static coarrays, true from caf_init on.
[[nodiscard]] bool program_is_running() noexcept;

void program_starts() noexcept;

/// Ends the program when a collective call of its start has gone wrong; not when an image has
/// already failed or stopped, which the program's own statements will find out.
void report_start(arauto_status_t status) noexcept;

/// Agrees on the number from which random_init makes what differs from run to run. Collective,
/// once.
void share_run_seed();

/// Writes out what all Fortran units have buffered.
void flush_units();

/// Where errmsg= of SYNC ALL, SYNC IMAGES and SYNC MEMORY stands. GCC 12 to 14 pass the address of
/// its address; should a compiler pass the address itself, what stands there is text, whose bytes
/// make no address of a process.
[[nodiscard]] inline char* sync_errmsg(char* errmsg) noexcept {
    if (errmsg == nullptr) {
        return nullptr;
    }
    uint64_t word = 0;
    __builtin_memcpy(&word, errmsg, sizeof word);
    constexpr uint64_t kLowest = 1 << 16;
    constexpr uint64_t kHighest = uint64_t{1} << 47;
    return word >= kLowest && word < kHighest ? reinterpret_cast<char*>(word) : errmsg;
}

/// errmsg= of the collectives. GCC 12 to 14 pass a variable of constant length by value, on the
/// stack, so that the next argument, a length, comes in its place; such a message cannot be
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
