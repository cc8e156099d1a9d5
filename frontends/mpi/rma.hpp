// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Put and get on Arauto's windows.
#pragma once

#include "errors.hpp"
#include "record.hpp"
#include "request.hpp"

namespace arauto::mpi {

/// A put or a get, with all its arguments but the window.
struct Transfer {
    Direction direction;
    Buffer buffer;
    Goal goal;
    const char* call;
};

/// Does the put or get before it returns; if the target cannot be accessed yet, records it.
[[nodiscard]] int
move_checked(Window& window, const Transfer& transfer, Deferral& deferral) noexcept;
[[nodiscard]] int move_checked(Window& window, const Transfer& transfer) noexcept;

/// Carries out `operate(deferral)`, and returns a request for it. The caller has checked the epoch.
template <typename Operate>
[[nodiscard]] int
with_request(const Window& window, MPI_Request* request, Operate operate) noexcept {
    if (const int status = check_output(window, request, "an operation with a request", "request");
        status != MPI_SUCCESS) {
        return status;
    }
    Deferral deferral;
    deferral.wants_request = true;
    const int status = operate(deferral);
    if (status != MPI_SUCCESS) {
        return status;
    }
    return deferral.is_recorded ? give_request(window, deferral.request, request)
                                : give_finished(request);
}

/// A put or get with a request. Checks that a passive target epoch is open.
[[nodiscard]] int
move_with_request(Window& window, const Transfer& transfer, MPI_Request* request) noexcept;

/// Checks that a passive target epoch is open, which operations with requests need unless their
/// target is MPI_PROC_NULL.
[[nodiscard]] int check_passive(const Window& window, int member, const char* call) noexcept;
[[nodiscard]] int check_passive(const Window& window, const char* call) noexcept;

} // namespace arauto::mpi
