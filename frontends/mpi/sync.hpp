// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The epochs of windows of ours.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

[[nodiscard]] int fence(Window& window, int asserted) noexcept;

/// Waits until a member in the group of MPI_Win_start has called MPI_Win_post.
/// @return false: a process of the window has ended, and it has not
bool await_exposure(Window& window, int member) noexcept;

/// Whether the open access epoch lets this process reach the member; waits for its post.
[[nodiscard]] bool may_access(Window& window, int member) noexcept;

/// Whether any epoch is open that must be closed before the window may be freed.
[[nodiscard]] bool has_open_epoch(const Window& window) noexcept;

} // namespace arauto::mpi
