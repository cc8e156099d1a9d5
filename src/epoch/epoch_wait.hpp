// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Progress of epochs, and waiting for them. A waiting rank steps its own engines, and those of
// peers that have work. So a peer that computes without calling this library delays no waiting
// rank.
#pragma once

#include "epoch/engine.hpp"

#include <mutex>
#include <vector>

namespace arauto::core {

inline constexpr Setting kProgressSetting{
    "ARAUTO_PROGRESS", "calls", SettingKind::choice, "calls|thread",
    "progress of pending epochs: by calls of this library, of their owner or of waiting peers; or "
    "also by a thread"};
inline constexpr Setting kEpochSettings[] = {kProgressSetting};

/// The objects of this rank, in one list, so that any wait moves all of them on. Only
/// epoch_wait.cpp looks into this.
struct EpochObjects {
    std::mutex mutex; // guards all of this
    std::vector<Epochs*> enlisted;
};

/// Makes an object known to the steps below, and forgets it.
void enlist(Epochs& epochs);
void withdraw(Epochs& epochs) noexcept;

/// One bounded step of this process's engines in all objects. @return whether anything moved
bool step_own() noexcept;
/// One bounded step of this process's engine in one object.
bool step_own(Epochs& epochs) noexcept;
/// One bounded step of every peer's engine in one object that has work and is not being worked on.
bool step_peers(Epochs& epochs) noexcept;
/// One bounded step of one more peer's engine at each call.
bool step_one_peer(Epochs& epochs) noexcept;

/// Called when every rank has ended, on one node: moves closed epochs on in every object of this
/// process, also for peers, until all are complete, or nothing can move. Reports what is left.
void finish_epochs() noexcept;

/// Over several nodes each rank moves its own while others are there: see termination.hpp.
[[nodiscard]] bool has_pending_epochs() noexcept;
void report_epochs_left() noexcept;

inline constexpr int kLooksBetweenSteps = 32;
/// How long to sleep. A sleeper is woken when a member changes one of its words. A sleeper that
/// could help other ranks checks for work of theirs after each nap.
inline constexpr int64_t kHelpNapNs = 200'000;

/// A wait for an epoch, once the first looks were in vain. A step that moved something is no time
/// to sleep, but one to give up the core: a rank that runs on until the kernel takes its core is
/// likely to hold an engine then, and all wait until it runs again.
template <typename Watch> class LongEpochWait {
  public:
    LongEpochWait(Epochs& epochs, JobWatch<Watch> job) noexcept
        : policy(this_rank().waits.policy), epochs_(epochs), job_(job) {}

    [[nodiscard]] bool is_step_due(int64_t look) const noexcept {
        return look % kLooksBetweenSteps == 0 || epochs_.is_spread;
    }
    [[nodiscard]] spi::Step step(int64_t look) noexcept {
        const bool has_moved = step_engines();
        if (job_.is_lost(look, policy)) {
            return spi::Step::lost;
        }
        return has_moved ? spi::Step::moved : spi::Step::idle;
    }
    void yield(int64_t) noexcept {
        note_yield();
        os::yield_core();
    }
    [[nodiscard]] Bell bell() const noexcept { return own_bell(); }
    void before_sleep() noexcept {
        note_yield(); // since a nap is shorter than those of other waits
        run_wait_hook();
    }
    void sleep(Bell bell, uint32_t key) noexcept {
        // PAIR epoch.helpers: raise, then look for work; its bell's sleepers it has raised before
        epochs_.near_first->sleepers.fetch_add(1, std::memory_order_seq_cst);
        if (!step_engines() && !job_.is_due()) {
            os::futex_wait(bell.word, key, kHelpNapNs);
        }
        epochs_.near_first->sleepers.fetch_sub(1, std::memory_order_seq_cst); // PAIR epoch.helpers
    }

    const spi::WaitPolicy policy;

  private:
    void note_yield() noexcept {
        if (display_.note_yield()) [[unlikely]] {
            display_.show_statement(job_.detail());
        }
    }
    bool step_engines() noexcept {
        const bool has_moved = step_own();
        return step_peers(epochs_) || has_moved;
    }

    Epochs& epochs_;
    JobWatch<Watch> job_;
    WaitDisplay display_;
};

/// As wait_until, with steps in between. `watch` is called when the job has changed.
template <typename Ready, typename Watch>
[[nodiscard]] Status wait_for(Epochs& epochs, Ready ready, Watch watch) noexcept {
    Status lost = ARAUTO_OK;
    const bool came = spi::wait(this_rank().waits.policy.looks_without_pause, ready, [&] {
        return LongEpochWait<Watch>(epochs, JobWatch<Watch>(watch, lost));
    });
    return came ? ARAUTO_OK : lost;
}

/// As wait_for, where the engine notices that a member is gone: the wait itself is never given up.
/// @param fill  says what is missing, in a WaitDetail
template <typename Ready, typename Fill>
void wait_for_engine(Epochs& epochs, Ready ready, Fill fill) noexcept {
    const Status status = wait_for(epochs, ready, described([] { return ARAUTO_OK; }, fill));
    static_cast<void>(status);
}

} // namespace arauto::core
