// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See count.hpp.
#include "count.hpp"

#include "arauto/spi/counters.h"

namespace arauto::mpi {

void add_to_tally(arauto_counter_t counter,
                  uint64_t calls,
                  uint64_t messages,
                  uint64_t bytes) noexcept {
    arauto_counters_add(counter, {calls, messages, bytes});
}

} // namespace arauto::mpi
