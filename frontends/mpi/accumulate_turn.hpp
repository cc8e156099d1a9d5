// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lock on accumulates to a process, held by whoever changes its memory.
#pragma once

#include "job.hpp"
#include "wait.hpp"

namespace arauto::mpi {

/// Turns that this thread holds or waits for. While it waits it makes progress, and may so come to
/// a recorded operation that needs a turn too: that one must not wait behind this thread's own.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local int t_turns = 0;

/// A place in the line for the lock of a process, wherever it is: of one on another node the words
/// of the lock are reached by the engine. What has been put there before is there before the lock
/// is given back, for all goes the same way.
class Ticket {
  public:
    explicit Ticket(int job_rank) noexcept : rank_(job_rank) {
        ProcessBlock* const block = block_of(job_rank);
        lock_ = block != nullptr ? &block->accumulate : nullptr;
        number_ = lock_ != nullptr ? lock_->take() : take_far(job_rank);
    }
    [[nodiscard]] bool is_served() const noexcept {
        return lock_ != nullptr ? lock_->is_turn_of(number_) : is_far_turn_of(rank_, number_);
    }
    void leave() const noexcept {
        if (lock_ != nullptr) [[likely]] {
            lock_->leave(number_);
        } else {
            leave_far(rank_, number_);
        }
    }
    /// What rings when it is served; null: nothing does, for the one before may be on another node.
    [[nodiscard]] Bell* bell() const noexcept {
        return lock_ != nullptr && !job().is_spread ? &lock_->bell : nullptr;
    }
    [[nodiscard]] uint32_t sleeper() const noexcept { return sleeper_of(number_); }

  private:
    static uint64_t take_far(int job_rank) noexcept;
    static bool is_far_turn_of(int job_rank, uint64_t number) noexcept;
    static void leave_far(int job_rank, uint64_t number) noexcept;

    TicketLock* lock_; // null: it is on another node
    int rank_;
    uint64_t number_;
};

class Turn {
  public:
    explicit Turn(int job_rank) noexcept : ticket_(job_rank) {
        ++t_turns;
        if (!ticket_.is_served()) [[unlikely]] {
            wait_until([this] { return ticket_.is_served(); }, ticket_.bell(), ticket_.sleeper());
        }
    }
    ~Turn() {
        ticket_.leave();
        --t_turns;
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    Ticket ticket_;
};

} // namespace arauto::mpi
