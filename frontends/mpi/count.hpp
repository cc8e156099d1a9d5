// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The counters of this front-end's protocols; see arauto/spi/counters.h. A job that does not count
// pays one branch.
#pragma once

#include "job.hpp"

#include "arauto/spi/counters.h"

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

} // namespace arauto::mpi
