// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls that open and close epochs. They convert the arguments of MPI to the runtime's, and
// keep a summary of the open epochs in the window, so that most accesses need not ask the runtime.
#pragma once

#include "epoch.hpp"
#include "far_accumulate.hpp"
#include "progress.hpp"
#include "request.hpp"

#include "arauto/request.h"

namespace arauto::mpi {

/// The form of a call: it blocks, or it returns a request.
struct Form {
    const char* call;
    MPI_Request* request = nullptr;

    [[nodiscard]] bool waits() const noexcept { return request == nullptr; }
};

[[nodiscard]] int fence(Window& window, int asserted, const Form& form) noexcept;
[[nodiscard]] int post(Window& window, MPI_Group group, int asserted, const Form& form) noexcept;
[[nodiscard]] int start(Window& window, MPI_Group group, int asserted, const Form& form) noexcept;
[[nodiscard]] int complete(Window& window, const Form& form) noexcept;
[[nodiscard]] int wait(Window& window, const Form& form) noexcept;

struct LockArguments {
    int type;
    int member; // may be MPI_PROC_NULL
    int asserted;
};
[[nodiscard]] int lock(Window& window, const LockArguments& wanted, const Form& form) noexcept;
[[nodiscard]] int unlock(Window& window, int member, const Form& form) noexcept;
[[nodiscard]] int lock_all(Window& window, int asserted, const Form& form) noexcept;
[[nodiscard]] int unlock_all(Window& window, const Form& form) noexcept;
[[nodiscard]] int
flush(Window& window, int member, arauto_flush_scope_t scope, const Form& form) noexcept;
[[nodiscard]] int flush_all(Window& window, arauto_flush_scope_t scope, const Form& form) noexcept;

/// Called by the first nonblocking call on the window. From then on, accesses ask the runtime.
void leave_blocking(Window& window) noexcept;

/// As fail_with.
/// @param refusal  the message for ARAUTO_ERR_EPOCH: which epoch lacks, or forbids the call
int refuse(const Window& window,
           arauto_status_t status,
           const char* call,
           const char* refusal) noexcept;

/// Calls the runtime by `make(request)`, then waits for the request or returns it. `done` is called
/// when the runtime has accepted the call, with the guard held.
template <typename Make, typename Done>
[[nodiscard]] int
perform(Window& window, const Form& form, const char* refusal, Make make, Done done) noexcept {
    flush_far_accumulates(); // before any peer is notified that an epoch is complete
    let_mpi_work_at_times();
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
