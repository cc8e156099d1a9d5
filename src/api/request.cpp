// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/request.h.
#include "arauto/request.h"

#include "api/check.hpp"
#include "epoch/epoch_request.hpp"
#include "epoch/epoch_request_wait.hpp"

using namespace arauto;

arauto_status_t arauto_request_test(arauto_request_t* request, int* done_out) noexcept {
    const char* call = "arauto_request_test";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    ARAUTO_TRY(api::check_handle(done_out, call, "pointer for the answer"));
    bool done = true;
    const Status status = core::test_request(request, &done, call);
    *done_out = done ? 1 : 0;
    return status;
}

arauto_status_t arauto_request_wait(arauto_request_t* request) noexcept {
    const char* call = "arauto_request_wait";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    return core::wait_request(request, call);
}

arauto_status_t arauto_request_free(arauto_request_t* request) noexcept {
    const char* call = "arauto_request_free";
    ARAUTO_TRY(api::check_handle(request, call, "request"));
    return core::free_request(request, call);
}
