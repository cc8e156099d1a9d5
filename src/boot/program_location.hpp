// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The source line that ends a sentence with which the program ends.
#pragma once

#include "boot/job.hpp"
#include "boot/wire.hpp"

#include <string>

namespace arauto::boot {

/// The source line of the program that this thread executes: "heat.f90:42 (in step)". Empty when it
/// is not known, or not wanted (the setting ARAUTO_LINES). Takes milliseconds: for the end of a
/// program alone.
[[nodiscard]] std::string location_in_program() __attribute__((cold));

/// The same with the calls that led there: "heat.f90:42 (in step), called from heat.f90:70". For an
/// end that no error of the runtime explains.
[[nodiscard]] std::string calls_in_program() __attribute__((cold));

/// The static variable of the program whose pointer or descriptor holds `memory`, as its source
/// names it; empty like the source line.
[[nodiscard]] std::string variable_in_program(const void* memory) __attribute__((cold));

/// Whether the end of this process by a fault, or by exit() without a stop, is reported with the
/// calls that led there: a launcher of ours watches it, and lines are wanted.
[[nodiscard]] bool calls_are_reported(const Job& job) noexcept;

/// Leaves for the launcher where this thread is that `signal` ends: the dead cannot say it, and a
/// process that a fault ends should do little. Called in the signal's handler. A child that the
/// image has forked leaves nothing.
void note_fault(ImageBlock& own, int signal) noexcept;

/// Where the image was that `signal` has ended, as calls_in_program(); empty when that is not
/// known. Of an image whose process has ended.
[[nodiscard]] std::string calls_at_fault(const ImageBlock& block, int signal);

} // namespace arauto::boot
