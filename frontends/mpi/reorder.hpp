// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The info keys that let a window's epochs begin before earlier ones are complete; see
// arauto/mpix_epochs.h.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// A sum of ARAUTO_REORDER_ values, and which of them were named.
struct Reorder {
    int flags = 0;
    int named = 0;
    const char* wrong_key = nullptr; // a key with another value than 0, 1, false, true; null: none
};

/// The flags of an info, which may be MPI_INFO_NULL.
[[nodiscard]] Reorder reorder_in(MPI_Info info) noexcept;

/// Sets the flags for epochs that are opened from now on.
void set_reorder(Window& window, const Reorder& wanted) noexcept;

} // namespace arauto::mpi
