// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The segments of this image: its pending writes to private memory of other images, and the values
// that it has read there. See foreign.hpp.
#pragma once

#include "coarray/segment_boundary.hpp"
#include "foreign.hpp"

namespace arauto::gfortran {

struct Segment {
    static bool has_pending() noexcept {
        // PAIR foreign.used: look
        return foreign.is_used.load(std::memory_order_seq_cst);
    }
    static arauto_status_t write_out(int* rank_out) noexcept { return write_out_all(rank_out); }
    static void end() noexcept {}
    static void begin() noexcept {
        // PAIR foreign.used: look
        if (foreign.is_used.load(std::memory_order_seq_cst)) [[unlikely]] {
            forget_foreign();
        }
    }
};
using SegmentBoundary = coarray::SegmentBoundary<Segment>;

} // namespace arauto::gfortran
