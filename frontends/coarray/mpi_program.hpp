// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A program that has coarrays and calls MPI as well: image i is rank i - 1 of MPI_COMM_WORLD.
// Either side may begin first. The program initialises MPI, or its start here does. MPI ends when
// the program says so, or else when all images have stopped.
//
// This part exports MPI_Init, MPI_Init_thread and MPI_Finalize, also as Fortran calls them, and
// passes them on. Without an MPI in the process it does nothing.
#pragma once

namespace arauto::coarray {

/// Once the runtime is up, and again once MPI is: compares images and ranks, and ends the job with
/// a sentence where they differ.
void check_against_mpi() noexcept;

/// At the program's start, in main: initialises MPI where the executable calls it and never
/// initialises it, or where the setting asks for that.
void begin_mpi() noexcept;

} // namespace arauto::coarray
