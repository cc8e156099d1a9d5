// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The ring of a thread as a reader finds it when the process has ended. The lengths that the image
// has written are not believed.
#pragma once

#include "boot/wire.hpp"

namespace arauto::boot {

struct RingView {
    const Record* records;
    uint64_t capacity; // a power of two
    uint64_t written; // whole records
    bool is_in_call; // the record behind them is of a call that had not ended
    uint64_t begin; // the oldest that is there
    uint64_t end; // behind the last, with that of the call

    [[nodiscard]] const Record& at(uint64_t number) const noexcept {
        return records[number & (capacity - 1)];
    }
};

/// @param thread  or kArrivalsRing
/// @param first  records in the ring of an image's first thread
[[nodiscard]] inline RingView
view_ring(const TraceArea& area, uint32_t thread, uint64_t first) noexcept {
    const auto* const records = reinterpret_cast<const Record*>(
        reinterpret_cast<const std::byte*>(&area) + trace_ring_offset(thread, first));
    RingView view{records, trace_records_of(thread, first), 0, false, 0, 0};
    // PAIR trace.head: look
    view.written = trace_ring(area, thread).head.load(std::memory_order_acquire);
    // PAIR trace.record: look
    const uint64_t open = view.at(view.written).ticks.load(std::memory_order_acquire);
    const uint64_t last =
        view.written > 0 ? view.at(view.written - 1).ticks.load(std::memory_order_acquire) : 0;
    // A second record of one call has the time of the first.
    const bool is_behind = (view.at(view.written).flags & kRecordBehind) != 0;
    view.is_in_call = open > last || (is_behind && open == last && open != 0);
    view.end = view.written + (view.is_in_call ? 1 : 0);
    // The place behind the last record may hold a part of a further one, and of an old one the
    // rest.
    view.begin = view.written >= view.capacity ? view.written - (view.capacity - 1) : 0;
    return view;
}

} // namespace arauto::boot
