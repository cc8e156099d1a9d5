// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where the system forbids cross-memory attach, private memory is reached with its owner's help.
// The owner may be in a call of the MPI that knows nothing of us, so that a thread has to help.
#pragma once

namespace arauto::mpi {

/// Called by a process that lets others reach private memory. Starts the thread if it is needed.
void help_others() noexcept;

/// Whether private memory is reached so here.
[[nodiscard]] bool reaches_private_by_help() noexcept;

/// Before arauto_finalize.
void stop_helping() noexcept;

} // namespace arauto::mpi
