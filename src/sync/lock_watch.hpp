// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a wait for a lock watches its holder, and shows it once the wait has lasted. For lock.cpp and
// cohort.cpp alone.
#pragma once

#include "boot/wait_card.hpp"
#include "memory/layouts.hpp"
#include "sync/lock_node.hpp"

namespace arauto::core {

struct HolderWatch {
    const LockCell& cell;
    uint64_t previous; // in the queue
    Status (*watch)(const LockCell&);

    Status operator()() const noexcept { return watch(cell); }

    /// The holder where that can be read without the network, else the predecessor.
    void describe(boot::WaitDetail& detail) const noexcept {
        if (!word::is_mapped(&cell)) {
            detail.kind = boot::WaitDetail::Kind::predecessor;
            detail.add_rank(rank_of(previous));
            return;
        }
        const uint64_t holder = cell.holder.load(std::memory_order_acquire); // PAIR lock.holder
        if (holder == 0) {
            return; // it is being handed over
        }
        const bool is_readable = !is_far(rank_of(holder));
        // PAIR lock.user: look
        const uint64_t user =
            is_readable ? node_of(holder).user.load(std::memory_order_acquire) : 0;
        detail.kind = boot::WaitDetail::Kind::holder;
        detail.add_rank(rank_of(user != 0 ? user : holder));
    }
};

} // namespace arauto::core
