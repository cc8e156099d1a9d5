// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The checks of the calls on epochs.
#pragma once

#include "api/check.hpp"
#include "api/handles.hpp"
#include "arauto/epoch.h"
#include "epoch/epochs.hpp"

namespace arauto::api {

[[nodiscard]] inline Status check_epochs(const arauto_epochs* epochs, const char* call) noexcept {
    if (epochs != nullptr) [[likely]] {
        return ARAUTO_OK;
    }
    return check_handle(epochs, call, "epochs object");
}

[[nodiscard]] inline Status
check_member(const arauto_epochs& epochs, int rank, const char* call) noexcept {
    if (static_cast<unsigned>(rank) < static_cast<unsigned>(epochs.size)) [[likely]] {
        return ARAUTO_OK;
    }
    return fail_outside(call, rank, "team", epochs.size);
}

[[nodiscard]] inline Status check_asserts(int asserts, int known, const char* call) noexcept {
    if ((asserts & ~known) == 0) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: the asserts are %d, which has bits without a meaning",
                call, asserts);
}

} // namespace arauto::api
