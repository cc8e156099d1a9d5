// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The owner's side of event_attach: this image's table of bindings, in memory that other images
// read. A binding joins a section of this image's memory with one of its events: an image that puts
// into the section posts the event. A change of the table is local: no image is notified, every
// origin reads the table (target_bindings.hpp). Only that there is any binding is announced, in a
// way that the front-end chooses.
#pragma once

#include "binding_wire.hpp"
#include "footprint.hpp"
#include "state.hpp"

#include "arauto/segment.h"
#include "arauto/status.h"

namespace arauto::coarray {

/// The segment that starts with each image's BindingHeader.
[[nodiscard]] inline arauto_segment_h binding_segment() noexcept {
    return g_state.bindings.segment;
}

/// Displacement of an address of this image.
[[nodiscard]] inline int64_t own_displacement(uintptr_t address) noexcept {
    return static_cast<int64_t>(address - reinterpret_cast<uintptr_t>(g_state.bindings.own_header));
}

/// Declares the segment; before all coarrays of the program, so that it is the first everywhere.
/// @param announce  called when this image has its first binding, or has none any more. False: it
/// cannot be announced, and arauto_last_error() says why
[[nodiscard]] arauto_status_t start_bindings(bool (*announce)(bool has_bindings) noexcept) noexcept;

struct Binding {
    const void* event; // its address
    uint64_t slot; // its offset
    Access access;
    Footprint section; // without tables; displacements as own_displacement
};

enum class Bound {
    done,
    twice, // the same binding is there already
    no_memory,
    unannounced, // arauto_last_error() says why
};
[[nodiscard]] Bound add_binding(const Binding& binding) noexcept;

/// @return how many have been removed, 0 to 2: one for each kind of access
size_t remove_binding(const void* event, const Footprint& section) noexcept;

/// Removes all of the event. @return how many
size_t remove_bindings_of(const void* event) noexcept;

/// Removes all whose sections start in [start, end), addresses of this image, or whose events lie
/// there: before the memory is freed. It calls the runtime only when there are any, so that the
/// runtime's own threads may call it in free().
void remove_bindings_in(const void* start, const void* end) noexcept;

/// How many bindings this image has.
[[nodiscard]] size_t binding_count() noexcept;

} // namespace arauto::coarray
