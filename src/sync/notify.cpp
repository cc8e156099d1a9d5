// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Taking arrivals from slots, and waiting for them.
#include "sync/notify.hpp"

#include "remote/rma.hpp"
#include "remote/transfers.hpp"

#include <algorithm>
#include <cstddef>

namespace arauto::core {
namespace {

/// Takes `wanted` if that many are there. Threads may take at the same time.
/// @param taken  how many had been taken before
[[gnu::always_inline]] inline bool
take_behind(SlotCell& cell, uint64_t wanted, uint64_t& taken) noexcept {
    taken =
        cell.taken.load(std::memory_order_relaxed); // relaxed because only this process writes it
    for (;;) {
        // PAIR slot.arrived: look. Data put before the post is visible after this load.
        const uint64_t arrived = cell.arrived.load(std::memory_order_seq_cst);
        if (arrived - taken < wanted) {
            return false;
        }
        // PAIR slot.taken: threads of one rank take in turn
        if (cell.taken.compare_exchange_weak(taken, taken + wanted, std::memory_order_acq_rel)) {
            tally_more(ARAUTO_COUNTER_NOTIFY_TAKE, {wanted, 0, 0});
            return true;
        }
    }
}

bool take(SlotCell& cell, uint64_t wanted) noexcept {
    uint64_t taken = 0;
    return take_behind(cell, wanted, taken);
}

transport::Signal signal_of(uint64_t offset) noexcept {
    return {transport::AtomicOp::add, sizeof(uint64_t), offset + offsetof(SlotCell, arrived), 1};
}

/// Whether the post travels with the put: of memory of another node.
bool is_one_operation(const transport::Address& remote,
                      size_t bytes,
                      const transport::Signal& signal) noexcept {
    return bytes <= far_put_max() || may_signal(remote, bytes, signal);
}

} // namespace

void post_far(int rank, uint64_t offset) noexcept {
    far_signal(rank, signal_of(offset), true); // PAIR slot.arrived: post
}

Status begin_put_and_post(const transport::Address& remote,
                          std::byte* local,
                          size_t bytes,
                          uint64_t offset,
                          uint64_t* serial_out) noexcept {
    const transport::Signal signal = signal_of(offset);
    if (!is_one_operation(remote, bytes, signal)) {
        *serial_out = 0;
        return put_and_post(remote, local, bytes, offset);
    }
    tally(ARAUTO_COUNTER_NOTIFY, 0, sizeof(uint64_t));
    return begin_move(Direction::put, remote, local, bytes, &signal, serial_out);
}

Status put_and_post(const transport::Address& remote,
                    std::byte* local,
                    size_t bytes,
                    uint64_t offset) noexcept {
    if (is_far(remote.peer) && remote.space == transport::Space::heap) {
        const transport::Signal signal = signal_of(offset);
        const bool is_one = is_one_operation(remote, bytes, signal);
        if (is_one) {
            tally(ARAUTO_COUNTER_PUT, 1, bytes);
            tally(ARAUTO_COUNTER_NOTIFY, 0, sizeof(uint64_t));
        }
        if (far_put(remote.peer, remote.value, local, bytes, &signal)) {
            return check_alive(remote.peer, "arauto_put_notify");
        }
        if (is_one) {
            return put_signalled(remote, local, bytes, signal);
        }
    }
    const Status status = move(Direction::put, remote, local, bytes);
    if (status >= 0) {
        post_slot(remote.peer, offset);
    }
    return status;
}

uint64_t query_slot(uint64_t offset) noexcept {
    const SlotCell& cell = slot_cell(this_rank().rank, offset);
    const uint64_t taken = cell.taken.load(
        std::memory_order_acquire); // PAIR slot.taken: before `arrived`, never after
    return cell.arrived.load(std::memory_order_seq_cst) - taken; // PAIR slot.arrived: look
}

bool test_slot(uint64_t offset, uint64_t wanted) noexcept {
    return take(slot_cell(this_rank().rank, offset), wanted);
}

uint64_t take_slot(uint64_t offset) noexcept {
    SlotCell& cell = slot_cell(this_rank().rank, offset);
    for (;;) {
        const uint64_t there = query_slot(offset);
        if (there == 0 || take(cell, there)) {
            return there;
        }
    }
}

namespace {

/// The posts that the same slot of another rank of this node has, and that rank has not taken; 0
/// also where that memory is something else there, as it may be in a team's.
uint64_t posts_left_at(int rank, uint64_t offset) noexcept {
    const SlotCell& cell = slot_cell(rank, offset);
    const uint64_t arrived =
        cell.arrived.load(std::memory_order_seq_cst); // PAIR slot.arrived: look
    const uint64_t taken = cell.taken.load(std::memory_order_acquire); // PAIR slot.taken: look
    constexpr size_t kSecondLine = offsetof(SlotCell, taken) / sizeof(uint64_t);
    bool is_slot = true;
    for (size_t i = 1; i < sizeof(SlotCell) / sizeof(uint64_t); ++i) {
        // relaxed because what lies between the two numbers of a slot never changes
        const uint64_t word = reinterpret_cast<const std::atomic<uint64_t>*>(&cell)[i].load(
            std::memory_order_relaxed);
        is_slot = is_slot && (i == kSecondLine || word == 0);
    }
    return is_slot && taken <= arrived && arrived <= UINT32_MAX ? arrived - taken : 0;
}

/// Posts may have gone to the wrong rank: shows those that have.
[[gnu::cold, gnu::noinline]] void find_posts_elsewhere(uint64_t offset,
                                                       boot::WaitDetail& detail) noexcept {
    constexpr int kMostRanks = 64; // it is repeated while the wait lasts
    const Rank& self = this_rank();
    if (self.job.near.count > kMostRanks || offset >= boot::half_of_heap(self.heap_stride)) {
        return; // the second half of a heap is the rank's own
    }
    uint64_t all = 0;
    for (int rank = 0; rank < self.size; ++rank) {
        const uint64_t left =
            rank != self.rank && self.job.near.has(rank) ? posts_left_at(rank, offset) : 0;
        if (left > 0) {
            detail.add_rank(rank);
            all += left;
        }
    }
    detail.others = static_cast<uint32_t>(std::min<uint64_t>(all, UINT32_MAX));
}

/// Watches a wait for posts to a slot.
struct PostsWatch {
    EveryoneWatch& everyone;
    uint64_t offset;
    uint64_t until_count;
    const char* call;

    Status operator()() const noexcept { return everyone.look(call, "the posts have"); }
    void describe(boot::WaitDetail& detail) const noexcept {
        detail.kind = boot::WaitDetail::Kind::count;
        detail.has = query_slot(offset);
        detail.needs = until_count;
        find_posts_elsewhere(offset, detail);
    }
};

__attribute__((noinline)) Status wait_long(uint64_t offset,
                                           uint64_t until_count,
                                           const char* call) noexcept {
    SlotCell& cell = slot_cell(this_rank().rank, offset);
    EveryoneWatch everyone;
    return everyone.end(wait_until([&] { return take(cell, until_count); },
                                   PostsWatch{everyone, offset, until_count, call}));
}

} // namespace

// The first looks are a loop of their own, small and with a pause in each round. The processor
// executes ahead: past a small loop it reaches the data that the caller reads next, and the put
// that the caller does then, while the count is still on its way. Rounds with calls and a locked
// operation filled its window, and a misprediction of them cost as much as a hand-over (decision
// 10).
Status wait_slot(uint64_t offset, uint64_t until_count, const char* call) noexcept {
    SlotCell& cell = slot_cell(this_rank().rank, offset);
    const uint64_t taken =
        cell.taken.load(std::memory_order_relaxed); // relaxed because only this process writes it
    const bool shares =
        this_rank().waits.shares_core.load(std::memory_order_relaxed); // relaxed because a hint
    spi::look_with_pause(shares ? 0 : this_rank().waits.policy.looks_without_pause, [&] {
        // PAIR slot.arrived: look; `take` looks again
        return cell.arrived.load(std::memory_order_seq_cst) - taken >= until_count;
    });
    return take(cell, until_count) ? ARAUTO_OK : wait_long(offset, until_count, call);
}

uint64_t post_with_ticket(int rank, uint64_t offset) noexcept {
    tally(ARAUTO_COUNTER_NOTIFY, 1, sizeof(uint64_t));
    if (is_far(rank)) {
        post_far(rank, offset);
        return kNoTicket;
    }
    order_before_delivery();
    // PAIR slot.arrived: post
    const uint64_t ticket = slot_cell(rank, offset).arrived.fetch_add(1, std::memory_order_seq_cst);
    ring(rank);
    return ticket;
}

uint64_t post_event_with_ticket(int rank, uint64_t offset) noexcept {
    if (this_rank().network != nullptr) {
        flush_except(rank);
    }
    return post_with_ticket(rank, offset);
}

Status put_and_post_with_ticket(const transport::Address& remote,
                                std::byte* local,
                                size_t bytes,
                                uint64_t offset,
                                uint64_t* ticket_out) noexcept {
    *ticket_out = kNoTicket;
    if (is_far(remote.peer)) {
        return put_and_post(remote, local, bytes, offset);
    }
    const Status status = move(Direction::put, remote, local, bytes);
    if (status >= 0) {
        *ticket_out = post_with_ticket(remote.peer, offset);
    }
    return status;
}

bool test_slot_for_ticket(uint64_t offset, uint64_t wanted, uint64_t* ticket_out) noexcept {
    uint64_t taken = 0;
    const bool is_done = take_behind(slot_cell(this_rank().rank, offset), wanted, taken);
    *ticket_out = taken + wanted - 1;
    return is_done;
}

uint64_t take_slot_for_ticket(uint64_t offset, uint64_t* ticket_out) noexcept {
    for (;;) {
        const uint64_t there = query_slot(offset);
        if (there == 0 || test_slot_for_ticket(offset, there, ticket_out)) {
            return there;
        }
    }
}

Status wait_slot_for_ticket(uint64_t offset,
                            uint64_t until_count,
                            const char* call,
                            uint64_t* ticket_out) noexcept {
    const Waits& waits = this_rank().waits;
    // relaxed because a hint
    const bool shares = waits.shares_core.load(std::memory_order_relaxed);
    spi::look_with_pause(shares ? 0 : waits.policy.looks_without_pause,
                         [&] { return query_slot(offset) >= until_count; });
    if (test_slot_for_ticket(offset, until_count, ticket_out)) {
        return ARAUTO_OK;
    }
    EveryoneWatch everyone;
    return everyone.end(
        wait_until([&] { return test_slot_for_ticket(offset, until_count, ticket_out); },
                   PostsWatch{everyone, offset, until_count, call}));
}

uint64_t expected_ticket(uint64_t offset, uint64_t count) noexcept {
    // relaxed because only this process writes it
    return slot_cell(this_rank().rank, offset).taken.load(std::memory_order_relaxed) + count - 1;
}

namespace {

/// The count of failed ranks says that there are some, not which. The wait may have served the
/// network before another process of the node added to the count. fence_off_gone() of
/// remote/progress.cpp would not do: it returns while another thread still fences off.
void fence_off_failed() noexcept {
    const Rank& self = this_rank();
    for (int rank = 0; self.network != nullptr && rank < self.size; ++rank) {
        static_cast<void>(learn_state(rank));
    }
}

} // namespace

Status EveryoneWatch::look(const char* call, const char* what) noexcept {
    const Rank& self = this_rank();
    // PAIR job.counts: look
    const uint32_t failed = self.header->failed.load(std::memory_order_acquire);
    const uint32_t stopped = self.header->stopped.load(std::memory_order_acquire);
    if (failed > 0) {
        leave_if_job_ends();
        fence_off_failed();
    }
    // A rank alone in its job waits for ever only by its own mistake.
    if (failed + stopped + 1 >= static_cast<uint32_t>(self.size)) {
        return fail(failed > 0 ? ARAUTO_ERR_FAILED : ARAUTO_ERR_STOPPED,
                    "%s: no other process can post any more (%u failed, %u stopped of %d %ss)",
                    call, failed, stopped, self.size, noun());
    }
    // relaxed because two threads may both report the same failure
    if (failed > self.failures_reported.load(std::memory_order_relaxed)) {
        failed_ = failed;
        return fail(ARAUTO_ERR_FAILED, "%s: one of the %ss has failed (%u so far) and %s not come",
                    call, noun(), failed, what);
    }
    return ARAUTO_OK;
}

Status EveryoneWatch::end(Status status) const noexcept {
    if (status == ARAUTO_ERR_FAILED && failed_ > 0) {
        // relaxed because two threads may both report the same failure
        this_rank().failures_reported.store(failed_, std::memory_order_relaxed);
    }
    return status;
}

} // namespace arauto::core
