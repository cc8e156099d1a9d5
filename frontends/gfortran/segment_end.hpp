// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The end of a segment: an image control statement, an atomic or a collective. This image's
// writes to private memory of other images arrive before it, and values that it has read there are
// forgotten after it. See foreign.hpp.
#pragma once

#include "foreign.hpp"

namespace arauto::gfortran {

/// Around an image control statement, an atomic or a collective: writes out before it, forgets what
/// was read after it. A failure to write is the statement's, once it has been carried out; without
/// `stat` it ends the program before it.
class SegmentEnd {
  public:
    SegmentEnd(const char* statement, int* stat, char* errmsg, size_t errmsg_bytes) noexcept
        : stat_(stat), errmsg_(errmsg), errmsg_bytes_(errmsg_bytes), statement_(statement) {
        // PAIR foreign.used: look
        if (foreign.is_used.load(std::memory_order_seq_cst)) [[unlikely]] {
            begin();
        }
    }
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
            tell();
        }
    }
    SegmentEnd(const SegmentEnd&) = delete;
    SegmentEnd& operator=(const SegmentEnd&) = delete;

  private:
    void begin() noexcept;
    void end() noexcept;
    void tell() noexcept;

    int* stat_;
    char* errmsg_;
    size_t errmsg_bytes_;
    const char* statement_;
    int code_ = 0; // for stat_: why something could not be written
    char text_[256]; // the sentence, when there is a code
};

/// The same at the end of the program.
inline void end_last_segment(const char* statement) noexcept {
    const SegmentEnd end(statement, nullptr, nullptr, 0);
}

} // namespace arauto::gfortran
