// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A board's ring is emptied by its owner, but the owner may be in a call of the MPI that knows
// nothing of us, while an origin waits for room and never comes to what ends that call. So the
// MPI's progress serves the boards where it can be hooked, and a thread that mostly sleeps
// elsewhere.
#pragma once

namespace arauto::mpi {

/// Once, before the first window is used.
void hook_progress() noexcept;

/// By every call that has to do with tags: a thread is only for programs that use them.
void serve_boards() noexcept;

} // namespace arauto::mpi
