// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The type behind the handle of notifications, and the checks of slots.
#pragma once

#include "api/array.hpp"
#include "arauto/notify.h"
#include "sync/notify.hpp"

struct arauto_notify : arauto::core::Slots {};

namespace arauto::api {

/// The names by which sentences call slots; see array.hpp.
[[nodiscard]] constexpr ArrayCall
slots_call(const char* name, const char* noun, const void* caller) noexcept {
    return {name, noun, "pointer for the handle", caller};
}

/// Whether the offset can be a slot's; a freed slot's is not recognised.
[[nodiscard]] inline bool is_slot(arauto_slot_t slot) noexcept {
    const uint64_t room = core::this_rank().heap_bytes() - sizeof(core::SlotCell);
    return slot.offset != 0 && slot.offset % alignof(core::SlotCell) == 0 && slot.offset <= room;
}

[[nodiscard]] inline Status check_slot(arauto_slot_t slot, const char* call) noexcept {
    if (is_slot(slot)) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT,
                "%s: the slot (offset %llu) is none that arauto_notify_slot has given", call,
                static_cast<unsigned long long>(slot.offset));
}

[[nodiscard]] inline Status check_until_count(uint64_t until_count, const char* call) noexcept {
    if (until_count >= 1) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: until_count is 0, but it must be 1 or more", call);
}

} // namespace arauto::api
