// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/spi/counters.h and arauto/spi/trace.h.
#include "arauto/spi/counters.h"

#include "arauto/spi/trace.h"
#include "base/counters.hpp"
#include "runtime/rank.hpp"

#include <new>

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

void arauto_record_begin(arauto_record_t* record_out, arauto_recorded_op_t op, int rank) noexcept {
    static_assert(sizeof(RecordedCall) <= sizeof record_out->words);
    new (record_out->words)
        RecordedCall(core::this_rank().trace, {.op = op, .peer = static_cast<uint32_t>(rank)},
                     __builtin_return_address(0));
}

void arauto_record_end(arauto_record_t* record, uint64_t bytes) noexcept {
    auto& call = *std::launder(reinterpret_cast<RecordedCall*>(record->words));
    call.set_bytes(bytes);
    call.~RecordedCall();
}

int arauto_trace_is_on(void) noexcept {
    return core::this_rank().is_observed ? 1 : 0;
}

void arauto_counters_add(arauto_counter_t counter, arauto_count_t more) noexcept {
    if (is_counting() && static_cast<unsigned>(counter) < ARAUTO_COUNTERS) {
        add_to_tally(counter, more);
    }
}
