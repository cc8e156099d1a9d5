// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch_request_wait.hpp.
#include "epoch/epoch_request_wait.hpp"

#include "epoch/epoch_missing.hpp"
#include "epoch/epoch_request.hpp"
#include "epoch/epoch_wait.hpp"

namespace arauto::core {
namespace {

Epochs& view_of(const RequestCell& cell) noexcept {
    return *reinterpret_cast<Epochs*>(cell.view);
}

Status wait_cell(RequestCell& cell, const char* call) noexcept {
    if (!is_request_complete(cell)) {
        Epochs& epochs = view_of(cell);
        wait_for_engine(
            epochs,
            [&] {
                if (is_request_complete(cell)) {
                    return true;
                }
                static_cast<void>(step_own(epochs));
                return is_request_complete(cell) || is_request_lost(cell);
            },
            [&](boot::WaitDetail& detail) {
                find_missing(epochs, epochs.offset_of(&cell), detail);
            });
    }
    return conclude_request(cell, call);
}

} // namespace

Status test_request(arauto_request_t* request, bool* done_out, const char* call) noexcept {
    if (request->offset == 0) {
        *done_out = true;
        return ARAUTO_OK;
    }
    const Result<RequestCell*> found = find_request(*request, call);
    if (!found.ok()) {
        return found.status;
    }
    RequestCell& cell = *found.value;
    if (!is_request_complete(cell) && !is_request_lost(cell)) {
        WaitCheck check;
        static_cast<void>(check.changed()); // steps all engines of this process
        static_cast<void>(step_one_peer(view_of(cell)));
        if (!is_request_complete(cell) && !is_request_lost(cell)) {
            *done_out = false;
            return ARAUTO_OK;
        }
    }
    *request = {0, 0};
    *done_out = true;
    return conclude_request(cell, call);
}

Status wait_request(arauto_request_t* request, const char* call) noexcept {
    if (request->offset == 0) {
        return ARAUTO_OK;
    }
    const Result<RequestCell*> found = find_request(*request, call);
    if (!found.ok()) {
        return found.status;
    }
    *request = {0, 0};
    return wait_cell(*found.value, call);
}

void describe_wait(const arauto_request_t& request, boot::WaitDetail& detail) noexcept {
    if (const Result<RequestCell*> found = find_request(request, "a wait"); found.ok()) {
        Epochs& epochs = view_of(*found.value);
        find_missing(epochs, epochs.offset_of(found.value), detail);
    }
}

Status finish_request(Epochs& epochs, JobOffset request, const char* call) noexcept {
    return wait_cell(epochs.at<RequestCell>(request), call);
}

} // namespace arauto::core
