// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The info keys by which a window's epochs may go ahead of earlier ones; see arauto/mpix_epochs.h.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// A sum of ARAUTO_REORDER_ values, and which of them were named.
struct Reorder {
    int flags = 0;
    int named = 0;
    const char* wrong_key = nullptr; // whose value is none of the four; null: all are right
};

/// What an info says, which may be MPI_INFO_NULL.
[[nodiscard]] Reorder reorder_in(MPI_Info info) noexcept;

/// For epochs that are opened from now on.
void set_reorder(Window& window, const Reorder& wanted) noexcept;

} // namespace arauto::mpi
