// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds out which processes of MPI_COMM_WORLD have loaded this library. A process that lacks it, or
// has switched it off, takes part in no agreement, and a process that waited for it would hang.
// Therefore each process binds a socket before its MPI_Init, with a name that other processes of
// the machine can look up. After MPI_Init, when all have bound theirs, it looks up the others'
// names.
#pragma once

#include "mpi.hpp"

#include <vector>

namespace arauto::mpi {

/// Binds the socket. Called before the MPI's own MPI_Init. The name goes when the process ends.
void show_presence() noexcept;

struct Presence {
    std::vector<int> ranks; // in MPI_COMM_WORLD, ascending, of those that have the library
    bool is_certain = false; // false: others may have it too, since other machines are not seen
};

/// Looks up the other processes' sockets. Called after MPI_Init. Under an unknown launcher nothing
/// is certain.
[[nodiscard]] Presence find_present() noexcept;

/// Waits until all processes of MPI_COMM_WORLD have called this, where some may lack the library.
/// When one does not come in time, ends the job with a message instead of waiting for ever.
void agree_or_end(const Presence& presence) noexcept;

} // namespace arauto::mpi
