// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Makes the team of a communicator, and the job that its processes share.
#pragma once

#include "team.hpp"

namespace arauto::mpi {

/// The communicator's team. The first call makes it, and is collective over the communicator. Null
/// when one of its processes is in another job, and for an intercommunicator.
[[nodiscard]] Team* team_of(MPI_Comm comm) noexcept;

/// The team for the collective calls of a window on a communicator with this team. Those come in
/// one order on all members where a process has one thread, and the team is the communicator's. But
/// threads may free two windows of one communicator in any order, so that each has a team of its
/// own. Collective over the communicator; drop() gives it back. Null, on all members, when there is
/// no memory for it.
[[nodiscard]] Team* take_team_for_window(MPI_Comm comm, Team& team) noexcept;

} // namespace arauto::mpi
