// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Counting slots: a count of arrivals written by origins, a count of takings written by the owner;
// neither is ever reset. Events and notifications are both arrays of such slots.
#pragma once

#include "base/counters.hpp"
#include "base/memory_order.hpp"
#include "memory/layouts.hpp"
#include "remote/far_put.hpp"
#include "runtime/wait.hpp"
#include "team/segment.hpp"

namespace arauto::core {

/// An array of slots, at the same offset on every rank of its team.
struct Slots {
    Segment* segment = nullptr;
    size_t count = 0;

    /// Where slot `index` lies, in every heap.
    [[nodiscard]] uint64_t offset_of(size_t index) const noexcept {
        return segment->offset + index * sizeof(SlotCell);
    }
};

[[nodiscard]] inline SlotCell& slot_cell(int rank, uint64_t offset) noexcept {
    return *reinterpret_cast<SlotCell*>(this_rank().heap(rank) + offset);
}

/// Adds one to a slot of a far rank.
void post_far(int rank, uint64_t offset) noexcept;

/// Adds one to the slot, after all that this rank has done to `rank`'s memory.
inline void post_slot(int rank, uint64_t offset) noexcept {
    tally(ARAUTO_COUNTER_NOTIFY, 1, sizeof(uint64_t));
    if (is_far(rank)) [[unlikely]] {
        post_far(rank, offset);
        return;
    }
    order_before_delivery();
    slot_cell(rank, offset)
        .arrived.fetch_add(1, std::memory_order_seq_cst); // PAIR slot.arrived: post
    ring(rank);
}

/// Posts an event: after all that this rank has done to any rank's memory.
inline void post_event(int rank, uint64_t offset) noexcept {
    if (this_rank().network != nullptr) [[unlikely]] {
        flush_except(rank);
    }
    post_slot(rank, offset);
}

/// A put and then the slot: one message where they go to another node.
[[nodiscard]] Status put_and_post(const transport::Address& remote,
                                  std::byte* local,
                                  size_t bytes,
                                  uint64_t offset) noexcept;

/// The same, of memory of another node; the put goes on after the call. See begin_move().
[[nodiscard]] Status begin_put_and_post(const transport::Address& remote,
                                        std::byte* local,
                                        size_t bytes,
                                        uint64_t offset,
                                        uint64_t* serial_out) noexcept;

/// Posts to the slot at `cell` of `rank`, in a call that does not count.
[[gnu::always_inline]] inline void post_quick(int rank, SlotCell& cell) noexcept {
    order_before_delivery();
    cell.arrived.fetch_add(1, std::memory_order_seq_cst); // PAIR slot.arrived: post
    ring(rank);
}

/// The calls below are for slots of this rank; `call` names the statement in sentences.
[[nodiscard]] uint64_t query_slot(uint64_t offset) noexcept;
[[nodiscard]] bool test_slot(uint64_t offset, uint64_t wanted) noexcept;
[[nodiscard]] uint64_t take_slot(uint64_t offset) noexcept;
[[nodiscard]] Status wait_slot(uint64_t offset, uint64_t until_count, const char* call) noexcept;

// In a job that is traced: posts are told apart by their tickets, how many had arrived before.

inline constexpr uint64_t kNoTicket = UINT64_MAX; // where the slot is on another node

/// As post_slot(). @return its ticket
[[nodiscard]] uint64_t post_with_ticket(int rank, uint64_t offset) noexcept;
/// As post_event(). @return its ticket
[[nodiscard]] uint64_t post_event_with_ticket(int rank, uint64_t offset) noexcept;
/// As put_and_post().
[[nodiscard]] Status put_and_post_with_ticket(const transport::Address& remote,
                                              std::byte* local,
                                              size_t bytes,
                                              uint64_t offset,
                                              uint64_t* ticket_out) noexcept;
/// As test_slot(), take_slot() and wait_slot(). @param ticket_out  of the last post that is taken
[[nodiscard]] bool
test_slot_for_ticket(uint64_t offset, uint64_t wanted, uint64_t* ticket_out) noexcept;
[[nodiscard]] uint64_t take_slot_for_ticket(uint64_t offset, uint64_t* ticket_out) noexcept;
[[nodiscard]] Status wait_slot_for_ticket(uint64_t offset,
                                          uint64_t until_count,
                                          const char* call,
                                          uint64_t* ticket_out) noexcept;
/// The ticket of the last post that a wait takes, if no other thread takes any before it.
[[nodiscard]] uint64_t expected_ticket(uint64_t offset, uint64_t count) noexcept;

/// For waits that any rank may end: such a wait gives up once for each new failure in the job, and
/// for good when no rank is left that could end it.
class EveryoneWatch {
  public:
    /// @param what  what has not come, for the sentence
    [[nodiscard]] Status look(const char* call, const char* what) noexcept;
    /// Called with the status of the wait, before it is returned. A failure counts as reported only
    /// if the wait returns it: its last look may still find what it waits for.
    [[nodiscard]] Status end(Status status) const noexcept;

  private:
    uint32_t failed_ = 0; // failures that the status of the last look reports
};

} // namespace arauto::core
