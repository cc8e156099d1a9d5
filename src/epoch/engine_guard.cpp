// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lock of an engine. It names its holder, so that the holder's death is noticed: the engine is
// broken then, and everything that waits for it fails.
#include "epoch/engine.hpp"
#include "os/futex.hpp"
#include "remote/word.hpp"

namespace arauto::core {
namespace {

uint32_t my_mark() noexcept {
    return static_cast<uint32_t>(this_rank().rank) + 1;
}

/// The holder died and may have left the engine in any state. A change of the job tells all ranks.
[[gnu::cold]] void declare_broken(Epochs& view, EngineCell& cell) noexcept {
    cell.broken.store(1, std::memory_order_seq_cst);
    view.near_first->troubled.store(1, std::memory_order_seq_cst);
    this_rank().header->changes.fetch_add(1,
                                          std::memory_order_seq_cst); // PAIR job.changes: announce
    ring_everyone();
}

/// @return whether the holder is gone, so that the engine is broken now
[[gnu::cold]] bool look_at_holder(Epochs& view, EngineCell& cell) noexcept {
    const uint32_t holder = cell.lock.load(std::memory_order_acquire); // PAIR engine.lock: look
    if (holder == 0 ||
        this_rank().state(static_cast<int>(holder) - 1) != boot::ImageState::failed) {
        return false;
    }
    declare_broken(view, cell);
    return true;
}

} // namespace

bool try_lock(Epochs& view, EngineCell& cell) noexcept {
    uint32_t free = 0;
    if (cell.broken.load(std::memory_order_acquire) != 0) [[unlikely]] {
        return false;
    }
    if (cell.lock.compare_exchange_strong(free, my_mark(), std::memory_order_acquire))
        [[likely]] { // PAIR engine.lock: take
        return true;
    }
    if (!is_untroubled(view)) [[unlikely]] {
        look_at_holder(view, cell);
    }
    return false;
}

Status lock_own(Epochs& view) noexcept {
    EngineCell& cell = *view.mine;
    for (int look = 0;; ++look) {
        if (try_lock(view, cell)) [[likely]] {
            return ARAUTO_OK;
        }
        if (cell.broken.load(std::memory_order_acquire) != 0) [[unlikely]] {
            return fail(ARAUTO_ERR_FAILED,
                        "a %s died while it worked for this one's epochs: they are lost", noun());
        }
        if (look < 100) {
            cpu_pause();
            continue;
        }
        this_rank().hooks.watch_processes();
        os::yield_core(); // a peer moves a piece of data for this rank
    }
}

void unlock(EngineCell& cell) noexcept {
    cell.pending.store(cell.pending_now, std::memory_order_release); // PAIR engine.pending: show
    cell.lock.store(0, std::memory_order_release); // PAIR engine.lock: give back
}

Presence presence(const Epochs& view, int member) noexcept {
    const EngineCell& cell = view.cell(member);
    const boot::ImageState state = this_rank().state(view.to_world(member));
    // Only a helping peer can break an engine, and no peer helps across nodes.
    if (state == boot::ImageState::failed ||
        (!view.is_spread && cell.broken.load(std::memory_order_acquire) != 0)) {
        return Presence::failed;
    }
    // A member that has stopped may have left work, which peers do, or its own process.
    const auto has_work = [&] { return word::load(cell.pending, std::memory_order_acquire) != 0; };
    return state == boot::ImageState::stopped && !has_work() ? Presence::stopped : Presence::here;
}

} // namespace arauto::core
