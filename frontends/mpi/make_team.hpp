// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Making the team of a communicator, and the job that its processes share.
#pragma once

#include "team.hpp"

namespace arauto::mpi {

/// The communicator's team, made at the first call, which is collective over it. Null when one of
/// its processes is in another job, or the communicator is no ordinary one.
[[nodiscard]] Team* team_of(MPI_Comm comm) noexcept;

} // namespace arauto::mpi
