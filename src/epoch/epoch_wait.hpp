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
    "what moves pending epochs on: calls of this library, by their owner or by peers that wait; "
    "or "
    "also a thread"};
inline constexpr Setting kEpochSettings[] = {kProgressSetting};

/// The objects of this rank, in one list, so that any wait moves all of them on. Only
/// epoch_wait.cpp looks into this.
struct EpochObjects {
    std::mutex mutex; // guards all of this
    std::vector<Epochs*> enlisted;
    bool has_thread = false;
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
void tell_epochs_left() noexcept;

inline constexpr int kLooksBetweenSteps = 32;
/// How long to sleep. A sleeper is woken when a member tells it something. A sleeper that could
/// help other ranks checks for work of theirs after each nap.
inline constexpr int64_t kHelpNapNs = 200'000;

/// Sleeps once, unless `ready()`.
template <typename Ready> bool doze(Epochs& epochs, Ready& ready, Interlude& interlude) noexcept {
    run_wait_hook();
    const Bell bell = own_bell();
    epochs.near_first->sleepers.fetch_add(1, std::memory_order_seq_cst);
    bell.sleepers.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: raise
    const uint32_t key = bell.word.load(std::memory_order_seq_cst);
    const bool came = ready(); // PAIR wait.doorbell: re-read
    if (!came && !step_peers(epochs) && !interlude.is_due()) {
        os::futex_wait(bell.word, key, kHelpNapNs);
    }
    bell.sleepers.fetch_sub(1, std::memory_order_seq_cst);
    epochs.near_first->sleepers.fetch_sub(1, std::memory_order_seq_cst);
    return came;
}

/// As wait_until, with steps in between. `watch` is called when the job has changed.
template <typename Ready, typename Watch>
[[nodiscard]] Status wait_for(Epochs& epochs, Ready ready, Watch watch) noexcept {
    const WaitPolicy policy = this_rank().waits.policy;
    for (int look = 0; look < policy.looks_without_pause; ++look) {
        if (ready()) {
            return ARAUTO_OK;
        }
    }
    Interlude interlude;
    for (int64_t look = 0;; ++look) {
        if (ready()) {
            return ARAUTO_OK;
        }
        if (look < policy.looks) {
            cpu_pause();
            if (look % kLooksBetweenSteps != 0 && !epochs.is_spread) {
                continue;
            }
        }
        bool has_moved = step_own();
        has_moved |= step_peers(epochs);
        if (interlude.changed()) {
            if (const Status status = watch(); status < 0) {
                return ready() ? ARAUTO_OK : status;
            }
        }
        if (is_hooks_turn(look, policy)) {
            run_wait_hook();
        }
        if (look < policy.looks) {
            continue;
        }
        // Also after a step that moved something: a rank that runs on until the kernel takes its
        // core is likely to hold an engine then, and all wait until it runs again.
        if (has_moved || look < policy.looks + policy.yields || !policy.may_sleep) {
            os::yield_core();
        } else if (doze(epochs, ready, interlude)) {
            return ARAUTO_OK;
        }
    }
}

} // namespace arauto::core
