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
    /// Nobody has it or waits for it; a hint.
    [[nodiscard]] bool is_idle() const noexcept {
        // relaxed because it is a hint
        return serving.load(std::memory_order_relaxed) == next.load(std::memory_order_relaxed);
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

/// Two classes of holders that exclude each other; holders of one class share. Both are counted in
/// one word, so that who finds nobody of the other class and nobody waiting enters by one addition.
/// Others queue, in order of arrival: who waits for the other class to leave keeps later ones of
/// any class behind him. (tests/model/gate.pml)
struct alignas(64) Gate {
    TicketLock queue; // of those who could not enter at once
    alignas(64) Count holders; // 32 bits a class
    Bell bell;

    [[nodiscard]] static constexpr uint64_t one_of(int side) noexcept {
        return side == 0 ? uint64_t{1} : uint64_t{1} << 32;
    }
    [[nodiscard]] static constexpr uint64_t all_of(int side) noexcept {
        return one_of(side) * 0xffffffffU;
    }
    void leave(int side) noexcept {
        holders.fetch_sub(one_of(side), std::memory_order_release); // PAIR gate.holders: leave
        ring(bell);
    }
    /// Counts itself first, then looks: of two that come at the same time at least one sees the
    /// other. Who must not stay leaves again, and tells whoever saw him in passing.
    [[nodiscard]] bool enter(int side) noexcept {
        // relaxed because the addition orders
        if ((holders.load(std::memory_order_relaxed) & all_of(1 - side)) != 0) {
            return false;
        }
        // PAIR gate.holders: enter
        const uint64_t before = holders.fetch_add(one_of(side), std::memory_order_acq_rel);
        if ((before & all_of(1 - side)) == 0) [[likely]] {
            return true;
        }
        leave(side);
        return false;
    }
    [[nodiscard]] bool try_enter(int side) noexcept { return queue.is_idle() && enter(side); }
};

} // namespace arauto::mpi
