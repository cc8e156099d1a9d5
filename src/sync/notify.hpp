// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Counting slots: a count of arrivals written by origins, a count of takings written by the owner;
// neither is ever reset. Events and notifications are both arrays of such slots.
#pragma once

#include "base/counters.hpp"
#include "memory/layouts.hpp"
#include "remote/far_put.hpp"
#include "runtime/wait.hpp"
#include "team/segment.hpp"

namespace arauto::core {

/// An array of slots, at the same place on every rank of its team.
struct Slots {
    Segment* segment = nullptr;
    size_t count = 0;

    /// Where slot `index` lies, in every heap.
    [[nodiscard]] uint64_t place(size_t index) const noexcept {
        return segment->offset + index * sizeof(SlotCell);
    }
};

[[nodiscard]] inline SlotCell& slot_cell(int rank, uint64_t place) noexcept {
    return *reinterpret_cast<SlotCell*>(this_rank().heap(rank) + place);
}

/// Adds one to a slot of a far rank.
void post_far(int rank, uint64_t place) noexcept;

/// Adds one to the slot, after all that this rank has done to `rank`'s memory.
inline void post_slot(int rank, uint64_t place) noexcept {
    tally(ARAUTO_COUNTER_NOTIFY, 1, sizeof(uint64_t));
    if (is_far(rank)) [[unlikely]] {
        post_far(rank, place);
        return;
    }
    transport::order_before_delivery();
    slot_cell(rank, place)
        .arrived.fetch_add(1, std::memory_order_seq_cst); // PAIR slot.arrived: post
    ring(rank);
}

/// The same for events: after all that this rank has done to any rank's memory.
inline void post_event(int rank, uint64_t place) noexcept {
    if (this_rank().network != nullptr) [[unlikely]] {
        flush_except(rank);
    }
    post_slot(rank, place);
}

/// A put and then the slot: one message where they go to another node.
[[nodiscard]] Status put_and_post(const transport::Address& remote,
                                  std::byte* local,
                                  size_t bytes,
                                  uint64_t place) noexcept;

/// The same in a call that does not count, to a slot at `cell` of `rank`.
[[gnu::always_inline]] inline void post_quick(int rank, SlotCell& cell) noexcept {
    transport::order_before_delivery();
    cell.arrived.fetch_add(1, std::memory_order_seq_cst); // PAIR slot.arrived: post
    ring(rank);
}

/// The calls below are for slots of this rank; `call` names the statement in sentences.
[[nodiscard]] uint64_t query_slot(uint64_t place) noexcept;
[[nodiscard]] bool test_slot(uint64_t place, uint64_t wanted) noexcept;
[[nodiscard]] uint64_t take_slot(uint64_t place) noexcept;
[[nodiscard]] Status wait_slot(uint64_t place, uint64_t until_count, const char* call) noexcept;

/// For waits that any rank may end: gives up once for each new failure in the job, and for good
/// when no rank is left that could end the wait. `what` names what has not come.
[[nodiscard]] Status watch_everyone(const char* call, const char* what) noexcept;

} // namespace arauto::core
