// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Making windows of ours.
#pragma once

#include "registry.hpp"
#include "window.hpp"

namespace arauto::mpi {

/// The arguments of the call that makes a window.
struct WindowRequest {
    Flavor flavor;
    const char* call;
    void* base = nullptr;
    MPI_Count bytes = 0;
    MPI_Count unit = 1;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    void* base_out = nullptr; // a pointer to a pointer, or null
    MPI_Win* out = nullptr;
};

/// Collective over the communicator, whose team is given.
[[nodiscard]] int make_window(const WindowRequest& wanted, Team& team) noexcept;

/// After the MPI has made a window of its own: its handle may be that of one of ours that is gone.
[[nodiscard]] inline int made_by_mpi(int status, const MPI_Win* win) noexcept {
    if (status == MPI_SUCCESS) {
        forget_freed_window(*win);
    }
    return status;
}

} // namespace arauto::mpi
