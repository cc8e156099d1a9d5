// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Inquiries about Arauto's windows.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// The output arguments of MPI_Win_shared_query; `base` is the address of a pointer.
struct SharedAnswer {
    MPI_Aint* bytes;
    MPI_Aint* unit;
    void* base;
};

[[nodiscard]] int query_shared(const Window& window, int rank, const SharedAnswer& answer) noexcept;

} // namespace arauto::mpi
