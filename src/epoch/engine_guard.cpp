// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lock of an engine. It names its holder, so that waiting ranks notice the holder's death: the
// engine is then broken, and every wait for it fails.
#include "epoch/engine.hpp"
#include "os/futex.hpp"
#include "remote/word.hpp"
#include "runtime/wait.hpp"

namespace arauto::core {
namespace {

uint32_t my_mark() noexcept {
    return static_cast<uint32_t>(this_rank().rank) + 1;
}

/// The holder died and may have left the engine in any state. A change of the job wakes all ranks,
/// which then see it.
[[gnu::cold]] void declare_broken(Epochs& view, EngineCell& cell) noexcept {
    // PAIR engine.broken: declare. A process that sees `troubled` looks at `broken`.
    cell.broken.store(1, std::memory_order_seq_cst);
    view.near_first->troubled.store(1, std::memory_order_seq_cst);
    mark_change();
}

/// @return whether the holder is gone, so that the engine is broken now
[[gnu::cold]] bool look_at_holder(Epochs& view, EngineCell& cell) noexcept {
    const uint32_t holder = cell.lock.load(std::memory_order_acquire); // PAIR engine.lock: look
    if (holder == 0 || learn_state(static_cast<int>(holder) - 1) != boot::ImageState::failed) {
        return false;
    }
    declare_broken(view, cell);
    return true;
}

/// A wait for this rank's engine: a peer moves a piece of data for it. Lost when the engine is
/// broken.
struct EngineWait {
    EngineCell& cell;
    static constexpr spi::WaitPolicy policy = spi::kWaitForEngine;

    [[nodiscard]] static bool is_step_due(int64_t) noexcept { return true; }
    [[nodiscard]] spi::Step step(int64_t look) const noexcept {
        // PAIR engine.broken: look
        if (cell.broken.load(std::memory_order_acquire) != 0) [[unlikely]] {
            return spi::Step::lost;
        }
        if (look >= policy.looks) {
            this_rank().hooks.watch_processes();
            serve_memory(); // for the peer, or for one that it waits for
        }
        return spi::Step::idle;
    }
    static void yield(int64_t) noexcept { os::yield_core(); }
};

} // namespace

bool try_lock(Epochs& view, EngineCell& cell) noexcept {
    uint32_t free = 0;
    // PAIR engine.broken: look
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
    auto is_taken = [&]() noexcept { return try_lock(view, cell); };
    if (spi::wait(EngineWait::policy.looks_without_pause, is_taken,
                  [&] { return EngineWait{cell}; })) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_FAILED, "a %s died while it worked for this one's epochs: they are lost",
                noun());
}

void unlock(EngineCell& cell) noexcept {
    cell.pending.store(cell.pending_now, std::memory_order_release); // PAIR engine.pending: show
    cell.lock.store(0, std::memory_order_release); // PAIR engine.lock: give back
}

Presence presence(const Epochs& view, int member) noexcept {
    const EngineCell& cell = view.cell(member);
    const boot::ImageState state = learn_state(view.to_world(member));
    // Only a helping peer can break an engine, and no peer helps across nodes.
    // PAIR engine.broken: look
    if (state == boot::ImageState::failed ||
        (!view.is_spread && cell.broken.load(std::memory_order_acquire) != 0)) {
        return Presence::failed;
    }
    // A member that has stopped may have left work, which peers do, or its own process.
    // PAIR engine.pending: look
    const auto has_work = [&] { return word::load(cell.pending, std::memory_order_acquire) != 0; };
    return state == boot::ImageState::stopped && !has_work() ? Presence::stopped : Presence::here;
}

} // namespace arauto::core
