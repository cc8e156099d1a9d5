// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For implementers of front-ends and of this library, not for programs: mutual exclusion in shared
// memory that serves in order of arrival and survives the death of its holder. A zeroed lock is
// free. Tickets never run out. Each ticket is claimed in a word of its own, by its owner's rank: so
// the owner of the ticket that is served is always known, and the ticket of a rank that has died is
// passed over. Waiting is up to the caller (arauto/spi/wait.hpp). tests/model/ticket_lock.pml is
// the model.
//
// A claim's word holds how often it has been claimed, above its last owner's rank. Words are used
// over and over; a ticket may be claimed once the ticket that had its word before has been served.
//
// PAIR ticket_lock.serving: an owner leaves (release), or a waiter passes over a dead one
// (acq_rel). The next enters (acquire); a claimer sees that a word may be used again (acquire).
//
// The lock may lie on another node: `Words` are its words, near or far. How this lock and the one
// of readers and writers in src/remote differ is in decision 30.
#pragma once

#include "arauto/atomic.h"
#include "arauto/spi/wait.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::spi {

using Count = std::atomic<uint64_t>;
static_assert(Count::is_always_lock_free && sizeof(Count) == 8);

struct alignas(64) TicketLock {
    static constexpr uint64_t kTicketsAhead = 64; // tickets that may wait; others wait for a ticket

    Count serving; // the ticket of the holder
    Count next; // a hint: every ticket below has been claimed
    Doorbell doorbell;
    alignas(64) Count claims[kTicketsAhead];
};

inline constexpr uint64_t kNoTicket = UINT64_MAX;
inline constexpr size_t kServing = offsetof(TicketLock, serving);
inline constexpr size_t kNext = offsetof(TicketLock, next);

[[nodiscard]] inline size_t claim_at(uint64_t ticket) noexcept {
    return offsetof(TicketLock, claims) + ticket % TicketLock::kTicketsAhead * sizeof(Count);
}

inline constexpr unsigned kOwnerBits = 24;
[[nodiscard]] inline uint64_t claim_by(int owner, uint64_t ticket) noexcept {
    return (ticket / TicketLock::kTicketsAhead + 1) << kOwnerBits | static_cast<uint64_t>(owner);
}
[[nodiscard]] inline int owner_of(uint64_t claim) noexcept {
    return static_cast<int>(claim & ((uint64_t{1} << kOwnerBits) - 1));
}
/// Whether that ticket or a later one has claimed the word.
[[nodiscard]] inline bool is_claimed(uint64_t claim, uint64_t ticket) noexcept {
    return claim >> kOwnerBits > ticket / TicketLock::kTicketsAhead;
}

/// The words of a lock that is mapped here.
class NearWords {
  public:
    explicit NearWords(TicketLock& lock) noexcept : lock_(reinterpret_cast<std::byte*>(&lock)) {}
    [[nodiscard]] uint64_t load(size_t at) const noexcept {
        return word(at).load(std::memory_order_acquire); // PAIR ticket_lock.serving: enter
    }
    [[nodiscard]] bool exchange(size_t at, uint64_t expected, uint64_t desired) const noexcept {
        // PAIR ticket_lock.serving: pass on
        return word(at).compare_exchange_strong(expected, desired, std::memory_order_acq_rel);
    }
    void store(size_t at, uint64_t value) const noexcept {
        word(at).store(value, std::memory_order_release); // PAIR ticket_lock.serving: leave
    }

  private:
    [[nodiscard]] Count& word(size_t at) const noexcept {
        return *reinterpret_cast<Count*>(lock_ + at);
    }
    std::byte* lock_;
};

/// The words of a lock in a segment at any rank. Where that rank cannot be reached any more, every
/// caller gets the lock: its accesses there have no effect.
class FarWords {
  public:
    struct RemoteAddress {
        arauto_segment_h segment;
        int rank; // in the job
        size_t offset;
    };

    explicit FarWords(const RemoteAddress& address) noexcept : address_(address) {}
    [[nodiscard]] uint64_t load(size_t at) const noexcept {
        uint64_t value = 0;
        note(arauto_atomic_load(address_.segment, address_.rank, address_.offset + at, sizeof value,
                                &value));
        return value;
    }
    [[nodiscard]] bool exchange(size_t at, uint64_t expected, uint64_t desired) const noexcept {
        uint64_t found = 0;
        note(arauto_atomic_compare_swap(address_.segment, address_.rank, address_.offset + at,
                                        sizeof found, expected, desired, &found));
        return is_lost_ || found == expected;
    }
    void store(size_t at, uint64_t value) const noexcept {
        note(arauto_atomic_store(address_.segment, address_.rank, address_.offset + at,
                                 sizeof value, value));
    }
    [[nodiscard]] bool is_lost() const noexcept { return is_lost_; }

  private:
    void note(arauto_status_t status) const noexcept { is_lost_ |= status < 0; }

    RemoteAddress address_;
    mutable bool is_lost_ = false;
};

/// @return a ticket, in order of arrival; kNoTicket: too many wait
template <typename Words> [[nodiscard]] uint64_t try_claim(const Words& words, int owner) noexcept {
    uint64_t serving = words.load(kServing);
    for (uint64_t ticket = std::max(words.load(kNext), serving);;) {
        if (ticket >= serving + TicketLock::kTicketsAhead) {
            serving = words.load(kServing);
            if (ticket >= serving + TicketLock::kTicketsAhead) {
                return kNoTicket;
            }
        }
        const uint64_t claim = words.load(claim_at(ticket));
        if (is_claimed(claim, ticket)) {
            ++ticket;
        } else if (words.exchange(claim_at(ticket), claim, claim_by(owner, ticket))) {
            words.store(kNext, ticket + 1);
            return ticket;
        }
    }
}

/// @return a ticket that is served; kNoTicket: the lock is not free
template <typename Words>
[[nodiscard, gnu::always_inline]] inline uint64_t try_enter(const Words& words,
                                                            int owner) noexcept {
    const uint64_t ticket = words.load(kServing);
    const uint64_t claim = words.load(claim_at(ticket));
    return !is_claimed(claim, ticket) &&
                   words.exchange(claim_at(ticket), claim, claim_by(owner, ticket))
               ? ticket
               : kNoTicket;
}

inline constexpr int kNobody = -1;
/// @return the owner of a ticket; kNobody: it has not been claimed, or is no longer known
template <typename Words>
[[nodiscard]] int owner_of_ticket(const Words& words, uint64_t ticket) noexcept {
    const uint64_t claim = words.load(claim_at(ticket));
    return claim >> kOwnerBits == ticket / TicketLock::kTicketsAhead + 1 ? owner_of(claim)
                                                                         : kNobody;
}

/// @return the owner of the ticket that is served; kNobody: the lock is free
template <typename Words> [[nodiscard]] int holder(const Words& words) noexcept {
    return owner_of_ticket(words, words.load(kServing));
}

/// Passes over the tickets of owners that have died, one after the other. Changes
/// that they have made with the lock held stay, complete or not. @return whether there was one
template <typename Words, typename HasDied>
bool pass_dead(const Words& words, HasDied has_died) noexcept {
    bool has_passed = false;
    for (;;) {
        const uint64_t ticket = words.load(kServing);
        const int owner = owner_of_ticket(words, ticket);
        if (owner == kNobody || !has_died(owner)) {
            return has_passed;
        }
        has_passed |= words.exchange(kServing, ticket, ticket + 1);
    }
}

} // namespace arauto::spi
