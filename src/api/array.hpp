// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Arrays of cells at the same offset on every rank of a team. Events, notifications and locks are
// made and freed as such arrays.
#pragma once

#include "api/check.hpp"
#include "api/handles.hpp"
#include "api/recording.hpp"

#include <type_traits>

namespace arauto::api {

/// The call, what it makes or frees, and where the handle goes, as sentences name them.
struct ArrayCall {
    const char* name;
    const char* noun;
    const char* output;
    const void* caller; // the instruction behind it
};

template <typename Cell, typename Handle>
[[nodiscard]] Status
create_array(arauto_team_h team, size_t count, Handle* handle_out, ArrayCall call) noexcept {
    ARAUTO_TRY(check_running(call.name));
    ARAUTO_TRY(check_handle(team, call.name, "team"));
    ARAUTO_TRY(check_handle(handle_out, call.name, call.output));
    core::Segment* segment = nullptr;
    RecordedMeeting recorded(ARAUTO_RECORDED_ALLOCATE, *team_of(team),
                             array_bytes(count, sizeof(Cell)), call.caller);
    const Status status = core::allocate_segment(*team_of(team), array_bytes(count, sizeof(Cell)),
                                                 &segment, call.name);
    if (segment != nullptr) {
        tell_created(team_of(team), *segment, sizeof(Cell));
        *handle_out = new std::remove_pointer_t<Handle>{segment, count};
    }
    return recorded.ends_with(status);
}

template <typename Cell, typename Handle>
[[nodiscard]] Status declare_array(size_t count, Handle* handle_out, ArrayCall call) noexcept {
    ARAUTO_TRY(check_running(call.name));
    ARAUTO_TRY(check_handle(handle_out, call.name, call.output));
    core::Segment* segment = nullptr;
    ARAUTO_TRY(core::declare_segment(array_bytes(count, sizeof(Cell)), &segment, call.name));
    tell_created(nullptr, *segment, sizeof(Cell));
    *handle_out = new std::remove_pointer_t<Handle>{segment, count};
    return ARAUTO_OK;
}

template <typename Handle> [[nodiscard]] Status free_array(Handle handle, ArrayCall call) noexcept {
    ARAUTO_TRY(check_running(call.name));
    ARAUTO_TRY(check_handle(handle, call.name, call.noun));
    RecordedMeeting recorded(ARAUTO_RECORDED_FREE, *handle->segment->team, 0, call.caller);
    const core::Segment segment = *handle->segment;
    const Status status = core::free_segment(handle->segment, call.name);
    if (status != ARAUTO_ERR_STOPPED) {
        tell_freed(segment, call.caller);
        delete handle;
    }
    return recorded.ends_with(status);
}

} // namespace arauto::api
