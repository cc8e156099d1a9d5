// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the module `arauto` and the rewriting of NOTIFY= call. Events come by their addresses.
#include "events.hpp"
#include "foreign.hpp"
#include "images.hpp"
#include "notices.hpp"

using namespace arauto::gfortran; // NOLINT: the program's entry points follow

namespace {

/// Where the variable is as it should be and there is no `stat=`: short, since it stands before
/// each notified put. @return false when that needs a closer look
[[gnu::always_inline]] inline bool set_plain_hint(const void* variable) noexcept {
    const EventElement event = find_event(variable);
    if (event.coarray == nullptr || event.coarray->slot_place == 0) [[unlikely]] {
        return false;
    }
    pending_hint.place = event.coarray->slot_place + event.index * event.coarray->slot_stride;
    pending_hint.stat.address = nullptr;
    return true;
}

[[gnu::noinline]] void
set_hint(const void* variable, const StatVariable& stat, const char* statement) noexcept {
    const EventElement event = find_event(variable);
    int value = 0;
    int* const reported = stat.address != nullptr ? &value : nullptr;
    note_stat(reported);
    uint64_t place = kRefusedPlace;
    if (event.coarray == nullptr) [[unlikely]] {
        report(reported, nullptr, 0, kStatInvalid, "%s: %s", statement, kNoEvent);
    } else if (const arauto_status_t status = slot_of(event, &place); status < 0) {
        report_failure(reported, nullptr, 0, status, statement);
    }
    pending_hint = {place, stat};
}

} // namespace

/// The next coindexed put of this thread also adds one to this notify variable of the image that it
/// reaches, after its data.
CAF_EXPORT void arauto_fortran_notify_next(const void* variable) {
    if (!set_plain_hint(variable)) [[unlikely]] {
        set_hint(variable, {nullptr, 0}, "ARAUTO_NOTIFY_NEXT");
    }
}

/// The same as a function that is added to the image index: the compiler evaluates this after
/// everything else, so no other put comes between. @return 0
CAF_EXPORT int32_t arauto_fortran_notify_hint(const void* variable) {
    if (!set_plain_hint(variable)) [[unlikely]] {
        set_hint(variable, {nullptr, 0}, "NOTIFY=");
    }
    return 0;
}

/// The same for `[k, notify=n, stat=s]`: `s`, an integer of `stat_bytes`, tells how that put has
/// ended, and the program goes on.
CAF_EXPORT int32_t arauto_fortran_notify_hint_stat(const void* variable,
                                                   void* stat,
                                                   int32_t stat_bytes) {
    set_hint(variable, {stat, stat_bytes}, "NOTIFY=");
    return 0;
}

/// @param count  posts and notifications not taken by a wait
/// @param stat  may be NULL
CAF_EXPORT void arauto_fortran_notify_query(const void* variable, int32_t* count, int32_t* stat) {
    const EventElement event = find_event(variable);
    if (event.coarray == nullptr) {
        report(stat, nullptr, 0, kStatInvalid, "NOTIFY_QUERY: %s", kNoEvent);
        return;
    }
    const SegmentEnd end("NOTIFY_QUERY", stat, nullptr, 0);
    uint64_t notifications = 0;
    const arauto_status_t status =
        arauto_event_query(event.coarray->event, event.index, &notifications);
    if (status >= 0) {
        *count = static_cast<int32_t>(notifications);
    }
    report_status(stat, nullptr, 0, status, "NOTIFY_QUERY");
}
