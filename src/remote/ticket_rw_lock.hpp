// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A lock for readers and writers, and a gate for two classes of holders, in shared memory. Both
// serve in order of arrival, by tickets that never run out. Zeroed they are free. No function here
// waits: the holder of a ticket checks whether its turn has come, or another process checks for it.
// A lock whose holder dies stays taken. For mutual exclusion that survives the death of its
// holder see arauto/spi/ticket_lock.hpp; decision 30 says why there are both.
//
// The locks may lie on another node. Each step is then an operation through the network
// (remote/word.hpp); the memory orders here apply between the processes of the node where they lie.
#pragma once

#include "remote/word.hpp"

#include <atomic>
#include <cstdint>

namespace arauto::core {

using Ticket = uint64_t;

/// Readers that arrive one after the other share; a writer is alone; no ticket is overtaken.
struct alignas(64) TicketRwLock {
    std::atomic<Ticket> next;
    std::atomic<Ticket> reading; // the ticket that may enter as a reader
    std::atomic<Ticket> writing; // the ticket that may enter as a writer

    [[nodiscard]] Ticket take() noexcept {
        return word::fetch_add(next, Ticket{1}); // `reading` and `writing` order the holders
    }
    /// Checks both words; the writer before stores `reading` last.
    [[nodiscard]] bool is_turn_to_write(Ticket ticket) const noexcept {
        // PAIR ticket_rw_lock.writing, and PAIR ticket_rw_lock.reading: enter
        return word::load(writing, std::memory_order_acquire) == ticket &&
               word::load(reading, std::memory_order_acquire) == ticket;
    }
    [[nodiscard]] bool is_turn_to_read(Ticket ticket) const noexcept {
        // PAIR ticket_rw_lock.reading: enter
        return word::load(reading, std::memory_order_acquire) == ticket;
    }
    /// Once it is this ticket's turn: lets the next one in if it reads too.
    void enter_to_read(Ticket ticket) noexcept {
        word::store(reading, ticket + 1, std::memory_order_release); // PAIR ticket_rw_lock.reading
    }
    void leave_reading() noexcept {
        word::add(writing, Ticket{1}); // PAIR ticket_rw_lock.writing: reader leaves
    }
    /// Stores the writers' turn, then the readers'. No process enters before the second store, so
    /// plain stores suffice.
    void leave_writing(Ticket ticket) noexcept {
        // PAIR ticket_rw_lock.writing: leave, and PAIR ticket_rw_lock.reading: let in
        word::store(writing, ticket + 1, std::memory_order_release);
        word::store(reading, ticket + 1, std::memory_order_release);
    }
};
static_assert(sizeof(TicketRwLock) == 64 && std::atomic<Ticket>::is_always_lock_free);

/// Two classes of holders that exclude each other; holders of one class share. They enter in order
/// of arrival: a process that waits for the other class to leave holds back later ones of any
/// class. A process that finds the queue empty and no holder of the other class enters by one
/// exchange; others queue by tickets.
///
/// A process that has a lock must not be in that queue: a process inside may wait for that lock.
/// It waits beside the queue until the processes inside in the other mode have left. No more of
/// them are let in meanwhile.
struct alignas(64) Gate {
    enum Mode : int { exclusive = 0, everybody = 1 };

    std::atomic<uint64_t> state; // holders of both modes, how many queue, how many wait beside it
    std::atomic<Ticket> next;
    std::atomic<Ticket> serving;

    [[nodiscard]] bool try_enter(Mode mode) noexcept {
        if (!word::is_mapped(&state)) [[unlikely]] {
            return enter_or_withdraw(
                one(mode), [mode](uint64_t seen) { return seen < kQueued && is_free(seen, mode); });
        }
        // relaxed because the exchange orders
        uint64_t seen = word::load(state, std::memory_order_relaxed);
        while (seen < kQueued && is_free(seen, mode)) {
            // PAIR gate.state: enter
            if (word::compare_exchange(state, seen, seen + one(mode))) [[likely]] {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] Ticket queue() noexcept {
        word::add(state, kQueued); // `serving` orders those that enter
        return word::fetch_add(next, Ticket{1}); // `serving` orders those that enter
    }
    /// Enters if it is this ticket's turn and no process is inside in the other mode.
    [[nodiscard]] bool try_enter(Ticket ticket, Mode mode) noexcept {
        if (word::load(serving, std::memory_order_acquire) == ticket && // PAIR gate.serving: enter
            enter_instead(mode, kQueued)) {
            // PAIR gate.serving: pass on
            word::store(serving, ticket + 1, std::memory_order_release);
            return true;
        }
        return false;
    }
    /// In exclusive mode, for a process that has a lock.
    void wait_beside() noexcept {
        word::add(state, kBeside); // the exchange orders
    }
    [[nodiscard]] bool try_enter_from_beside() noexcept {
        return enter_instead(exclusive, kBeside);
    }
    /// For a process that is inside in this mode already, and stays there meanwhile.
    void enter_again(Mode mode) noexcept {
        word::add(state, one(mode)); // no order is needed: it is inside
    }
    void leave(Mode mode) noexcept {
        word::add(state, uint64_t{0} - one(mode)); // PAIR gate.state: leave
    }

  private:
    // A process may be inside, and queue, once for each member it locks at a time; in the other
    // mode it counts once. Jobs have up to 65,536 ranks, each of which may also be about to
    // withdraw.
    static constexpr unsigned kExclusiveBits = 17;
    static constexpr unsigned kEverybodyBits = 17;
    static constexpr unsigned kQueueBits = 17;
    static constexpr uint64_t kEverybody = uint64_t{1} << kExclusiveBits;
    static constexpr uint64_t kQueued = kEverybody << kEverybodyBits;
    static constexpr uint64_t kBeside = kQueued << kQueueBits;

    [[nodiscard]] static constexpr uint64_t one(Mode mode) noexcept {
        return mode == exclusive ? 1 : kEverybody;
    }
    /// Whether a process may enter in this mode, the queue aside.
    [[nodiscard]] static constexpr bool is_free(uint64_t seen, Mode mode) noexcept {
        return mode == exclusive ? (seen & (kQueued - kEverybody)) == 0
                                 : (seen & (kEverybody - 1)) == 0 && seen < kBeside;
    }
    /// On another node an exchange that is tried until it succeeds would take as many round trips
    /// as there are processes that try. So it enters first, and leaves at once when it should not
    /// have entered: a process that sees this in between waits as if this one were inside.
    template <typename Free>
    [[nodiscard]] bool enter_or_withdraw(uint64_t change, Free was_free) noexcept {
        if (was_free(word::fetch_add(state, change))) { // PAIR gate.state: enter
            return true;
        }
        word::add(state, uint64_t{0} - change); // PAIR gate.state: leave
        return false;
    }
    /// Enters, and takes this process out of those that wait, for which `state` counts it as
    /// `waiting`.
    [[nodiscard]] bool enter_instead(Mode mode, uint64_t waiting) noexcept {
        if (!word::is_mapped(&state)) [[unlikely]] {
            return enter_or_withdraw(one(mode) - waiting,
                                     [mode](uint64_t seen) { return is_free(seen, mode); });
        }
        // relaxed because the exchange orders
        uint64_t seen = word::load(state, std::memory_order_relaxed);
        while (is_free(seen, mode)) {
            // PAIR gate.state: enter
            if (word::compare_exchange(state, seen, seen + one(mode) - waiting)) {
                return true;
            }
        }
        return false;
    }
};
static_assert(sizeof(Gate) == 64);

} // namespace arauto::core
