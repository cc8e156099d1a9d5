// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The current team and what follows from it; init and finalize.
#pragma once

#include "coarray.hpp"

namespace arauto::gfortran {

[[nodiscard]] arauto_team_h current_team() noexcept;

/// Makes image_map that of the current team.
void use_current_team() noexcept;

/// False while constructors register static coarrays, true from caf_init on.
[[nodiscard]] bool program_is_running() noexcept;

void program_starts() noexcept;

/// Agrees on the number from which random_init makes what differs from run to run. Collective, once.
void share_run_seed();

/// Writes out what all Fortran units have buffered.
void flush_units();

/// A statement with stat= looks at failures, so a death must not end the job.
void note_stat(const int* stat) noexcept;

} // namespace arauto::gfortran
