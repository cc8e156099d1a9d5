// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// arauto/event.h.
#include "arauto/event.h"

#include "api/check.hpp"
#include "api/handles.hpp"
#include "core/event.hpp"

#include <utility>

using namespace arauto; // NOLINT: this file is the C face of that namespace

namespace {

Status check_event(const arauto_event* event, size_t index, const char* call) noexcept {
    ARAUTO_TRY(api::check_handle(event, call, "event"));
    return api::check_index(index, event->count, call, "event");
}

} // namespace

arauto_status_t
arauto_event_create(arauto_team_h team, size_t count, arauto_event_h* event_out) noexcept {
    const char* call = "arauto_event_create";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    ARAUTO_TRY(api::check_handle(event_out, call, "place for the event"));
    core::Segment* segment = nullptr;
    const Status status = core::allocate_segment(*api::team_of(team),
                                                 count * sizeof(core::EventCell), &segment, call);
    if (segment != nullptr) {
        *event_out = new arauto_event{segment, count};
    }
    return status;
}

arauto_status_t arauto_event_declare(size_t count, arauto_event_h* event_out) noexcept {
    const char* call = "arauto_event_declare";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(event_out, call, "place for the event"));
    core::Segment* segment = nullptr;
    ARAUTO_TRY(core::declare_segment(count * sizeof(core::EventCell), &segment, call));
    *event_out = new arauto_event{segment, count};
    return ARAUTO_OK;
}

arauto_status_t arauto_event_free(arauto_event_h event) noexcept {
    const char* call = "arauto_event_free";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(event, call, "event"));
    const Status status = core::free_segment(event->segment, call);
    if (status != ARAUTO_ERR_STOPPED) {
        delete event;
    }
    return status;
}

arauto_status_t arauto_event_post(arauto_event_h event, int rank, size_t index) noexcept {
    const char* call = "event post";
    ARAUTO_TRY(check_event(event, index, call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(api::check_alive(rank, call));
    core::post_event(*event, rank, index);
    return ARAUTO_OK;
}

arauto_status_t
arauto_event_wait(arauto_event_h event, size_t index, uint64_t until_count) noexcept {
    const char* call = "event wait";
    ARAUTO_TRY(check_event(event, index, call));
    if (until_count < 1) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: until_count is 0, but it must be 1 or more", call);
    }
    return core::wait_event(*event, index, until_count);
}

arauto_status_t
arauto_event_query(arauto_event_h event, size_t index, uint64_t* count_out) noexcept {
    const char* call = "event query";
    ARAUTO_TRY(check_event(event, index, call));
    ARAUTO_TRY(api::check_handle(count_out, call, "place for the count"));
    *count_out = core::query_event(*event, index);
    return ARAUTO_OK;
}
