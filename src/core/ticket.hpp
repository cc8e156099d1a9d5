// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Locks in shared memory that serve in order of arrival, by tickets that never run out. A zeroed
// one is free. Nothing here waits: who holds a ticket looks whether its turn has come, or somebody
// looks for him.
#pragma once

#include <atomic>
#include <cstdint>

namespace arauto::core {

using Ticket = uint64_t;

/// Readers that arrive one after the other share; a writer is alone; nobody is overtaken.
struct alignas(64) FairLock {
    std::atomic<Ticket> next;
    std::atomic<Ticket> reading; // the ticket that may enter as a reader
    std::atomic<Ticket> writing; // the ticket that may enter as a writer

    [[nodiscard]] Ticket take() noexcept {
        return next.fetch_add(1, std::memory_order_relaxed); // relaxed because the turns order
    }
    [[nodiscard]] bool is_turn_to_write(Ticket ticket) const noexcept {
        return writing.load(std::memory_order_acquire) == ticket; // PAIR fair_lock.writing: enter
    }
    [[nodiscard]] bool is_turn_to_read(Ticket ticket) const noexcept {
        return reading.load(std::memory_order_acquire) == ticket; // PAIR fair_lock.reading: enter
    }
    /// Once it is this ticket's turn: lets the next one in if it reads too.
    void enter_to_read(Ticket ticket) noexcept {
        reading.store(ticket + 1, std::memory_order_release); // PAIR fair_lock.reading: let in
    }
    void leave_reading() noexcept {
        writing.fetch_add(1, std::memory_order_release); // PAIR fair_lock.writing: reader leaves
    }
    /// First the readers' turn, which only a reader can use now; then the writers', by an addition,
    /// since that reader may leave meanwhile.
    void leave_writing() noexcept {
        // relaxed because only the holder, or the reader whose turn it is, changes it
        const Ticket ticket = reading.load(std::memory_order_relaxed);
        reading.store(ticket + 1, std::memory_order_release); // PAIR fair_lock.reading: let in
        writing.fetch_add(1, std::memory_order_release); // PAIR fair_lock.writing: writer leaves
    }
};
static_assert(sizeof(FairLock) == 64 && std::atomic<Ticket>::is_always_lock_free);

/// Two classes of holders that exclude each other; holders of one class share. In order of arrival:
/// who waits for the other class to leave keeps later ones of any class behind him.
struct alignas(64) Gate {
    enum Side : int { exclusive = 0, everybody = 1 };

    std::atomic<Ticket> next;
    std::atomic<Ticket> serving;
    alignas(64) std::atomic<uint64_t> holders[2];

    [[nodiscard]] Ticket take() noexcept {
        return next.fetch_add(1, std::memory_order_relaxed); // relaxed because `serving` orders
    }
    /// Enters if it is this ticket's turn and the other side is empty.
    [[nodiscard]] bool try_enter(Ticket ticket, Side side) noexcept {
        if (serving.load(std::memory_order_acquire) != ticket || // PAIR gate.serving: enter
            holders[1 - side].load(std::memory_order_acquire) != 0) { // PAIR gate.holders: enter
            return false;
        }
        // relaxed because the turn, which is still ours, orders entries
        holders[side].fetch_add(1, std::memory_order_relaxed);
        serving.store(ticket + 1, std::memory_order_release); // PAIR gate.serving: pass on
        return true;
    }
    /// For a process that is inside on this side already, and stays there meanwhile.
    void enter_again(Side side) noexcept {
        holders[side].fetch_add(1, std::memory_order_relaxed); // relaxed because it is inside
    }
    void leave(Side side) noexcept {
        holders[side].fetch_sub(1, std::memory_order_release); // PAIR gate.holders: leave
    }
};
static_assert(sizeof(Gate) == 128);

} // namespace arauto::core
