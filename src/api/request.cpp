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

/// A wait or test in a job that is observed; `call(request)` carries it out.
template <typename Call>
Status observed(arauto_request_t& request, const void* caller, Call call) noexcept {
    const check::Ticket ticket = api::ticket_of(request);
    Status status = ARAUTO_OK;
    if (api::is_ticket(request)) {
        request = {0, 0};
    } else {
        status = call(&request);
    }
    if (status >= 0 && api::ticket_of(request).is_none()) {
        api::tell_request_done(ticket, caller);
    }
    return status;
}

Status test(arauto_request_t* request, bool* done, const char* call) noexcept {
    if (api::is_transfer(*request)) {
        const Status status = core::test_transfer(request->serial, done, call);
        return *done ? used_up(*request, status) : status;
    }
    return core::test_request(request, done, call);
}

} // namespace

arauto_status_t arauto_request_test(arauto_request_t* request, int* done_out) noexcept {
    const char* call = "arauto_request_test";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    ARAUTO_TRY(api::check_handle(done_out, call, "pointer for the answer"));
    bool done = true;
    Status status = ARAUTO_OK;
    if (api::is_observed()) [[unlikely]] {
        status = observed(*request, __builtin_return_address(0),
                          [&](arauto_request_t* given) { return test(given, &done, call); });
    } else {
        status = test(request, &done, call);
    }
    *done_out = done ? 1 : 0;
    return status;
}

arauto_status_t arauto_request_wait(arauto_request_t* request) noexcept {
    const char* call = "arauto_request_wait";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    const auto wait = [](arauto_request_t* given, const char* by) __attribute__((always_inline)) {
        return api::is_transfer(*given) ? used_up(*given, core::wait_transfer(given->serial, by))
                                        : core::wait_request(given, by);
    };
    if (api::is_observed()) [[unlikely]] {
        RecordedCall record(api::trace(), kRecordedWait, __builtin_return_address(0));
        return record.ends_with(
            observed(*request, __builtin_return_address(0),
                     [&](arauto_request_t* given) { return wait(given, call); }));
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
