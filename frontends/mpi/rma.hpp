// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Put and get on windows of ours.
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

/// Complete on return, unless the target cannot be accessed yet: then it is recorded.
[[nodiscard]] int
move_checked(Window& window, const Transfer& transfer, Deferral& deferral) noexcept;
[[nodiscard]] int move_checked(Window& window, const Transfer& transfer) noexcept;

/// Carries out `operate(deferral)`, and gives a request for it. The epoch has been checked.
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

/// The same in a passive target epoch, which it checks, with a request.
[[nodiscard]] int
move_with_request(Window& window, const Transfer& transfer, MPI_Request* request) noexcept;

/// Request forms belong to passive target epochs, unless they go to MPI_PROC_NULL.
[[nodiscard]] int check_passive(const Window& window, int member, const char* call) noexcept;
[[nodiscard]] int check_passive(const Window& window, const char* call) noexcept;

} // namespace arauto::mpi
