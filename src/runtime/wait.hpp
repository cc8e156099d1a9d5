// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits: it looks often for a while, then yields its core, then sleeps on a bell that
// the delivering rank rings. Every wait serves peers that need this rank's help, notices when the
// job changes (a rank failed, stopped, or the job ends), and lets the program's hook work when it
// lasts.
//
// PAIR wait.doorbell (Dekker): the deliverer makes its count visible, then reads `sleepers`; the
// sleeper raises `sleepers`,
// then reads the count. All four are sequentially consistent, so one of the two sees the other and
// no wake is lost.
#pragma once

#include "base/clock.hpp"
#include "base/counters.hpp"
#include "os/futex.hpp"
#include "runtime/rank.hpp"

#include <algorithm>

namespace arauto::core {

inline constexpr Setting kWaitSetting{
    "ARAUTO_WAIT", "auto", SettingKind::choice, "auto|spin|yield|sleep",
    "how an image waits: auto spins, then yields, then sleeps; it sleeps soon when images "
    "outnumber cores"};
inline constexpr Setting kWaitSettings[] = {kWaitSetting};

/// A word to sleep on, and how many sleep there.
struct Bell {
    std::atomic<uint32_t>& word;
    std::atomic<uint32_t>& sleepers;
};

/// The outcome of yielding the core: no other thread wanted it; another ran there; or that took so
/// long, now or lately, that processes outside this job compute here.
enum class Yielded { unwanted, briefly, at_length };
/// @param may_sleep  the caller sleeps when the answer is `at_length`, because a woken thread goes
/// ahead of those processes: then some time passes without another try. Beside a load of 18 on 2
/// cores, 4 ranks passed a barrier in 350 to 750 us by yielding and in 15 by sleeping.
[[nodiscard]] Yielded try_yield(bool may_sleep) noexcept;
void choose_wait_policy(bool oversubscribed, bool yields_reach_all) noexcept;

[[nodiscard]] inline Bell own_bell() noexcept {
    boot::ImageBlock& block = this_rank().images[this_rank().rank];
    return {block.doorbell, block.sleepers};
}

/// Wakes a bell's sleepers, if any. Call it after the delivery, which must be a seq_cst operation.
inline void ring(Bell bell) noexcept {
    if (bell.sleepers.load(std::memory_order_seq_cst) != 0)
        [[unlikely]] { // PAIR wait.doorbell: look
        bell.word.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: ring
        os::futex_wake_all(bell.word);
    }
}

/// A rank of another node is woken by the message itself.
inline void ring(int rank) noexcept {
    if (this_rank().network != nullptr && !this_rank().job.near.has(rank)) [[unlikely]] {
        return;
    }
    boot::ImageBlock& block = this_rank().images[rank];
    ring(Bell{block.doorbell, block.sleepers});
}

/// Rings the bells of all ranks of this node.
inline void ring_everyone() noexcept {
    const boot::NearRanks& near = this_rank().job.near;
    for (int rank = near.first; rank < near.first + near.count; ++rank) {
        ring(rank);
    }
}

/// A rank's state, or a state of the whole job, has changed: wakes all waiting ranks.
void announce_change() noexcept;
/// The same, but does not wake ranks that wait for the end of the job: the last rank to stop wakes
/// these at once.
void mark_change() noexcept;

/// Checks between two looks of a wait. `changed`: the job changed since this wait last looked, so
/// the states of ranks are worth reading.
struct Interlude {
    uint32_t seen_changes = 0;
    [[nodiscard]] bool changed() noexcept; // serves peers too; leaves the process when the job ends
    [[nodiscard]] bool is_due() const noexcept; // changed() would return true, or has served now
};

/// The hook that long waits call. The front-end that sets it gives `context` its meaning.
void set_wait_hook(void (*hook)(void*), void* context) noexcept;
[[gnu::cold]] void call_wait_hook() noexcept;
inline void run_wait_hook() noexcept {
    // relaxed because the call looks again, under its lock
    if (this_rank().waits.has_hook.load(std::memory_order_relaxed)) [[unlikely]] {
        call_wait_hook();
    }
}

/// Whether a wait is long enough for the hook, and the hook is due. Before each sleep it is.
inline constexpr int kLooksBetweenHooks = 1024;
inline constexpr int kYieldsBetweenHooks = 4;
[[nodiscard]] inline bool is_hooks_turn(int64_t look, const WaitPolicy& policy) noexcept {
    return look < policy.looks ? look != 0 && look % kLooksBetweenHooks == 0
                               : (look - policy.looks) % kYieldsBetweenHooks == 1;
}

/// Shows this rank as a waiting rank, from the end of its patience to the end of the wait, so that
/// a user can see where a job hangs.
class Patience {
  public:
    Patience() noexcept = default;
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;
    ~Patience() noexcept {
        if (has_ended_) {
            // relaxed because no process acts on it
            this_rank().images[this_rank().rank].waiting.fetch_sub(1, std::memory_order_relaxed);
        }
    }
    void end() noexcept {
        if (!has_ended_) {
            has_ended_ = true;
            // relaxed because no process acts on it
            this_rank().images[this_rank().rank].waiting.fetch_add(1, std::memory_order_relaxed);
        }
    }

  private:
    bool has_ended_ = false;
};

// Bounds the cost of this: a launcher cannot ring the bell of a central barrier.
inline constexpr int64_t kNapNs = 20'000'000;
inline constexpr int64_t kNapWithHookNs = 4'000'000;
[[nodiscard]] inline int64_t nap_ns() noexcept {
    // relaxed because one longer sleep does no harm
    return this_rank().waits.has_hook.load(std::memory_order_relaxed) ? kNapWithHookNs : kNapNs;
}

/// Sleeps on the bell once, unless `ready()` is true. @return whether it was
template <typename Ready>
[[nodiscard]] bool sleep_once(Bell bell, Ready& ready, const Interlude& interlude) noexcept {
    run_wait_hook();
    bell.sleepers.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: raise
    const uint32_t key = bell.word.load(std::memory_order_seq_cst);
    const bool came = ready(); // reads the count with seq_cst: PAIR wait.doorbell: re-read
    // A change announced since the last look has rung already: do not sleep over it.
    if (!came && !interlude.is_due()) {
        tally(ARAUTO_COUNTER_SLEEP);
        os::futex_wait(bell.word, key, nap_ns());
    }
    bell.sleepers.fetch_sub(1, std::memory_order_seq_cst);
    return came;
}

/// Waits until `ready()` is true. `watch()` is called when the job changed; it returns a failure to
/// give up. `ready` may take what it waits for: it is not called again once true.
template <typename Ready, typename Watch>
[[nodiscard]] Status wait_on(Bell bell, Ready ready, Watch watch) noexcept {
    Waits& waits = this_rank().waits;
    WaitPolicy policy = waits.policy;
    const bool shares = waits.shares_core.load(std::memory_order_relaxed); // relaxed because a hint
    if (shares) [[unlikely]] {
        policy.looks_without_pause =
            std::min(policy.looks_without_pause, policy.looks_on_shared_core);
        policy.looks = std::min(policy.looks, policy.looks_on_shared_core);
    }
    for (int look = 0; look < policy.looks_without_pause; ++look) {
        if (ready()) {
            return ARAUTO_OK;
        }
    }
    Interlude interlude;
    Patience patience;
    bool shares_now = shares;
    tally(ARAUTO_COUNTER_WAIT);
    for (int64_t look = 0;; ++look) {
        if (ready()) {
            if (shares_now != shares) [[unlikely]] {
                // relaxed because a hint
                waits.shares_core.store(shares_now, std::memory_order_relaxed);
            }
            return ARAUTO_OK;
        }
        if (look < policy.looks) {
            cpu_pause();
            if (look % 64 != 0 && this_rank().network == nullptr) { // else a look is what it takes
                continue;
            }
        }
        if (interlude.changed()) {
            if (const Status status = watch(); status < 0) {
                return ready() ? ARAUTO_OK
                               : status; // it may have come just before its sender ended
            }
        }
        if (is_hooks_turn(look, policy)) {
            run_wait_hook();
        }
        if (look < policy.looks) {
            continue;
        }
        patience.end();
        if (look < policy.looks + policy.yields || !policy.may_sleep) {
            tally(ARAUTO_COUNTER_YIELD);
            // Over a network another thread wakes a sleeping rank: beside a load of 18 a row of PRK
            // p2p, two hosts of two ranks, took 1.1 ms then, and 0.3 to 0.5 by yielding.
            const bool may_sleep = policy.may_sleep && this_rank().network == nullptr;
            const Yielded yielded = try_yield(may_sleep);
            shares_now = yielded != Yielded::unwanted;
            if (may_sleep && yielded == Yielded::at_length) {
                policy.yields = 0;
            }
            continue;
        }
        if (sleep_once(bell, ready, interlude)) {
            return ARAUTO_OK;
        }
    }
}

template <typename Ready, typename Watch>
[[nodiscard]] Status wait_until(Ready ready, Watch watch) noexcept {
    return wait_on(own_bell(), ready, watch);
}

/// For waits on one rank: gives up when it has failed or stopped.
[[nodiscard]] Status watch_rank(int rank, const char* call) noexcept;

} // namespace arauto::core
