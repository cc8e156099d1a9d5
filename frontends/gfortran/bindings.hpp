// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The owner's side of event_attach: this image's table of bindings, in memory that other images
// read. A binding joins a section of this image's memory with one of its events: an image that puts
// into the section posts the event. A change of the table is local: no image is notified, every
// origin reads the table.
#pragma once

#include "coarray/footprint.hpp"
#include "events.hpp"
#include "state.hpp"
#include "wire.hpp"

#include "arauto/segment.h"

#include <mutex>

namespace arauto::gfortran {

using coarray::Access;
using coarray::end_of;
using coarray::Footprint;
using coarray::make_contiguous;
using coarray::make_footprint;

[[nodiscard]] inline bool bindings_exist() noexcept {
    // PAIR bindings.gate: looked at before the table of the image that is put to
    return g_state.bindings.gate->load(std::memory_order_acquire) != 0;
}

/// The segment that starts with each image's BindingHeader.
[[nodiscard]] inline arauto_segment_h binding_segment() noexcept {
    return g_state.bindings.segment;
}

/// Displacement of an address of this image.
[[nodiscard]] inline int64_t own_displacement(uintptr_t address) noexcept {
    return static_cast<int64_t>(address - reinterpret_cast<uintptr_t>(g_state.bindings.own_header));
}

/// Declares the segment; before all coarrays of the program, so that it is the first everywhere.
[[nodiscard]] arauto_status_t start_bindings() noexcept;

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
    no_gate, // the image that keeps the gate cannot be reached; arauto_last_error() says why
};
[[nodiscard]] Bound add_binding(const Binding& binding) noexcept;

/// @return how many have been removed, 0 to 2: one for each kind of access
size_t remove_binding(const void* event, const Footprint& section) noexcept;

/// Removes all of the events with addresses in [start, end). @return how many
size_t remove_bindings_of_events(const void* start, const void* end) noexcept;

/// Removes all whose sections start in [start, end), addresses of this image.
void remove_bindings_in(const void* start, const void* end) noexcept;

/// Held while this image's table changes; its own threads hold it while they read the table.
[[nodiscard]] std::mutex& binding_mutex() noexcept;

/// How many bindings this image has.
[[nodiscard]] size_t binding_count() noexcept;

} // namespace arauto::gfortran
