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
/// who waits for the other class to leave keeps later ones of any class behind him. Who finds
/// nobody waiting and the other side empty enters by one exchange; others queue by tickets.
struct alignas(64) Gate {
    enum Side : int { exclusive = 0, everybody = 1 };

    std::atomic<uint64_t> state; // holders of both sides, and how many queue
    std::atomic<Ticket> next;
    std::atomic<Ticket> serving;

    [[nodiscard]] bool try_enter(Side side) noexcept {
        // relaxed because the exchange orders
        uint64_t seen = state.load(std::memory_order_relaxed);
        while (seen < kQueued && is_empty(seen, other(side))) {
            if (state.compare_exchange_weak(seen, seen + one(side),
                                            std::memory_order_acquire)) { // PAIR gate.state: enter
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] Ticket queue() noexcept {
        state.fetch_add(kQueued, std::memory_order_relaxed); // relaxed because `serving` orders
        return next.fetch_add(1, std::memory_order_relaxed); // relaxed because as above
    }
    /// Enters if it is this ticket's turn and the other side is empty.
    [[nodiscard]] bool try_enter(Ticket ticket, Side side) noexcept {
        if (serving.load(std::memory_order_acquire) != ticket) { // PAIR gate.serving: enter
            return false;
        }
        // relaxed because the exchange orders
        uint64_t seen = state.load(std::memory_order_relaxed);
        while (is_empty(seen, other(side))) {
            if (state.compare_exchange_weak(seen, seen + one(side) - kQueued,
                                            std::memory_order_acquire)) { // PAIR gate.state: enter
                serving.store(ticket + 1, std::memory_order_release); // PAIR gate.serving: pass on
                return true;
            }
        }
        return false;
    }
    /// For a process that is inside on this side already, and stays there meanwhile.
    void enter_again(Side side) noexcept {
        state.fetch_add(one(side), std::memory_order_relaxed); // relaxed because it is inside
    }
    void leave(Side side) noexcept {
        state.fetch_sub(one(side), std::memory_order_release); // PAIR gate.state: leave
    }

  private:
    static constexpr unsigned kBits = 21; // of each count
    static constexpr uint64_t kQueued = uint64_t{1} << 2 * kBits;

    [[nodiscard]] static constexpr Side other(Side side) noexcept {
        return side == exclusive ? everybody : exclusive;
    }
    [[nodiscard]] static constexpr uint64_t one(Side side) noexcept {
        return uint64_t{1} << static_cast<unsigned>(side) * kBits;
    }
    [[nodiscard]] static constexpr bool is_empty(uint64_t seen, Side side) noexcept {
        return (seen & ((one(side) << kBits) - one(side))) == 0;
    }
};
static_assert(sizeof(Gate) == 64);

} // namespace arauto::core
