// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Native windows: windows that are left to the MPI as a whole. They are counted, and with
// ARAUTO_LOG=info the lowest rank of their communicator writes the reason.
#pragma once

#include "mpi.hpp"

#include <vector>

namespace arauto::mpi {

/// Whether the setting ARAUTO_MPI_WINDOWS leaves every window to the MPI.
[[nodiscard]] bool all_are_native() noexcept;

/// Counts and reports a window that is about to be made natively on this communicator.
void log_native(MPI_Comm comm) noexcept;

/// Reports that all windows of the job are native.
void log_all_native(const char* why) noexcept;

/// Reports that only these ranks of MPI_COMM_WORLD, ascending, have the library.
void log_absent(const std::vector<int>& present) noexcept;

/// Whether some of the communicator's processes are not in this process's job, and never will be.
/// Needs no communication with them.
[[nodiscard]] bool reaches_outside_job(MPI_Comm comm) noexcept;

/// Reports that each node of the communicator has a job of its own, since nodes cannot reach each
/// other.
void log_separate_nodes(MPI_Comm comm, const char* why) noexcept;

} // namespace arauto::mpi
