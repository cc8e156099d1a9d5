// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lock on accumulates to a process. A rank holds it while it changes memory of that process.
#pragma once

#include "doorbell.hpp"
#include "job.hpp"
#include "thread_state.hpp"
#include "wait.hpp"

#include "arauto/spi/ticket_lock.hpp"
#include "arauto/spi/waiting.h"

namespace arauto::mpi {

using spi::kNoTicket;
using spi::kServing;
using spi::NearWords;
using spi::TicketLock;

/// Words of the target's memory that a holder accesses: claim a ticket, read the one served, leave.
inline constexpr uint64_t kLockWords = 3;

/// One for each process, in shared memory.
struct ProcessBlock {
    TicketLock accumulate; // held while a rank changes memory of this process by an accumulate
};

/// The block of a process; null when the process is on another node.
[[nodiscard]] inline ProcessBlock* block_of(int job_rank) noexcept {
    const Job& all = job();
    if (!all.is_spread) [[likely]] {
        return reinterpret_cast<ProcessBlock*>(all.heap0 + all.stride * job_rank);
    }
    return static_cast<ProcessBlock*>(arauto_segment_pointer(all.blocks, job_rank));
}

/// A ticket for the lock of a process. Where that process is on another node, the lock's words are
/// accessed through the network. This rank's earlier puts to the process take effect before the
/// lock is released, because operations of one rank on another take effect in order.
class Ticket {
  public:
    explicit Ticket(int job_rank) noexcept : rank_(job_rank) {
        ProcessBlock* const block = block_of(job_rank);
        lock_ = block != nullptr ? &block->accumulate : nullptr;
        if (lock_ == nullptr) [[unlikely]] {
            flush_before();
        }
    }
    /// Takes the lock if it is free, which is the common case.
    [[nodiscard, gnu::always_inline]] bool enters() noexcept {
        if (lock_ != nullptr) [[likely]] {
            number_ = try_enter(NearWords(*lock_), job().rank);
        }
        return number_ != kNoTicket;
    }
    [[nodiscard]] bool is_served() noexcept {
        if (lock_ == nullptr) [[unlikely]] {
            return is_served_far();
        }
        const NearWords words(*lock_);
        if (number_ == kNoTicket) {
            number_ = try_enter(words, job().rank);
            if (number_ != kNoTicket) [[likely]] {
                return true;
            }
            number_ = try_claim(words, job().rank);
        }
        return words.load(kServing) == number_;
    }
    void leave() const noexcept {
        if (lock_ == nullptr) [[unlikely]] {
            leave_far();
            return;
        }
        NearWords(*lock_).store(kServing, number_ + 1);
        ring(lock_->doorbell);
    }
    /// Passes over the tickets of ranks before this one that have died.
    void look_for_dead() const noexcept;
    /// Says which rank holds the lock.
    void describe_wait(arauto_waited_t& waited) const noexcept;
    /// The doorbell is rung when the ticket is served, but not by a holder on another node.
    [[nodiscard]] Sleep sleep() const noexcept {
        if (lock_ == nullptr || job().is_spread || !job().is_oversubscribed) {
            return {};
        }
        return {.doorbell = &lock_->doorbell, .yields = spi::kYieldsForTicketInCrowd, .nap_ns = 0};
    }

  private:
    void flush_before() const noexcept;
    [[nodiscard]] bool is_served_far() noexcept;
    void leave_far() const noexcept;

    TicketLock* lock_; // null: it is on another node
    int rank_;
    uint64_t number_ = kNoTicket;
};

/// Passes over the tickets of dead ranks, at the lock of a process of this node.
void pass_dead(TicketLock& lock) noexcept;

class AccumulateGuard {
  public:
    explicit AccumulateGuard(int job_rank) noexcept : ticket_(job_rank) {
        ++t_state.accumulate_locks;
        if (!ticket_.enters()) [[unlikely]] {
            wait();
        }
    }
    ~AccumulateGuard() {
        ticket_.leave();
        --t_state.accumulate_locks;
    }
    AccumulateGuard(const AccumulateGuard&) = delete;
    AccumulateGuard& operator=(const AccumulateGuard&) = delete;

  private:
    void wait() noexcept;
    Ticket ticket_;
};

} // namespace arauto::mpi
