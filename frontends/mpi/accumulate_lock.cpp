// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accumulate_lock.hpp.
#include "accumulate_lock.hpp"

#include "wait.hpp"

#include "arauto/atomic.h"
#include "arauto/runtime.h"
#include "arauto/service.h"

#include <cstddef>

namespace arauto::mpi {
namespace {

constexpr size_t kLock = offsetof(ProcessBlock, accumulate);

/// The words of the lock of a process on another node. Where that cannot be reached any more,
/// every caller gets the lock: its accesses there have no effect.
class FarWords {
  public:
    explicit FarWords(int job_rank) noexcept : rank_(job_rank) {}
    [[nodiscard]] uint64_t load(size_t at) const noexcept {
        uint64_t value = 0;
        note(arauto_atomic_load(job().blocks, rank_, kLock + at, sizeof value, &value));
        return value;
    }
    [[nodiscard]] bool exchange(size_t at, uint64_t expected, uint64_t desired) const noexcept {
        uint64_t found = 0;
        note(arauto_atomic_compare_swap(job().blocks, rank_, kLock + at, sizeof found, expected,
                                        desired, &found));
        return is_lost_ || found == expected;
    }
    void store(size_t at, uint64_t value) const noexcept {
        note(arauto_atomic_store(job().blocks, rank_, kLock + at, sizeof value, value));
    }
    [[nodiscard]] bool is_lost() const noexcept { return is_lost_; }

  private:
    void note(arauto_status_t status) const noexcept { is_lost_ |= status < 0; }

    int rank_;
    mutable bool is_lost_ = false;
};

bool has_died(int job_rank) noexcept {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    arauto_rank_state(job_rank, &state);
    return state == ARAUTO_RANK_FAILED;
}

} // namespace

void Ticket::settle_before() const noexcept {
    arauto_service_settle(rank_); // what this process has accumulated there comes first
}

bool Ticket::is_served_far() noexcept {
    const FarWords words(rank_);
    if (number_ == kNoTicket) {
        number_ = try_claim(words, job().rank);
    }
    return words.load(kServing) == number_ || words.is_lost();
}

void Ticket::leave_far() const noexcept {
    FarWords(rank_).store(kServing, number_ + 1);
}

void Ticket::look_for_dead() const noexcept {
    if (lock_ != nullptr) {
        pass_dead(*lock_);
    } else {
        pass_dead(FarWords(rank_), has_died);
    }
}

void AccumulateGuard::wait() noexcept {
    const auto look = [this] {
        ticket_.look_for_dead();
        return false; // the lock comes in any case
    };
    static_cast<void>(wait_for([this] { return ticket_.is_served(); }, look, ticket_.doorbell(),
                               ticket_.sleeper()));
}

void pass_dead(TicketLock& lock) noexcept {
    if (pass_dead(NearWords(lock), has_died)) {
        ring(lock.doorbell);
    }
}

} // namespace arauto::mpi
