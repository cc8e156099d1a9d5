// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An image control statement, an atomic or a collective: the end of one segment of this image and
// the begin of the next. Other images may then look at what this one has written, and this one at
// what they have: so pending writes are carried out before the statement, and values that have been
// read from other images are forgotten after it.
#pragma once

#include "pending_writes.hpp"
#include "state.hpp"

namespace arauto::coarray {

/// The number of this image's segment: the next one has another. A value read from an image whose
/// memory is not mapped stays valid until then.
///
/// PAIR segments.number: before it reads, a thread asks for numbers, then takes one; a thread that
/// has executed an image control statement looks whether they are asked for. When they are not, the
/// read has come after the statement.
[[nodiscard]] inline uint64_t segment_number() noexcept {
    SegmentsState& segments = g_state.segments;
    // PAIR segments.number: ask for it once, then read
    if (!segments.are_counted.load(std::memory_order_seq_cst)) {
        segments.are_counted.store(true, std::memory_order_seq_cst); // PAIR segments.number: ask
    }
    return segments.number.load(std::memory_order_seq_cst);
}

/// Such a statement, from its first line to its end. Pending writes that cannot be carried out are
/// reported by its `stat=`, once it has been executed; without `stat=` they end the program before
/// that. The failure of an image waits for a SYNC statement with `stat=`.
///
/// It refers to `errors`, which must outlive it. A copy made LOCK 5 ns slower: words that have just
/// been stored one by one and are loaded two at a time have to reach the cache first.
///
/// @tparam Segment  the front-end's static functions:
///   `bool has_pending()`, whether writes may be pending;
///   `arauto_status_t write_out(int* rank_out)`, as PendingWrites::carry_out_all;
///   `void end()`, before other images are notified of anything, but after write_out();
///   `void begin()`, after the statement: forgets what has been read
template <class Segment> class SegmentBoundary {
  public:
    SegmentBoundary() noexcept : SegmentBoundary(kNoErrors) {}
    explicit SegmentBoundary(const Errors& errors) noexcept : errors_(errors) {
        if (Segment::has_pending()) [[unlikely]] {
            write_out();
        }
        Segment::end();
    }
    explicit SegmentBoundary(Errors&& errors) = delete;
    ~SegmentBoundary() {
        Segment::begin();
        // PAIR segments.number: look, and add
        if (g_state.segments.are_counted.load(std::memory_order_seq_cst)) [[unlikely]] {
            g_state.segments.number.fetch_add(1, std::memory_order_seq_cst);
        }
        if (code_ != 0) [[unlikely]] {
            report();
        }
    }
    SegmentBoundary(const SegmentBoundary&) = delete;
    SegmentBoundary& operator=(const SegmentBoundary&) = delete;

    /// At the end of the program.
    static void end_last() noexcept { const SegmentBoundary last; }

  private:
    [[gnu::noinline]] void write_out() noexcept {
        int rank = 0;
        const arauto_status_t status = Segment::write_out(&rank);
        report_late({errors_.stat != nullptr ? &code_ : nullptr, text_, sizeof text_}, status,
                    rank);
    }
    [[gnu::noinline, gnu::cold]] void report() noexcept {
        if (*errors_.stat == 0) { // else the statement itself has failed
            fail_with(errors_, code_, "%.*s", static_cast<int>(sizeof text_), text_);
        }
    }

    const Errors& errors_;
    int32_t code_ = 0; // for stat=: why something could not be written
    char text_[256]; // the sentence, when there is a code
};

} // namespace arauto::coarray
