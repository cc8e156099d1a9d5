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

/// A wait for an epoch, once the first looks were in vain. A step that moved something is no time
/// to sleep, but one to give up the core: a rank that runs on until the kernel takes its core is
/// likely to hold an engine then, and all wait until it runs again.
template <typename Watch> class LongEpochWait : public LongWait<Watch> {
  public:
    LongEpochWait(Epochs& epochs, bool shares, JobWatch<Watch> job) noexcept
        : LongWait<Watch>(own_bell(), shares, job), epochs_(epochs) {}

    [[nodiscard]] bool is_step_due(int64_t look) const noexcept {
        return look % kLooksBetweenSteps == 0 || epochs_.is_spread;
    }
    [[nodiscard]] spi::Step step(int64_t look) noexcept {
        const bool has_moved = step_engines();
        const spi::Step step = LongWait<Watch>::step(look);
        return step == spi::Step::idle && has_moved ? spi::Step::moved : step;
    }
    void sleep(DoorbellRef bell, uint32_t key) noexcept {
        // PAIR epoch.helpers: raise, then look for work; its bell's sleepers it has raised before
        epochs_.near_first->sleepers.fetch_add(1, std::memory_order_seq_cst);
        if (!step_engines() && !this->is_due()) {
            tally(ARAUTO_COUNTER_SLEEP);
            os::futex_wait(bell.word, key, spi::kNapOfHelperNs);
        }
        epochs_.near_first->sleepers.fetch_sub(1, std::memory_order_seq_cst); // PAIR epoch.helpers
    }

  private:
    bool step_engines() noexcept {
        const bool has_moved = step_own();
        return step_peers(epochs_) || has_moved;
    }

    Epochs& epochs_;
};

/// As wait_until, with steps in between. `watch` is called when the job has changed.
template <typename Ready, typename Watch>
[[nodiscard]] Status wait_for(Epochs& epochs, Ready ready, Watch watch) noexcept {
    return wait_by(ready, watch, [&](bool shares, JobWatch<Watch> job) {
        return LongEpochWait<Watch>(epochs, shares, job);
    });
}

/// As wait_for, where the engine notices that a member is gone: the wait itself is never given up.
/// @param fill  says what is missing, in a WaitDetail
template <typename Ready, typename Fill>
void wait_for_engine(Epochs& epochs, Ready ready, Fill fill) noexcept {
    const Status status = wait_for(epochs, ready, described([] { return ARAUTO_OK; }, fill));
    static_cast<void>(status);
}

} // namespace arauto::core
