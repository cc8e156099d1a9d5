// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notification state of a window: a board, which keeps the source and tag of each notification,
// and an arauto_notify, which has the counters. notify.cpp makes and frees it.
#pragma once

#include "started.hpp"
#include "window.hpp"

#include "arauto/board.h"
#include "arauto/notify.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace arauto::mpi {

/// One for each member, in shared memory.
struct NotifyCell {
    alignas(64) std::atomic<int64_t> number; // how many counters the member has
    int64_t wanted; // how many it has asked for, in the call that is being agreed on
};

/// Where the first short put to a counter has put its data: an offset in the target's heap. A rank
/// that awaits the counter prefetches that cache line each time it looks, so that the data arrives
/// together with the count. Fetching it afterwards took 100 ns of 270 in a ping-pong of 8 bytes.
/// Only the first put's address is kept: writing each put's address would transfer one more line,
/// and a wrong prefetch has no measurable cost.
using DataHint = std::atomic<uint64_t>;
inline constexpr uint64_t kShortBytes = 64; // prefetches would take lines from a put still writing

struct Notices {
    Window* window;
    ptrdiff_t offset; // of the cell, from the start of a heap
    size_t segment_bytes; // of the window's own segment; 0: it has none
    arauto_board_h board;
    arauto_notify_h
        counters; // as many as the member with the most has; null while no member has any
    arauto_segment_h hints; // a DataHint for each counter
    ptrdiff_t hints_offset; // of that segment, from the start of a heap
    int64_t most; // the most counters that this process may have
    int cheap_number;
    int most_number;
    MPI_Count most_value;
    uint64_t looks_in_vain; // looks at counters since the last one that found a new value
    uint64_t seen; // the value that the last look found
    Started started; // requests for matches

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
    /// The hint of a counter that exists, of a member on this node.
    [[nodiscard]] DataHint& hint(int member, int index) const noexcept {
        return reinterpret_cast<DataHint*>(window->heap(member) + hints_offset)[index];
    }
    /// Where data for this counter of this process is likely to arrive; may be prefetched.
    [[nodiscard]] const void* likely_address(int index) const noexcept {
        // relaxed because a wrong hint costs only time
        return window->heap(window->rank) +
               hint(window->rank, index).load(std::memory_order_relaxed);
    }
};

/// The notices of this process; for the modules of notifications alone.
struct AllNotices {
    std::atomic<uint64_t> ended{0}; // how many have ended: then all that threads remember is stale
    // NotifyGuard's; an error handler, called under it, may use requests.
    std::recursive_mutex requests;
    std::mutex keys; // guards the creation of the next, and of the keys that programs see
    int key = MPI_KEYVAL_INVALID; // of the attribute by which a window's handle owns its notices
};
extern constinit AllNotices g_notices;

/// Null, with an error raised, when the window is not Arauto's or has no notices.
[[nodiscard]] Notices* notices_of(MPI_Win handle, const char* call, int* status_out) noexcept;

/// Removes the notices from their window, and from the memory of all threads, before they are
/// freed.
void detach_notices(Notices& notices) noexcept;

/// Raises the runtime's last error at the window.
[[nodiscard]] int raise(const Notices& notices, const char* call) noexcept;

/// Checks source and tag of a request or a probe, and converts them to a pattern.
[[nodiscard]] int find_pattern(
    const Notices& notices, int source, int tag, const char* call, Pattern* pattern_out) noexcept;

/// Checks that this process has the counter.
[[nodiscard]] int check_counter(const Notices& notices, int index, const char* call) noexcept;

} // namespace arauto::mpi
