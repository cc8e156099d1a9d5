// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// arauto/event.h.
#include "arauto/event.h"

#include "api/check.hpp"
#include "api/slots.hpp"

using namespace arauto; // NOLINT: this file is the C face of that namespace

namespace {

Status check_event(const arauto_event* event, size_t index, const char* call) noexcept {
    ARAUTO_TRY(api::check_handle(event, call, "event"));
    return api::check_index(index, event->count, call, "event");
}

} // namespace

arauto_status_t
arauto_event_create(arauto_team_h team, size_t count, arauto_event_h* event_out) noexcept {
    return api::create_array<core::SlotCell>(team, count, event_out,
                                             api::slots_call("arauto_event_create", "event"));
}

arauto_status_t arauto_event_declare(size_t count, arauto_event_h* event_out) noexcept {
    return api::declare_array<core::SlotCell>(count, event_out,
                                              api::slots_call("arauto_event_declare", "event"));
}

arauto_status_t arauto_event_free(arauto_event_h event) noexcept {
    return api::free_array(event, api::slots_call("arauto_event_free", "event"));
}

arauto_status_t arauto_event_post(arauto_event_h event, int rank, size_t index) noexcept {
    const char* call = "arauto_event_post";
    ARAUTO_TRY(check_event(event, index, call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(api::check_alive(rank, call));
    core::post_event(rank, event->place(index));
    return ARAUTO_OK;
}

arauto_status_t
arauto_event_wait(arauto_event_h event, size_t index, uint64_t until_count) noexcept {
    const char* call = "arauto_event_wait";
    ARAUTO_TRY(check_event(event, index, call));
    ARAUTO_TRY(api::check_until_count(until_count, call));
    return core::wait_slot(event->place(index), until_count, call);
}

arauto_status_t
arauto_event_query(arauto_event_h event, size_t index, uint64_t* count_out) noexcept {
    const char* call = "arauto_event_query";
    ARAUTO_TRY(check_event(event, index, call));
    ARAUTO_TRY(api::check_handle(count_out, call, "place for the count"));
    *count_out = core::query_slot(event->place(index));
    return ARAUTO_OK;
}

arauto_status_t
arauto_event_slot(arauto_event_h event, size_t index, arauto_slot_t* slot_out) noexcept {
    const char* call = "arauto_event_slot";
    ARAUTO_TRY(check_event(event, index, call));
    ARAUTO_TRY(api::check_handle(slot_out, call, "place for the slot"));
    slot_out->place = event->place(index);
    return ARAUTO_OK;
}
