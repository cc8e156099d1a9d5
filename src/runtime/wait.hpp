// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits: by the loop of arauto/spi/wait.hpp, in which it serves peers that need this
// rank's help, notices when the job changes (a rank failed, stopped, or the job ends), and lets the
// program's hook work when the wait lasts.
#pragma once

#include "arauto/spi/wait.hpp"
#include "base/counters.hpp"
#include "base/record.hpp"
#include "boot/profile.hpp"
#include "boot/wait_card.hpp"
#include "os/futex.hpp"
#include "runtime/rank.hpp"

#include <algorithm>

namespace arauto::core {

inline constexpr Setting kWaitSetting{
    "ARAUTO_WAIT", "auto", SettingKind::choice, "auto|spin|yield|sleep",
    "how an image waits: auto spins, then yields, then sleeps; it sleeps soon when images "
    "outnumber cores"};
inline constexpr Setting kWaitSettings[] = {kWaitSetting};

using spi::cpu_pause;
using spi::DoorbellRef;

/// The outcome of yielding the core: no other thread wanted it; another ran there; or that took so
/// long, now or lately, that processes outside this job compute here.
enum class Yielded { unwanted, briefly, at_length };
/// @param may_sleep  the caller sleeps when the answer is `at_length`, because a woken thread goes
/// ahead of those processes: then some time passes without another try. Beside a load of 18 on 2
/// cores, 4 ranks passed a barrier in 350 to 750 us by yielding and in 15 by sleeping.
[[nodiscard]] Yielded try_yield(bool may_sleep) noexcept;
void choose_wait_policy(bool oversubscribed, bool yields_reach_all) noexcept;

[[nodiscard]] inline DoorbellRef own_bell() noexcept {
    boot::ImageBlock& block = this_rank().images[this_rank().rank];
    return {block.doorbell, block.sleepers};
}

/// Wakes a bell's sleepers, if any. Call it after the delivery, which must be a seq_cst operation.
inline void ring(DoorbellRef bell) noexcept {
    spi::ring(bell, os::futex_wake_all);
}

/// A rank of another node is woken by the message itself.
inline void ring(int rank) noexcept {
    if (this_rank().network != nullptr && !this_rank().job.near.has(rank)) [[unlikely]] {
        return;
    }
    boot::ImageBlock& block = this_rank().images[rank];
    ring(DoorbellRef{block.doorbell, block.sleepers});
}

/// Rings the bells of all ranks of this node.
inline void ring_everyone() noexcept {
    const boot::NearRanks& near = this_rank().job.near;
    for (int rank = near.first; rank < near.first + near.count; ++rank) {
        ring(rank);
    }
}

/// Then other ranks' waits are of interest: nothing may move any more.
inline constexpr int64_t kLongWaitNs = 500'000'000;

/// A rank's state, or a state of the whole job, has changed: wakes all waiting ranks.
void announce_change() noexcept;
/// As announce_change, but does not wake ranks that wait for the end of the job: the last rank to
/// stop wakes these at once.
void mark_change() noexcept;

/// Moves what a peer waits for in this rank's private memory. For waits that make no other
/// progress, since their thread holds an engine or a lock: the holder of what they wait for may
/// need this.
/// @return whether there was anything
bool serve_memory() noexcept;

/// Checks between two looks of a wait. `changed`: the job changed since this wait last looked, so
/// the states of ranks are worth reading.
struct WaitCheck {
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
[[nodiscard]] inline bool is_hook_due(int64_t look, const spi::WaitPolicy& policy) noexcept {
    return look < policy.looks ? look != 0 && look % kLooksBetweenHooks == 0
                               : (look - policy.looks) % kYieldsBetweenHooks == 1;
}

[[nodiscard]] inline int64_t nap_ns() noexcept {
    // relaxed because one longer sleep does no harm
    return this_rank().waits.has_hook.load(std::memory_order_relaxed) ? spi::kNapWithHookNs
                                                                      : spi::kNapNs;
}

/// The part of every long wait of a rank that notices changes of the job. `watch` is called when
/// the job has changed; it returns a failure to give up the wait, which goes to `lost_out`. It may
/// be a struct with a function `describe` besides, which says what is missing; that is called once
/// the wait has lasted.
template <typename Watch> class JobWatch {
  public:
    JobWatch(Watch& watch, Status& lost_out) noexcept : watch_(watch), lost_(lost_out) {}

    [[nodiscard]] bool is_lost(int64_t look, const spi::WaitPolicy& policy) noexcept {
        if (check_.changed() && asks_to_give_up()) {
            return true;
        }
        if (is_hook_due(look, policy)) {
            run_wait_hook();
        }
        return false;
    }
    [[nodiscard]] bool asks_to_give_up() noexcept {
        const Status status = watch_();
        lost_ = status < 0 ? status : lost_;
        return status < 0;
    }
    /// A change announced since the last look has rung already: no sleep over it.
    [[nodiscard]] bool is_due() const noexcept { return check_.is_due(); }

    [[nodiscard]] boot::WaitDetail detail() const noexcept {
        boot::WaitDetail detail;
        if constexpr (requires { watch_.describe(detail); }) {
            watch_.describe(detail);
        }
        return detail;
    }

  private:
    WaitCheck check_;
    Watch& watch_;
    Status& lost_;
};

/// A watch that says what is missing by another function, which gets a WaitDetail to fill in.
template <typename Watch, typename Describe> struct DescribedWatch {
    Watch watch;
    Describe fill;

    [[nodiscard]] Status operator()() noexcept { return watch(); }
    void describe(boot::WaitDetail& detail) const noexcept { fill(detail); }
};
template <typename Watch, typename Describe>
[[nodiscard]] DescribedWatch<Watch, Describe> described(Watch watch, Describe fill) noexcept {
    return {watch, fill};
}

/// Shows this rank as one that waits, from when a wait first yields or sleeps to its end, and where
/// in the program it waits, once that has lasted: so a user can see where a job hangs. A wait that
/// ends sooner pays one addition for it at its start and one at its end.
class WaitDisplay {
  public:
    WaitDisplay() noexcept = default;
    WaitDisplay(const WaitDisplay&) = delete;
    WaitDisplay& operator=(const WaitDisplay&) = delete;
    ~WaitDisplay() noexcept {
        if (times_ != 0) {
            hide();
        }
    }

    /// @return whether it is time to call show_statement()
    [[nodiscard]] bool note_yield() noexcept {
        if (times_++ == 0) {
            show();
            return false;
        }
        return times_ % kYieldsBetween == 0 && has_lasted();
    }
    /// The same before a sleep, or another long pause.
    [[nodiscard]] bool note_sleep() noexcept {
        if (times_++ == 0) {
            show();
            return false;
        }
        return has_lasted();
    }
    [[gnu::cold]] void show_statement(const boot::WaitDetail& detail) noexcept;

  private:
    static constexpr uint32_t kYieldsBetween = 256; // looks at the clock

    void show() noexcept {
        // relaxed because no process acts on it
        this_rank().images[this_rank().rank].waiting.fetch_add(1, std::memory_order_relaxed);
    }
    [[gnu::cold]] bool has_lasted() noexcept;
    void hide() noexcept;

    uint32_t times_ = 0;
    bool has_card_ = false;
    int64_t since_ns_ = 0; // about: of the first look at the clock
};

/// A wait of this rank, once the first looks were in vain.
template <typename Watch> class LongWait {
  public:
    LongWait(DoorbellRef bell, bool shares, JobWatch<Watch> job) noexcept
        : policy(this_rank().waits.policy), bell_(bell), job_(job), shares_(shares) {
        if (shares) [[unlikely]] {
            policy.looks = std::min(policy.looks, this_rank().waits.looks_on_shared_core);
        }
        tally(ARAUTO_COUNTER_WAIT);
        arauto_thread.has_waited = 1;
    }
    LongWait(const LongWait&) = delete;
    LongWait& operator=(const LongWait&) = delete;
    ~LongWait() noexcept {
        if (shares_now_ != shares_) [[unlikely]] {
            // relaxed because a hint
            this_rank().waits.shares_core.store(shares_now_, std::memory_order_relaxed);
        }
    }

    [[nodiscard]] bool is_step_due(int64_t look) const noexcept {
        return look % 64 == 0 || this_rank().network != nullptr; // then a look is what it takes
    }
    [[nodiscard]] spi::Step step(int64_t look) noexcept {
        if (look % kLooksBetweenNotes == kLooksBetweenNotes - 64) [[unlikely]] {
            if (display_.note_sleep()) { // it may never yield (ARAUTO_WAIT=spin)
                display_.show_statement(job_.detail());
            }
        }
        return job_.is_lost(look, policy) ? spi::Step::lost : spi::Step::idle;
    }
    void yield(int64_t) noexcept {
        if (display_.note_yield()) [[unlikely]] {
            display_.show_statement(job_.detail());
        }
        tally(ARAUTO_COUNTER_YIELD);
        // Over a network another thread wakes a sleeping rank: beside a load of 18 a row of PRK
        // p2p, two hosts of two ranks, took 1.1 ms then, and 0.3 to 0.5 by yielding.
        const bool may_sleep = policy.may_sleep && this_rank().network == nullptr;
        const Yielded yielded = try_yield(may_sleep);
        shares_now_ = yielded != Yielded::unwanted;
        if (may_sleep && yielded == Yielded::at_length) {
            policy.yields = 0;
        }
    }
    [[nodiscard]] DoorbellRef bell() const noexcept { return bell_; }
    void before_sleep() noexcept {
        if (display_.note_sleep()) [[unlikely]] {
            display_.show_statement(job_.detail());
        }
        shares_now_ = shares_; // the end of a sleep says nothing of it
        run_wait_hook();
    }
    void sleep(DoorbellRef bell, uint32_t key) noexcept {
        if (!is_due()) {
            tally(ARAUTO_COUNTER_SLEEP);
            os::futex_wait(bell.word, key, nap_ns());
        }
    }

    spi::WaitPolicy policy;

  protected:
    [[nodiscard]] bool is_due() const noexcept { return job_.is_due(); }
    [[nodiscard]] bool asks_to_give_up() noexcept { return job_.asks_to_give_up(); }

  private:
    static constexpr int64_t kLooksBetweenNotes = 1 << 16; // with a pause: milliseconds

    DoorbellRef bell_;
    JobWatch<Watch> job_;
    boot::ProfiledWait profiled_;
    bool shares_; // at the start
    bool shares_now_ = shares_;
    WaitDisplay display_;
};

/// The wait of a rank by hooks that are a LongWait, or more than that.
/// @param make_hooks  gets whether the core is shared, and the JobWatch, when the first looks were
///                    in vain
template <typename Ready, typename Watch, typename MakeHooks>
[[nodiscard, gnu::always_inline]] inline Status
wait_by(Ready& ready, Watch& watch, MakeHooks make_hooks) noexcept {
    const Waits& waits = this_rank().waits;
    const bool shares = waits.shares_core.load(std::memory_order_relaxed); // relaxed because a hint
    int looks = waits.policy.looks_without_pause;
    if (shares) [[unlikely]] {
        looks = std::min(looks, waits.looks_on_shared_core);
    }
    Status lost = ARAUTO_OK;
    const bool came =
        spi::wait(looks, ready, [&] { return make_hooks(shares, JobWatch<Watch>(watch, lost)); });
    return came ? ARAUTO_OK : lost;
}

/// Waits until `ready()` is true. `watch()` is called when the job changed; it returns a failure to
/// give up. `ready` may take what it waits for: it is not called again once true.
template <typename Ready, typename Watch>
[[nodiscard]] Status wait_on(DoorbellRef bell, Ready ready, Watch watch) noexcept {
    return wait_by(ready, watch, [&](bool shares, JobWatch<Watch> job) {
        return LongWait<Watch>(bell, shares, job);
    });
}

template <typename Ready, typename Watch>
[[nodiscard]] Status wait_until(Ready ready, Watch watch) noexcept {
    return wait_on(own_bell(), ready, watch);
}

/// For waits on one rank: gives up when it has failed or stopped.
[[nodiscard]] Status watch_rank(int rank, const char* call) noexcept;

} // namespace arauto::core
