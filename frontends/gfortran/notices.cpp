// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Every notice comes after its data; a put that fails gives none.
#include "notices.hpp"

#include "arauto/notify.h"

namespace arauto::gfortran {

constinit thread_local Hint pending_hint{0, nullptr};

Notices::Notices(int** stat) noexcept : hint_(pending_hint.place) {
    if (hint_ != 0 && pending_hint.stat != nullptr) {
        *stat = pending_hint.stat;
    }
    pending_hint = {0, nullptr};
}

void Notices::finish_put(
    int* stat, Outcome outcome, const char* action, int image, int rank) noexcept {
    if (outcome.problem == Problem::none && hint_ != 0) {
        const arauto_status_t status = arauto_notify_post(rank, {hint_});
        if (status < 0) {
            outcome = {Problem::status, status};
        }
    }
    finish(stat, outcome, action, image);
}

arauto_status_t
put_watched(Token token, int rank, size_t offset, const void* source, size_t bytes) noexcept {
    const uint64_t place = pending_hint.place;
    const arauto_status_t status =
        arauto_put_notify(token->segment, rank, offset, source, bytes, {place});
    if (status >= 0) {
        set_ok(pending_hint.stat);
        pending_hint = {0, nullptr};
    }
    return status;
}

} // namespace arauto::gfortran
