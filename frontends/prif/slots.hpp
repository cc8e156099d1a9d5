// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Events, notify variables, locks and critical variables. The compiler chooses their size and
// address; they are zero at first. So the variable itself holds no count: at its first use it is
// given a slot of the image that it belongs to, and from then on its first 32 bits hold the number
// of this slot plus 1. The counts and locks themselves were made when the runtime came up.
//
// Whichever image uses a variable first gives it its slot; the image that it belongs to takes the
// slot back when the memory is deallocated.
#pragma once

#include "targets.hpp"

#include "arauto/lock.h"
#include "arauto/notify.h"

#include <cstddef>
#include <cstdint>

namespace arauto::prif {

/// Once, when the runtime is up and before anything else is allocated; the same on all images.
void start_slots();

/// A variable of one of these types, ready to be used.
struct Variable {
    int rank; // in the job
    size_t slot;
};
/// False, with the failure reported, when there is no such image, or no slot is left.
[[nodiscard]] bool find_variable(const Reference& reference,
                                 Variable& variable,
                                 const Errors& errors,
                                 const char* call) noexcept;
/// Finds the slot of a variable of this image. False, with the failure reported, when none is left.
[[nodiscard]] bool find_own_variable(const void* address,
                                     Variable& variable,
                                     const Errors& errors,
                                     const char* call) noexcept;

[[nodiscard]] arauto_notify_h counts() noexcept;
[[nodiscard]] arauto_lock_h locks() noexcept;
/// Names the count of a variable, for a put that notifies.
[[nodiscard]] arauto_slot_t name_of(const Variable& variable) noexcept;

/// Takes back what variables in this memory of this image had; no image uses them any more.
void release_slots(const void* start, size_t bytes) noexcept;

} // namespace arauto::prif
