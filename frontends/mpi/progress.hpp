// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Progress for others while this process is in a call of the MPI that knows nothing of us. Two
// things need it: recorded operations of a nonblocking epoch that only this process can do, and
// private memory, which others reach with its owner's help where the system forbids cross-memory
// attach. The MPI's own progress serves the epochs where it can be hooked; for all else there is
// one thread, which mostly sleeps.
#pragma once

namespace arauto::mpi {

/// Once, before the first window is used.
void hook_progress() noexcept;

/// By every call on nonblocking epochs: a thread is only for programs that use them.
void progress_in_calls_of_mpi() noexcept;

/// By a process that lets others reach its private memory.
void help_others() noexcept;

/// Whether private memory is reached by its owner's help here.
[[nodiscard]] bool reaches_private_by_help() noexcept;

/// Before arauto_finalize.
void stop_progress_thread() noexcept;

} // namespace arauto::mpi
