// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See sync.hpp.
#include "sync.hpp"

#include "errors.hpp"
#include "progress.hpp"

namespace arauto::mpi {

int refuse(const Window& window,
           arauto_status_t status,
           const char* call,
           const char* refusal) noexcept {
    return status == ARAUTO_ERR_EPOCH ? fail(window, MPI_ERR_RMA_SYNC, "%s: %s", call, refusal)
                                      : fail_with(window, status, call);
}

void leave_blocking(Window& window) noexcept {
    if (!window.is_nonblocking) {
        const Guard guard(window);
        window.is_nonblocking = true;
        window.set_open(false);
    }
    progress_in_calls_of_mpi();
}

} // namespace arauto::mpi
