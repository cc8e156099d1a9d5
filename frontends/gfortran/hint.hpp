// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notify variable of a thread's next put, as `x[k, notify=n]` names it. The hint only stores
// the variable in three stores; the put looks it up after it has requested its first cache line,
// while that line is on its way. With a look-up in the hint, notified puts of 8 to 512 bytes took 8
// ns more than a put and an event post.
#pragma once

#include "events.hpp"
#include "state.hpp"

namespace arauto::gfortran {

void store_stat(const StatVariable& variable, int value) noexcept;

/// A value that is no slot's address, which is a multiple of its size.
inline constexpr uint64_t kRefusedSlot = 1; // the program has named no notify variable
inline constexpr uint64_t kNamedSlot = 2; // that of `variable`, not looked up yet

inline void drop_hint() noexcept {
    t_state.hint = {0, nullptr, {nullptr, 0}};
}

/// Looks the variable up in every way, and reports what is wrong with it.
/// @param statement  names it in sentences
void find_hint(const char* statement) noexcept;

/// The slot of the pending hint. @return as Hint::slot, without kNamedSlot
[[nodiscard]] inline uint64_t hinted_slot() noexcept {
    Hint& hint = t_state.hint;
    if (hint.slot == kNamedSlot) {
        const EventElement event = find_event(hint.variable);
        uint64_t slot = 0;
        if (event.coarray != nullptr && hint.stat.address == nullptr && slot_of(event, &slot) >= 0)
            [[likely]] {
            hint.slot = slot;
        } else {
            find_hint("NOTIFY=");
        }
    }
    return hint.slot;
}

} // namespace arauto::gfortran
