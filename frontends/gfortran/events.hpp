// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Addresses of event coarrays in the program. Nothing is stored at these addresses: they only
// identify events, also the elements of one array, where the program passes one to a procedure.
#pragma once

#include "coarray.hpp"
#include "coarray/attached.hpp"

#include <atomic>

namespace arauto::gfortran {

/// Bytes between the elements of an event coarray: the compiler's event_type is a pointer.
inline constexpr size_t kEventBytes = sizeof(void*);

using coarray::kNoEvent;

/// One event of a coarray; `coarray` is NULL where there is none.
struct EventElement {
    const Coarray* coarray;
    size_t index;
};

/// Gives an event coarray addresses of its own, `coarray.memory`. Leaves this NULL when memory is
/// exhausted: its events serve all statements then, but are not found by address.
void take_addresses(Coarray& coarray) noexcept;
void return_addresses(const Coarray& coarray) noexcept;

/// The event that lies at an address of the program. Any address may be asked for.
/// @cost  a few loads, no lock: it is called before every notified put
[[nodiscard]] EventElement find_event(const void* address) noexcept;

/// Learns the names of a coarray's events as counting slots, where they are evenly spaced.
void learn_slots(Coarray& coarray) noexcept;

/// Asks the C API for the name of an event as a counting slot.
[[nodiscard]] arauto_status_t ask_slot(const EventElement& event, uint64_t* offset_out) noexcept;

/// The name of an event as a counting slot. A call for it costs 3 ns of each notified put.
[[nodiscard]] inline arauto_status_t slot_of(const EventElement& event,
                                             uint64_t* offset_out) noexcept {
    const Coarray& coarray = *event.coarray;
    if (coarray.slot_offset == 0) [[unlikely]] {
        return ask_slot(event, offset_out);
    }
    *offset_out = coarray.slot_offset + event.index * coarray.slot_stride;
    return ARAUTO_OK;
}

} // namespace arauto::gfortran
