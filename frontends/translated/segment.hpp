// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The segments of this image: its late puts, its copies of other images' objects, and their copies
// of its own.
#pragma once

#include "attached.hpp"
#include "coarray/segment_boundary.hpp"
#include "pending.hpp"
#include "watches.hpp"

namespace arauto::translated {

struct Segment {
    static bool has_pending() noexcept { return has_late_puts(); }
    static arauto_status_t write_out(int* rank_out) noexcept { return flush_late_puts(rank_out); }
    static void end() noexcept {
        look_at_watched();
        // relaxed because only time depends on it
        g_state.pending.puts_at_once.store(0, std::memory_order_relaxed);
    }
    static void begin() noexcept { segment_begins(); }
};
using SegmentBoundary = coarray::SegmentBoundary<Segment>;

} // namespace arauto::translated
