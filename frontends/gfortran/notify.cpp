// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The functions that the module `arauto` and the rewritten NOTIFY= call. Events come by their
// addresses.
#include "caller.hpp"
#include "element_access.hpp"
#include "events.hpp"
#include "images.hpp"
#include "notices.hpp"
#include "segment.hpp"

using namespace arauto::gfortran;

/// The next coindexed put of this thread also adds one to this notify variable of the image that it
/// reaches, after its data.
CAF_EXPORT void arauto_fortran_notify_next(const void* variable) {
    shut_element_puts();
    t_state.hint = {kNamedSlot, variable, {nullptr, 0}};
    find_hint("ARAUTO_NOTIFY_NEXT");
}

/// arauto_fortran_notify_next as a function that is added to the image index: the compiler
/// evaluates this after everything else, so no other put comes between. @return 0
CAF_EXPORT int32_t arauto_fortran_notify_hint(const void* variable) {
    shut_element_puts();
    t_state.hint = {kNamedSlot, variable, {nullptr, 0}};
    return 0;
}

/// arauto_fortran_notify_hint for `[k, notify=n, stat=s]`: `s`, an integer of `stat_bytes`, gets
/// the status of that put, and the program goes on.
CAF_EXPORT int32_t arauto_fortran_notify_hint_stat(const void* variable,
                                                   void* stat,
                                                   int32_t stat_bytes) {
    shut_element_puts();
    t_state.hint = {kNamedSlot, variable, {stat, stat_bytes}};
    return 0;
}

/// @param count  posts and notifications not taken by a wait
/// @param stat  may be NULL
CAF_EXPORT void arauto_fortran_notify_query(const void* variable, int32_t* count, int32_t* stat) {
    note_caller(__builtin_return_address(0));
    const EventElement event = find_event(variable);
    if (event.coarray == nullptr) {
        fail({stat}, "NOTIFY_QUERY: %s", kNoEvent);
        return;
    }
    const Errors errors{stat};
    const SegmentBoundary boundary(errors);
    uint64_t notifications = 0;
    const arauto_status_t status =
        arauto_notify_query(event.coarray->event, event.index, &notifications);
    if (status >= 0) {
        *count = static_cast<int32_t>(notifications);
    }
    report(errors, status, "NOTIFY_QUERY");
}
