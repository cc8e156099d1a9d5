// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the module `arauto` and the rewriting of NOTIFY= call. Events come by their addresses.
#include "events.hpp"
#include "images.hpp"
#include "notices.hpp"
#include "segment_end.hpp"

using namespace arauto::gfortran; // NOLINT: the program's entry points follow

/// The next coindexed put of this thread also adds one to this notify variable of the image that it
/// reaches, after its data.
CAF_EXPORT void arauto_fortran_notify_next(const void* variable) {
    pending_hint = {kNamedPlace, variable, {nullptr, 0}};
    find_hint("ARAUTO_NOTIFY_NEXT");
}

/// The same as a function that is added to the image index: the compiler evaluates this after
/// everything else, so no other put comes between. @return 0
CAF_EXPORT int32_t arauto_fortran_notify_hint(const void* variable) {
    pending_hint = {kNamedPlace, variable, {nullptr, 0}};
    return 0;
}

/// The same for `[k, notify=n, stat=s]`: `s`, an integer of `stat_bytes`, tells how that put has
/// ended, and the program goes on.
CAF_EXPORT int32_t arauto_fortran_notify_hint_stat(const void* variable,
                                                   void* stat,
                                                   int32_t stat_bytes) {
    pending_hint = {kNamedPlace, variable, {stat, stat_bytes}};
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
