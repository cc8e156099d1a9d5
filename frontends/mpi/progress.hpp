// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Some of what a nonblocking epoch has recorded only its own process can do, and that process may
// be in a call of the MPI that knows nothing of us, while a peer waits for the epoch and never
// comes to what ends that call. So the MPI's progress serves the epochs where it can be hooked, and
// elsewhere a thread that mostly sleeps.
#pragma once

namespace arauto::mpi {

/// Once, before the first window is used.
void hook_progress() noexcept;

/// By every call on nonblocking epochs: a thread is only for programs that use them.
void progress_in_calls_of_mpi() noexcept;

} // namespace arauto::mpi
