// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The end of a segment: an image control statement, an atomic or a collective. This image's pending
// writes to private memory of other images are carried out before it, and cached values are dropped
// after it. See foreign.hpp.
#pragma once

#include "coarray.hpp"
#include "foreign.hpp"

namespace arauto::gfortran {

/// Around an image control statement, an atomic or a collective: writes out before it, forgets what
/// was read after it. A failure to write is the statement's, once it has been carried out; without
/// `stat` it ends the program before it.
///
/// It refers to `errors`, which must outlive it. A copy made LOCK 5 ns slower: words that have just
/// been stored one by one and are loaded two at a time have to reach the cache first.
class SegmentEnd {
  public:
    SegmentEnd(const char* statement, const Errors& errors) noexcept
        : errors_(errors), statement_(statement) {
        // PAIR foreign.used: look
        if (foreign.is_used.load(std::memory_order_seq_cst)) [[unlikely]] {
            begin();
        }
    }
    SegmentEnd(const char* statement, Errors&& errors) = delete;
    ~SegmentEnd() {
        // PAIR foreign.used: look
        if (foreign.is_used.load(std::memory_order_seq_cst)) [[unlikely]] {
            end();
        }
        // PAIR foreign.segment: look, and add
        if (foreign.counts_segments.load(std::memory_order_seq_cst)) [[unlikely]] {
            foreign.segment.fetch_add(1, std::memory_order_seq_cst);
        }
        if (code_ != 0) [[unlikely]] {
            report();
        }
    }
    SegmentEnd(const SegmentEnd&) = delete;
    SegmentEnd& operator=(const SegmentEnd&) = delete;

  private:
    void begin() noexcept;
    void end() noexcept;
    void report() noexcept;

    const Errors& errors_;
    const char* statement_;
    int code_ = 0; // for stat=: why something could not be written
    char text_[256]; // the sentence, when there is a code
};

/// Ends the last segment, at the end of the program.
inline void end_last_segment(const char* statement) noexcept {
    const SegmentEnd end(statement, coarray::kNoErrors);
}

} // namespace arauto::gfortran
