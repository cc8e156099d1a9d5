// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Progress for peers while this process is in a call of the MPI. Two kinds of work need it:
// recorded operations of a nonblocking epoch that only this process can do, and accesses to private
// memory, which need its owner's help where the system forbids cross-memory attach. The epochs are
// served by a hook in the MPI's own progress, where the MPI has such hooks. For all other work the
// runtime's duty thread takes steps from time to time.
#pragma once

namespace arauto::mpi {

/// Adds the hook, if the MPI allows it. Called once, before the first window is used.
void hook_progress() noexcept;

/// Asks for such steps if epochs need them. Every call on nonblocking epochs calls this, so that
/// programs without them have no thread.
void progress_in_calls_of_mpi() noexcept;

/// Asks for them if private memory needs them. Called by a process that exposes such memory.
void help_others() noexcept;

/// Whether accesses to private memory need its owner's help on this machine.
[[nodiscard]] bool reaches_private_by_help() noexcept;

/// Ends these steps. Called before arauto_finalize.
void end_progress() noexcept;

} // namespace arauto::mpi
