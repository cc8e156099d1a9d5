// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the handles of events and of notifications point to.
#pragma once

#include "api/array.hpp"
#include "arauto/notify.h"
#include "sync/notify.hpp"

struct arauto_event : arauto::core::Slots {};
struct arauto_notify : arauto::core::Slots {};

namespace arauto::api {

/// As sentences name them; see array.hpp.
[[nodiscard]] constexpr ArrayCall slots_call(const char* name, const char* noun) noexcept {
    return {name, noun, "place for the handle"};
}

[[nodiscard]] inline Status check_until_count(uint64_t until_count, const char* call) noexcept {
    if (until_count >= 1) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: until_count is 0, but it must be 1 or more", call);
}

} // namespace arauto::api
