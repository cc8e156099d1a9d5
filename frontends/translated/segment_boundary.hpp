// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An image control statement: the end of one segment and the begin of the next.
#pragma once

#include "attached.hpp"
#include "pending.hpp"
#include "shadows.hpp"

namespace arauto::translated {

/// An image control statement, from its first line to its end. Its `stat=` reports late puts
/// that could not be carried out, once it has been executed; without `stat=` they end the program
/// before that. It refers to `errors`, which must outlive it.
class SegmentBoundary {
  public:
    SegmentBoundary() noexcept : SegmentBoundary(coarray::kNoErrors) {}
    explicit SegmentBoundary(const Errors& errors) noexcept : errors_(errors) {
        // relaxed because a thread only has to see its own, and others' after synchronising
        if (errors.stat != nullptr && g_state.pending.puts.load(std::memory_order_relaxed) != 0)
            [[unlikely]] {
            flush_late();
        }
        segment_ends();
    }
    explicit SegmentBoundary(Errors&& errors) = delete;
    ~SegmentBoundary() {
        segment_begins();
        forget_shadows();
        if (status_ < 0) [[unlikely]] {
            report_late();
        }
    }
    SegmentBoundary(const SegmentBoundary&) = delete;
    SegmentBoundary& operator=(const SegmentBoundary&) = delete;

  private:
    void flush_late() noexcept;
    void report_late() noexcept;

    const Errors& errors_;
    arauto_status_t status_ = ARAUTO_OK; // of the late puts, when errors_.stat has to report it
    char text_[256]; // the sentence, when status_ is a failure
};

} // namespace arauto::translated
