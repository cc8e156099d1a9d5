// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A lock in shared memory that serves in order of arrival, by tickets that never run out. A zeroed
// one is free. Waiting is up to the caller, who is told when the lock is his.
#pragma once

#include "bell.hpp"

#include <atomic>
#include <cstdint>

namespace arauto::mpi {

using Count = std::atomic<uint64_t>;
static_assert(Count::is_always_lock_free && sizeof(Count) == 8);

struct alignas(64) TicketLock {
    Count next;
    Count serving;
    Bell bell;

    [[nodiscard]] uint64_t take() noexcept {
        return next.fetch_add(1, std::memory_order_relaxed); // relaxed because `serving` orders
    }
    /// @return whether it was free; then it is the caller's
    [[nodiscard]] bool try_take(uint64_t& ticket) noexcept {
        ticket = serving.load(std::memory_order_acquire); // PAIR ticket.serving: enter
        uint64_t expected = ticket;
        return next.compare_exchange_strong(expected, ticket + 1,
                                            std::memory_order_relaxed); // relaxed as above
    }
    [[nodiscard]] bool is_turn_of(uint64_t ticket) const noexcept {
        return serving.load(std::memory_order_acquire) == ticket; // PAIR ticket.serving: enter
    }
    void leave(uint64_t ticket) noexcept {
        serving.store(ticket + 1, std::memory_order_release); // PAIR ticket.serving: leave
        ring(bell, sleeper_of(ticket + 1));
    }
};

/// Of another's memory that a turn writes and reads: the ticket, whose turn it is, the end.
inline constexpr uint64_t kTurnWords = 3;

} // namespace arauto::mpi
