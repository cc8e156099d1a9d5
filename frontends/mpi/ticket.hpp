// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Locks in shared memory that serve in order of arrival, by tickets that never run out. A zeroed
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

/// Readers that arrive one after the other share; a writer is alone; nobody is overtaken.
struct alignas(64) FairLock {
    Count next;
    Count reading; // the ticket that may enter as a reader
    Count writing; // the ticket that may enter as a writer
    Bell bell;

    [[nodiscard]] uint64_t take() noexcept {
        return next.fetch_add(1, std::memory_order_relaxed); // relaxed because the turns order
    }
    [[nodiscard]] bool is_turn_to_write(uint64_t ticket) const noexcept {
        return writing.load(std::memory_order_acquire) == ticket; // PAIR fair_lock.writing: enter
    }
    [[nodiscard]] bool is_turn_to_read(uint64_t ticket) const noexcept {
        return reading.load(std::memory_order_acquire) == ticket; // PAIR fair_lock.reading: enter
    }
    /// Once it is this ticket's turn: lets the next one in if it reads too.
    void enter_to_read(uint64_t ticket) noexcept {
        reading.store(ticket + 1, std::memory_order_release); // PAIR fair_lock.reading: let in
        ring(bell, sleeper_of(ticket + 1));
    }
    void leave_reading() noexcept {
        // PAIR fair_lock.writing: reader leaves
        const uint64_t before = writing.fetch_add(1, std::memory_order_release);
        ring(bell, sleeper_of(before + 1));
    }
    /// First the readers' turn, which only a reader can use now; then the writers', by an addition,
    /// since that reader may leave meanwhile.
    void leave_writing() noexcept {
        // relaxed because only the holder, or the reader whose turn it is, changes it
        const uint64_t ticket = reading.load(std::memory_order_relaxed);
        reading.store(ticket + 1, std::memory_order_release); // PAIR fair_lock.reading: let in
        writing.fetch_add(1, std::memory_order_release); // PAIR fair_lock.writing: writer leaves
        ring(bell, sleeper_of(ticket + 1));
    }
};

/// Two classes of holders that exclude each other; holders of one class share. In order of arrival:
/// who waits for the other class to leave keeps later ones of any class behind him.
struct alignas(64) Gate {
    TicketLock queue;
    alignas(64) Count holders[2];
    Bell bell;

    void leave(int side) noexcept {
        holders[side].fetch_sub(1, std::memory_order_release); // PAIR gate.holders: leave
        ring(bell);
    }
    [[nodiscard]] bool is_empty(int side) const noexcept {
        return holders[side].load(std::memory_order_acquire) == 0; // PAIR gate.holders: enter
    }
    void enter(int side) noexcept {
        // relaxed because the queue's turn, which is still ours, orders entries
        holders[side].fetch_add(1, std::memory_order_relaxed);
    }
};

} // namespace arauto::mpi
