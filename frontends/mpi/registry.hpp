// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds the window of a window handle.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// Null when the window is the MPI's own, or none.
[[nodiscard]] Window* look_up_window(MPI_Win handle) noexcept;

/// Whether the handle was that of an Arauto window that has been freed, and no other window has it.
[[nodiscard]] bool is_freed_window(MPI_Win handle) noexcept;

/// The MPI has given out this handle for a window of its own.
void forget_freed_window(MPI_Win handle) noexcept;

/// As look_up_window. If the handle's window has been freed, `handle` becomes MPI_WIN_NULL, which
/// the MPI refuses; some MPIs would follow the stale handle as a pointer.
[[nodiscard]] inline Window* find_window(MPI_Win& handle) noexcept {
    Window* const window = look_up_window(handle);
    if (window == nullptr && is_freed_window(handle)) [[unlikely]] {
        handle = MPI_WIN_NULL;
    }
    return window;
}
void add_window(MPI_Win handle, Window* window) noexcept;
void remove_window(MPI_Win handle, Window* window) noexcept;

} // namespace arauto::mpi
