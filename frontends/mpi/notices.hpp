// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notification state of a window: a board that keeps the source and tag of each notification,
// and counters in an arauto_notify. Made and freed by notify.cpp.
#pragma once

#include "window.hpp"

#include "arauto/board.h"
#include "arauto/notify.h"

#include <atomic>
#include <cstdint>

namespace arauto::mpi {

struct NotifyRequest;

/// Of each member, in shared memory.
struct NotifyCell {
    alignas(64) std::atomic<int64_t> number; // of its counters
    int64_t wanted; // what it has said in the call that is being agreed on
};

/// Where the first short put to a counter has put its data: an offset in the target's heap. A rank
/// that awaits the counter fetches that line while it looks: the data comes with the count, not
/// after it, which took 100 ns of 270 in a ping-pong of 8 bytes. Only the first is kept: writing it
/// each time would cost a line more, and a wrong guess costs nothing that was measurable.
using DataHint = std::atomic<uint64_t>;
inline constexpr uint64_t kShortBytes = 64; // a longer put would lose its lines while it writes

struct Notices {
    Window* window;
    ptrdiff_t offset; // of the cell, from the start of a heap
    size_t segment_bytes; // of the window's own segment; 0: it has none
    arauto_board_h board;
    arauto_notify_h counters; // null while no member has any; as many as the
                              // member with most has
    arauto_segment_h hints; // of the counters: a DataHint each
    ptrdiff_t hints_offset; // of that segment, from the start of a heap
    int64_t most; // that this process has asserted, or the most there may be
    int cheap_number;
    int most_number;
    MPI_Count most_value;
    uint64_t looks_in_vain; // at counters, since one was not as before
    uint64_t seen; // at the last look
    NotifyRequest* oldest; // of the started requests
    NotifyRequest* newest;

    [[nodiscard]] NotifyCell& own_cell() const noexcept {
        return *reinterpret_cast<NotifyCell*>(window->heap(window->rank) + offset);
    }
    /// How many counters a member has.
    [[nodiscard]] int64_t number_of(int member) const noexcept {
        if (!window->is_near(member)) [[unlikely]] {
            return far_number_of(member);
        }
        const auto* const cell = reinterpret_cast<NotifyCell*>(window->heap(member) + offset);
        return cell->number.load(std::memory_order_acquire); // PAIR notify.number: look
    }
    [[nodiscard]] int64_t far_number_of(int member) const noexcept;
    /// Of a counter that exists, of a member on this node.
    [[nodiscard]] DataHint& hint(int member, int index) const noexcept {
        return reinterpret_cast<DataHint*>(window->heap(member) + hints_offset)[index];
    }
    /// Where data for this process's counter is likely to come; this process may fetch there.
    [[nodiscard]] const void* likely_address(int index) const noexcept {
        // relaxed because it is a hint
        return window->heap(window->rank) +
               hint(window->rank, index).load(std::memory_order_relaxed);
    }
};

/// Null, with an error raised, when the window is no window of ours or has no notices.
[[nodiscard]] Notices* notices_of(MPI_Win handle, const char* call, int* status_out) noexcept;

/// The notices end: their window has none any more, and no thread remembers them.
void detach_notices(Notices& notices) noexcept;

/// An error of the engine, raised at the window.
[[nodiscard]] int raise(const Notices& notices, const char* call) noexcept;

/// Source as the engine names it: a rank in the node or ARAUTO_ANY_SOURCE.
struct Pattern {
    int source;
    int tag;
};

/// Checks source and tag of a request or a probe.
[[nodiscard]] int find_pattern(
    const Notices& notices, int source, int tag, const char* call, Pattern* pattern_out) noexcept;

/// Checks that this process has the counter.
[[nodiscard]] int check_counter(const Notices& notices, int index, const char* call) noexcept;

} // namespace arauto::mpi
