// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See hint.hpp.
#include "hint.hpp"

#include "images.hpp"

#include <cstring>

namespace arauto::gfortran {

void store_stat(const StatVariable& variable, int value) noexcept {
    if (variable.address != nullptr) {
        const auto wide = static_cast<int64_t>(value); // little-endian: its low bytes come first
        std::memcpy(variable.address, &wide, static_cast<size_t>(variable.bytes));
    }
}

void find_hint(const char* statement) noexcept {
    const EventElement event = find_event(t_state.hint.variable);
    int value = 0;
    int* const reported = t_state.hint.stat.address != nullptr ? &value : nullptr;
    note_stat(reported);
    uint64_t slot = kRefusedSlot;
    if (event.coarray == nullptr) [[unlikely]] {
        fail({reported}, "%s: %s", statement, kNoEvent);
    } else if (const arauto_status_t status = slot_of(event, &slot); status < 0) {
        report_failure({reported}, status, statement);
    }
    t_state.hint.slot = slot;
}

} // namespace arauto::gfortran
