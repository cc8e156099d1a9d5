// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creation of Arauto's windows.
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
    void* base_out = nullptr; // the address of a pointer, or null
    MPI_Win* out = nullptr;
};

/// Makes a window. Collective over the communicator, whose team is given.
[[nodiscard]] int make_window(const WindowRequest& wanted, Team& team) noexcept;

/// Called after the MPI has made a window of its own, whose handle may be that of an Arauto window
/// which has been freed.
[[nodiscard]] inline int made_by_mpi(int status, const MPI_Win* win) noexcept {
    if (status == MPI_SUCCESS) {
        forget_freed_window(*win);
    }
    return status;
}

} // namespace arauto::mpi
