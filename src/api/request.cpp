// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/request.h.
#include "arauto/request.h"

#include "api/check.hpp"
#include "api/checking_epochs.hpp"
#include "api/recording.hpp"
#include "api/requests.hpp"
#include "epoch/epoch_request.hpp"
#include "epoch/epoch_request_wait.hpp"
#include "remote/transfers.hpp"

using namespace arauto;

namespace {

/// A call that ends an operation has used up its request, whether or not the operation failed.
Status used_up(arauto_request_t& request, Status status) noexcept {
    if (status != ARAUTO_ERR_ARGUMENT) { // else it names none
        request = {0, 0};
    }
    return status;
}

constexpr Recorded kRecordedWait{.op = ARAUTO_RECORDED_REQUEST_WAIT};

Status test(arauto_request_t* request, bool* done, const char* call) noexcept {
    if (api::is_transfer(*request)) {
        const Status status = core::test_transfer(request->serial, done, call);
        return *done ? used_up(*request, status) : status;
    }
    return core::test_request(request, done, call);
}

[[gnu::always_inline]] inline Status wait(arauto_request_t* request, const char* call) noexcept {
    return api::is_transfer(*request)
               ? used_up(*request, core::wait_transfer(request->serial, call))
               : core::wait_request(request, call);
}

// In a job that is observed.

/// A request of the checker's own was complete at once.
bool take_ticket(arauto_request_t& request) noexcept {
    const bool is_one = api::is_ticket(request);
    if (is_one) {
        request = {0, 0};
    }
    return is_one;
}

[[gnu::noinline]] Status test_observed(arauto_request_t* request,
                                       bool* done,
                                       const char* call,
                                       const void* caller) noexcept {
    const check::Ticket ticket = api::ticket_of(*request);
    const Status status = take_ticket(*request) ? ARAUTO_OK : test(request, done, call);
    if (status >= 0 && *done) {
        api::tell_request_done(ticket, caller);
    }
    return status;
}

[[gnu::noinline]] Status
wait_observed(arauto_request_t* request, const char* call, const void* caller) noexcept {
    RecordedCall record(api::trace(), kRecordedWait, caller);
    const check::Ticket ticket = api::ticket_of(*request);
    const Status status = take_ticket(*request) ? ARAUTO_OK : wait(request, call);
    if (status >= 0) {
        api::tell_request_done(ticket, caller);
    }
    return record.ends_with(status);
}

} // namespace

arauto_status_t arauto_request_test(arauto_request_t* request, int* done_out) noexcept {
    const char* call = "arauto_request_test";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    ARAUTO_TRY(api::check_handle(done_out, call, "pointer for the answer"));
    bool done = true;
    const Status status = api::is_observed()
                              ? test_observed(request, &done, call, __builtin_return_address(0))
                              : test(request, &done, call);
    *done_out = done ? 1 : 0;
    return status;
}

arauto_status_t arauto_request_wait(arauto_request_t* request) noexcept {
    const char* call = "arauto_request_wait";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    if (api::is_observed()) [[unlikely]] {
        return wait_observed(request, call, __builtin_return_address(0));
    }
    return wait(request, call);
}

arauto_status_t arauto_request_free(arauto_request_t* request) noexcept {
    const char* call = "arauto_request_free";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    if (api::is_transfer(*request)) {
        return fail(ARAUTO_ERR_UNSUPPORTED,
                    "%s: an operation of arauto_rma_begin cannot be given up, since its memory "
                    "stays in use until it is complete; wait for it",
                    call);
    }
    if (api::is_observed()) [[unlikely]] {
        api::tell_request_given_up(api::ticket_of(*request));
        if (api::is_ticket(*request)) {
            *request = {0, 0};
        }
    }
    return core::free_request(request, call);
}
