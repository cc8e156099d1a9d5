// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accumulate_lock.hpp.
#include "accumulate_lock.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/rpc.h"

#include <cstddef>

namespace arauto::mpi {
namespace {

/// The lock of a process on another node.
spi::FarWords words_at(int job_rank) noexcept {
    return spi::FarWords({job().blocks, job_rank, offsetof(ProcessBlock, accumulate)});
}

bool has_died(int job_rank) noexcept {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    arauto_rank_state(job_rank, &state);
    return state == ARAUTO_RANK_FAILED;
}

} // namespace

void Ticket::flush_before() const noexcept {
    arauto_rpc_flush(rank_); // this process's earlier accumulates there come first
}

bool Ticket::is_served_far() noexcept {
    const spi::FarWords words = words_at(rank_);
    if (number_ == kNoTicket) {
        number_ = try_claim(words, job().rank);
    }
    return words.load(kServing) == number_ || words.is_lost();
}

void Ticket::leave_far() const noexcept {
    words_at(rank_).store(kServing, number_ + 1);
}

void Ticket::look_for_dead() const noexcept {
    if (lock_ != nullptr) {
        pass_dead(*lock_);
    } else {
        spi::pass_dead(words_at(rank_), has_died);
    }
}

void Ticket::describe_wait(arauto_waited_t& waited) const noexcept {
    const int holder =
        lock_ != nullptr ? spi::holder(NearWords(*lock_)) : spi::holder(words_at(rank_));
    if (holder != spi::kNobody) {
        waited.kind = ARAUTO_WAITED_HOLDER;
        waited.rank = holder;
    }
}

void AccumulateGuard::wait() noexcept {
    const auto look = [this] {
        ticket_.look_for_dead();
        return false; // the lock comes in any case
    };
    const auto describe = [this](arauto_waited_t& waited) { ticket_.describe_wait(waited); };
    static_cast<void>(wait_for([this] { return ticket_.is_served(); }, Described{look, describe},
                               ticket_.sleep()));
}

void pass_dead(TicketLock& lock) noexcept {
    if (spi::pass_dead(NearWords(lock), has_died)) {
        ring(lock.doorbell);
    }
}

} // namespace arauto::mpi
