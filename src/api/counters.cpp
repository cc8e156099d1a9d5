// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/spi/counters.h.
#include "arauto/spi/counters.h"

#include "base/counters.hpp"

using namespace arauto;

void arauto_counters_visit(arauto_counters_visit_t visit, void* context) noexcept {
    for (int counter = 0; counter < ARAUTO_COUNTERS; ++counter) {
        const CounterText text = counter_text(counter);
        visit(context, text.name, counted(counter), text.help);
    }
}

int arauto_counters_are_on(void) noexcept {
    return is_counting() ? 1 : 0;
}

void arauto_counters_add(arauto_counter_t counter, arauto_count_t more) noexcept {
    if (is_counting() && static_cast<unsigned>(counter) < ARAUTO_COUNTERS) {
        add_to_tally(counter, more);
    }
}
