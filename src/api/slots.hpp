// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the handles of events and of notifications point to, and how both come and go.
#pragma once

#include "api/check.hpp"
#include "api/handles.hpp"
#include "arauto/notify.h"
#include "core/notify.hpp"

#include <new>

struct arauto_event : arauto::core::Slots {};
struct arauto_notify : arauto::core::Slots {};

namespace arauto::api {

/// The call, and what it makes or frees, as sentences name them.
struct SlotsCall {
    const char* name;
    const char* noun;
};

template <typename Handle>
[[nodiscard]] Status
create_slots(arauto_team_h team, size_t count, Handle* handle_out, SlotsCall call) noexcept {
    ARAUTO_TRY(check_running(call.name));
    ARAUTO_TRY(check_handle(team, call.name, "team"));
    ARAUTO_TRY(check_handle(handle_out, call.name, "place for the handle"));
    core::Segment* segment = nullptr;
    const Status status = core::allocate_segment(
        *team_of(team), array_bytes(count, sizeof(core::SlotCell)), &segment, call.name);
    if (segment != nullptr) {
        *handle_out = new std::remove_pointer_t<Handle>{{segment, count}};
    }
    return status;
}

template <typename Handle>
[[nodiscard]] Status declare_slots(size_t count, Handle* handle_out, SlotsCall call) noexcept {
    ARAUTO_TRY(check_running(call.name));
    ARAUTO_TRY(check_handle(handle_out, call.name, "place for the handle"));
    core::Segment* segment = nullptr;
    ARAUTO_TRY(
        core::declare_segment(array_bytes(count, sizeof(core::SlotCell)), &segment, call.name));
    *handle_out = new std::remove_pointer_t<Handle>{{segment, count}};
    return ARAUTO_OK;
}

template <typename Handle> [[nodiscard]] Status free_slots(Handle handle, SlotsCall call) noexcept {
    ARAUTO_TRY(check_running(call.name));
    ARAUTO_TRY(check_handle(handle, call.name, call.noun));
    const Status status = core::free_segment(handle->segment, call.name);
    if (status != ARAUTO_ERR_STOPPED) {
        delete handle;
    }
    return status;
}

[[nodiscard]] inline Status check_until_count(uint64_t until_count, const char* call) noexcept {
    if (until_count >= 1) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: until_count is 0, but it must be 1 or more", call);
}

} // namespace arauto::api
