// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lock on accumulates to a process of the node, held by whoever changes its memory.
#pragma once

#include "job.hpp"
#include "wait.hpp"

namespace arauto::mpi {

/// Turns that this thread holds or waits for. While it waits it makes progress, and may so come to
/// a recorded operation that needs a turn too: that one must not wait behind this thread's own.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local int t_turns = 0;

class Turn {
  public:
    explicit Turn(int node_rank) noexcept
        : lock_(block_of(node_rank).accumulate), ticket_(lock_.take()) {
        ++t_turns;
        if (!lock_.is_turn_of(ticket_)) [[unlikely]] {
            wait_until([this] { return lock_.is_turn_of(ticket_); }, &lock_.bell,
                       sleeper_of(ticket_));
        }
    }
    ~Turn() {
        lock_.leave(ticket_);
        --t_turns;
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    TicketLock& lock_;
    uint64_t ticket_;
};

} // namespace arauto::mpi
