// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What this front-end counts of its own protocols; see arauto/counters.h. One branch where nothing
// is counted.
#pragma once

#include "arauto/counters.h"

#include <cstdint>

namespace arauto::mpi {

/// Set once, when the job begins.
extern bool g_is_counting;

/// Apart from its callers, which then need no room for it.
[[gnu::cold, gnu::noinline]] void
add_to_tally(arauto_counter_t counter, uint64_t calls, uint64_t messages, uint64_t bytes) noexcept;

/// One call.
inline void tally(arauto_counter_t counter, uint64_t messages = 0, uint64_t bytes = 0) noexcept {
    if (g_is_counting) [[unlikely]] {
        add_to_tally(counter, 1, messages, bytes);
    }
}

/// Words of a protocol, of a call that is counted elsewhere.
inline void tally_words(arauto_counter_t counter, uint64_t words) noexcept {
    if (g_is_counting) [[unlikely]] {
        add_to_tally(counter, 0, words, words * sizeof(uint64_t));
    }
}

} // namespace arauto::mpi
