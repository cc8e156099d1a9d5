// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The start and the end of a program: how the runtime comes up, and what STOP and ERROR STOP print.
// STOP prints what the compiler prints without coarrays; ERROR STOP adds the image, for it ends
// all.
#pragma once

#include "arauto/status.h"

#include <cstdint>
#include <string_view>

namespace arauto::coarray {

/// Starts the runtime and the initial team; ends the process when that fails.
/// @param flush  called before the process is ended from outside
void start_runtime(void (*flush)());

/// Writes out what all units of libgfortran have buffered; nothing with other compilers.
void flush_fortran_units();

/// Ends the program when a collective call of its start has gone wrong; not when an image has
/// already failed or stopped, which the program's own statements will find out.
void report_start(arauto_status_t status) noexcept;

/// Agrees on the number from which RANDOM_INIT makes what differs from run to run. Collective.
void share_run_seed();
[[nodiscard]] uint64_t run_seed() noexcept;

void print_stop(int code) noexcept;
/// Prints the stop code; nothing for a bare STOP.
void print_stop(std::string_view text) noexcept;
void print_error_stop(int code) noexcept;
void print_error_stop(std::string_view text) noexcept;

} // namespace arauto::coarray
