// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Windows that are left to the MPI as a whole: which, and why. They are counted, and with
// ARAUTO_LOG=info the lowest rank of their communicator writes the reason.
#pragma once

#include "mpi.hpp"

#include <vector>

namespace arauto::mpi {

/// Whether the setting ARAUTO_MPI_WINDOWS leaves every window to the MPI.
[[nodiscard]] bool all_are_native() noexcept;

/// For a window that is about to be made on a communicator that has no team.
void tell_native(MPI_Comm comm) noexcept;

/// For a job whose windows all are.
void tell_all_native(const char* why) noexcept;

/// Only these ranks of MPI_COMM_WORLD, ascending, have the library.
void tell_absent(const std::vector<int>& present) noexcept;

/// Whether some of the communicator's processes are in no job with this one, and never will be: it
/// is found out without asking them.
[[nodiscard]] bool has_strangers(MPI_Comm comm) noexcept;

/// The communicator's nodes have a job each, since one of them cannot reach others.
void tell_apart(MPI_Comm comm, const char* why) noexcept;

} // namespace arauto::mpi
