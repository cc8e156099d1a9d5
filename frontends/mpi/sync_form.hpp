// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the calls on epochs share: how one is made in each of its two forms.
#pragma once

#include "far_accumulate.hpp"
#include "request.hpp"
#include "sync.hpp"

namespace arauto::mpi {

/// The window is used by calls that must not wait from now on: accesses ask the engine.
void leave_blocking(Window& window) noexcept;

/// As fail_with; `refusal` says why when no epoch is open that allows the call, or one that forbids
/// it is.
int refuse(const Window& window,
           arauto_status_t status,
           const char* call,
           const char* refusal) noexcept;

[[nodiscard]] inline bool has_gone(arauto_status_t status) noexcept {
    return status == ARAUTO_ERR_FAILED || status == ARAUTO_ERR_STOPPED;
}

/// Calls the engine by `make(request)`, then waits or gives the request. `done` is called where the
/// engine has done it, with the guard held.
template <typename Make, typename Done>
[[nodiscard]] int
perform(Window& window, const Form& form, const char* refusal, Make make, Done done) noexcept {
    settle_far(); // before anybody is told that an epoch is complete
    arauto_status_t status = ARAUTO_OK;
    if (form.waits() && !window.has_threads) [[likely]] {
        status = make(nullptr);
        if (status < 0) [[unlikely]] {
            if (has_gone(status)) {
                done();
            }
            return refuse(window, status, form.call, refusal);
        }
        done();
        return MPI_SUCCESS;
    }
    arauto_request_t request{};
    {
        const Guard guard(window);
        status = make(&request);
        if (status >= 0 || has_gone(status)) {
            done();
        }
    }
    if (status >= 0 && form.waits()) {
        status = arauto_request_wait(&request);
    }
    if (status < 0) {
        return refuse(window, status, form.call, refusal);
    }
    return form.waits() ? MPI_SUCCESS : give_request(window, request, form.request);
}

} // namespace arauto::mpi
