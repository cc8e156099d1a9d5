// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Questions about windows of ours.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// Where the answers of MPI_Win_shared_query go; `base` is a pointer to a pointer.
struct SharedAnswer {
    MPI_Aint* bytes;
    MPI_Aint* unit;
    void* base;
};

[[nodiscard]] int query_shared(const Window& window, int rank, const SharedAnswer& answer) noexcept;

} // namespace arauto::mpi
