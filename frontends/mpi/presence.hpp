// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which processes of MPI_COMM_WORLD have this library. One that lacks it, or has switched it off,
// takes part in no agreement: a process that waited for it would hang. So each process shows that
// it is there before its MPI begins, by a socket whose name others of the machine can look for, and
// looks for theirs afterwards, when every process has come as far.
#pragma once

#include "mpi.hpp"

#include <vector>

namespace arauto::mpi {

/// Before the MPI's own MPI_Init. The name goes when the process does.
void show_presence() noexcept;

struct Presence {
    std::vector<int> ranks; // in MPI_COMM_WORLD, ascending, of those that have the library
    bool is_certain = false; // else the rest may have it, too: on other machines it cannot be seen
};

/// After it. Where launchers are not known, nothing is certain.
[[nodiscard]] Presence find_present() noexcept;

/// All processes of MPI_COMM_WORLD agree, where some may lack the library: ends the job with a
/// sentence, rather than wait without end for one that does not come.
void meet_or_end(const Presence& presence) noexcept;

} // namespace arauto::mpi
