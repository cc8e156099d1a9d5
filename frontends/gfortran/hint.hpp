// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notify variable of a thread's next put, as `x[k, notify=n]` names it. The hint only stores
// the variable in three stores; the put looks it up after it has requested its first cache line,
// while that line is on its way. With a look-up in the hint, notified puts of 8 to 512 bytes took 8
// ns more than a put and an event post.
#pragma once

#include "events.hpp"

namespace arauto::gfortran {

/// An integer variable of the program for `stat=`; `address` may be NULL.
struct StatVariable {
    void* address;
    int32_t bytes; // 1, 2, 4 or 8
};
void store_stat(const StatVariable& variable, int value) noexcept;

/// A value that is no slot's address, which is a multiple of its size.
inline constexpr uint64_t kRefusedSlot = 1; // the program has named no notify variable
inline constexpr uint64_t kNamedSlot = 2; // that of `variable`, not looked up yet

struct Hint {
    uint64_t slot; // its offset, or one of the above; 0: there is no hint
    const void* variable;
    StatVariable stat; // `stat=` of the same image selector, which the compiler does not pass
};

/// The general model of thread-local objects would cost a call for each put.
extern constinit thread_local Hint pending_hint __attribute__((tls_model("initial-exec")));

inline void drop_hint() noexcept {
    pending_hint = {0, nullptr, {nullptr, 0}};
}

/// Looks the variable up in every way, and reports what is wrong with it.
/// @param statement  names it in sentences
void find_hint(const char* statement) noexcept;

/// The slot of the pending hint. @return as Hint::slot, without kNamedSlot
[[nodiscard]] inline uint64_t hinted_slot() noexcept {
    if (pending_hint.slot == kNamedSlot) {
        const EventElement event = find_event(pending_hint.variable);
        uint64_t slot = 0;
        if (event.coarray != nullptr && pending_hint.stat.address == nullptr &&
            slot_of(event, &slot) >= 0) [[likely]] {
            pending_hint.slot = slot;
        } else {
            find_hint("NOTIFY=");
        }
    }
    return pending_hint.slot;
}

} // namespace arauto::gfortran
