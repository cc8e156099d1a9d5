// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Makes the team of a communicator, and the job that its processes share.
#pragma once

#include "team.hpp"

namespace arauto::mpi {

/// The communicator's team. The first call makes it, and is collective over the communicator. Null
/// when one of its processes is in another job, and for an intercommunicator.
[[nodiscard]] Team* team_of(MPI_Comm comm) noexcept;

} // namespace arauto::mpi
