// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Counts and notes of the program's calls: see arauto/spi/counters.h and trace.h. A job that is
// neither counted nor traced pays one branch.
#pragma once

#include "job.hpp"

#include "arauto/spi/counters.h"
#include "arauto/spi/trace.h"

#include <cstdint>

namespace arauto::mpi {

/// Not inlined, so that callers stay short.
[[gnu::cold, gnu::noinline]] void
add_to_tally(arauto_counter_t counter, uint64_t calls, uint64_t messages, uint64_t bytes) noexcept;

/// Counts one call.
inline void tally(arauto_counter_t counter, uint64_t messages = 0, uint64_t bytes = 0) noexcept {
    if (job().is_counting) [[unlikely]] {
        add_to_tally(counter, 1, messages, bytes);
    }
}

/// To be called in each entry, for the records of a traced job.
/// @param caller  `__builtin_return_address(0)` in the entry
[[gnu::always_inline]] inline void note_caller(const void* caller) noexcept {
    if (job().is_counting) [[unlikely]] {
        arauto_note_caller(caller);
    }
}

} // namespace arauto::mpi
