// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For implementers of front-ends and of this library, not for programs: the one loop in which a
// rank waits for another, and the doorbell on which it sleeps. The loop looks often, then looks
// with a pause after each look, then gives up its core after each look, then sleeps. What a rank
// does between two looks is up to the `hooks` of the caller; all of it is inlined there.
//
// PAIR wait.doorbell (Dekker): the deliverer makes visible what the sleeper waits for, then reads
// `sleepers`; the sleeper raises `sleepers`, then looks again. All of these are sequentially
// consistent, or ordered by such a fence. So one of the two sees the other, and no wake is lost.
// tests/model/wait.pml is the model.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>

namespace arauto::spi {

/// Shows the core that this is a spin loop. Does not order memory.
inline void cpu_pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Where a doorbell lies: a word to sleep on, and how many sleep there; in shared memory, zero at
/// first.
struct DoorbellRef {
    std::atomic<uint32_t>& word;
    std::atomic<uint32_t>& sleepers;
};
/// A doorbell whose two words have nothing between them.
struct Doorbell {
    std::atomic<uint32_t> word;
    std::atomic<uint32_t> sleepers;

    [[nodiscard]] DoorbellRef bell() noexcept { return {word, sleepers}; }
};
static_assert(std::atomic<uint32_t>::is_always_lock_free && sizeof(Doorbell) == 8);

/// Wakes the sleepers of a bell, if any. The delivery comes before this, sequentially consistent.
/// @param wake  the futex call
template <typename Wake> inline void ring(DoorbellRef bell, Wake wake) noexcept {
    // PAIR wait.doorbell: look
    if (bell.sleepers.load(std::memory_order_seq_cst) != 0) [[unlikely]] {
        bell.word.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: ring
        wake(bell.word);
    }
}

/// How long each phase of a wait lasts, in looks.
struct WaitPolicy {
    int looks_without_pause;
    int looks; // with a pause after each
    int yields; // looks with the core given up after each
    bool may_sleep; // after those; false: yields follow without end
};

// ---- Every limit of every wait ----
// A look at memory takes 1 to 20 ns, with a pause 20 to 60, with a yield 0.5 us or what another
// process takes on the core.

/// Ranks of a node that have a core each. A rank sleeps only after some 10 ms: the rank that wakes
/// another draws it to its own core, and two ranks that take turns on one core look to the kernel
/// as if they needed no second one (55 us a hand-off, for as long as they run). Yielding keeps both
/// runnable, so that the kernel spreads them.
inline constexpr WaitPolicy kWaitOnOwnCore{
    .looks_without_pause = 200, .looks = 1000, .yields = 20000, .may_sleep = true};
/// The most of each of the first two phases, where another process has run on the core lately: it
/// may be the rank that is waited for, and long looking takes time from it (28 us a hand-off
/// instead of 2).
inline constexpr int kLooksOnSharedCore = 20;
/// More ranks than cores. Spinning would take the core from the rank that is waited for; sleeping
/// costs a system call at both ends and a wake-up. Yielding lets the others run at once: 8 ranks on
/// 2 cores pass a barrier in 6 us, by futex alone in 15 to 39 us.
inline constexpr WaitPolicy kWaitInCrowd{
    .looks_without_pause = 4, .looks = 0, .yields = 2000, .may_sleep = true};
/// The same, where the kernel schedules each rank as a group of its own, so that a yield may not
/// let the others run.
inline constexpr WaitPolicy kWaitInCrowdApart{
    .looks_without_pause = 4, .looks = 0, .yields = 2, .may_sleep = true};
/// ARAUTO_WAIT=spin, yield and sleep.
inline constexpr WaitPolicy kWaitBySpinning{
    .looks_without_pause = 200, .looks = 1 << 30, .yields = 0, .may_sleep = false};
inline constexpr WaitPolicy kWaitByYielding{
    .looks_without_pause = 20, .looks = 20, .yields = 0, .may_sleep = false};
inline constexpr WaitPolicy kWaitBySleeping{
    .looks_without_pause = 4, .looks = 0, .yields = 0, .may_sleep = true};

/// In a job of several nodes, the most of each phase. Messages arrive by serving the network, so
/// one look at memory alone is enough.
inline constexpr int kLooksWithoutPauseOverNetwork = 1;
/// A look at a network takes some 2 us: so many are 40 us. With the 1000 of one machine four ranks
/// on two cores, whose hosts each took both for their own, passed a row of PRK p2p in 545 us, with
/// 10 to 50 in 60 to 160, and two ranks on two cores in the same time.
inline constexpr int kLooksOverNetwork = 20;
/// For a process that shares its core. PRK p2p of those four ranks, a row: 91 us, with 20 looks 118
/// (medians of 4 in turn; least 57 and 109).
inline constexpr int kLooksOverNetworkOnSharedCore = 1;
/// Before a sleep: some 200 ms. When a stream of messages reaches a rank that sleeps, each part
/// wakes its progress thread, and the stream takes 1.4 times as long.
inline constexpr int kYieldsOverNetwork = 200'000;

/// For a rank's own engine while a peer moves a piece of data for it.
inline constexpr WaitPolicy kWaitForEngine{
    .looks_without_pause = 1, .looks = 100, .yields = 0, .may_sleep = false};
/// For the lock on accumulates, in a thread that may hold the lock of an engine.
inline constexpr WaitPolicy kWaitForTicket{
    .looks_without_pause = 0, .looks = 1000, .yields = 0, .may_sleep = false};
/// For the same lock in a call of MPI, where processes outnumber cores: before a sleep. With the
/// 2,000 above, 4 ranks on 2 cores that add to one rank took 2.4 us each time instead of 0.03.
inline constexpr int kYieldsForTicketInCrowd = 30;

// Looks of calls that do not wait, but would have to do more if the answer came a moment later.
/// A member that is in time arrives within a hand-off or two: half a microsecond, once in a call.
inline constexpr int kLooksBeforeEngine = 300;
/// The same in MPI, before an operation is recorded for a target that has not posted.
inline constexpr int kLooksBeforeRecord = 150;
/// The same for calls of MPI that a program repeats; and where processes outnumber cores.
inline constexpr int kLooksInMpi = 2000;
inline constexpr int kLooksInMpiCrowd = 20;
/// A target that waits serves a request at once; later its thread is woken by a system call.
inline constexpr int kLooksBeforeRpcThread = 100;
/// For the lock of a target that serves a far accumulate; later it takes a ticket.
inline constexpr int kLooksBeforeTicket = 100;

/// The longest sleep: a launcher cannot ring the bell of a central barrier.
inline constexpr int64_t kNapNs = 20'000'000;
/// Where a front-end has work in long waits.
inline constexpr int64_t kNapWithHookNs = 4'000'000;
/// In a wait for an epoch. A sleeper that could help other ranks looks for their work after it.
inline constexpr int64_t kNapOfHelperNs = 200'000;
/// In calls of MPI, where no doorbell may ring.
inline constexpr int64_t kNapWithoutBellNs = 50'000;

/// The outcome of what is done between two looks: nothing moved; something moved, so that this is
/// no time to sleep; or what the caller waits for can no longer come.
enum class Step : uint8_t { idle, moved, lost };

/// The work of a rank in a wait that has become long. Looks are counted from 0, after those without
/// a pause. Hooks that may sleep also have:
///     DoorbellRef bell()           that the deliverer rings
///     void before_sleep()          ahead of the last look
///     void sleep(DoorbellRef bell, uint32_t key)
///                                  the futex call: returns at once when the bell has rung
template <typename T>
concept WaitHooks = requires(T hooks, int64_t look) {
    { hooks.policy } -> std::convertible_to<WaitPolicy>;
    // Whether a step follows a look with a pause; steps take longer than looks. Later ones all
    // have one.
    { hooks.is_step_due(look) } noexcept -> std::same_as<bool>;
    // Progress for others, and a check whether the wait is lost.
    { hooks.step(look) } noexcept -> std::same_as<Step>;
    // Gives up the core. Counted from 0, from the first of these looks on.
    { hooks.yield(look) } noexcept;
};

/// Looks up to `looks` times, with a pause after each. @return whether `ready()` was true
template <typename Ready>
[[gnu::always_inline]] inline bool look_with_pause(int looks, Ready ready) noexcept {
    for (; looks > 0; --looks) {
        if (ready()) {
            return true;
        }
        cpu_pause();
    }
    return false;
}

/// Sleeps once, unless `ready()`. @return whether it was
template <WaitHooks Hooks, typename Ready>
[[nodiscard]] inline bool sleep_once(Hooks& hooks, Ready& ready) noexcept {
    hooks.before_sleep();
    const DoorbellRef bell = hooks.bell();
    bell.sleepers.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: raise
    const uint32_t key = bell.word.load(std::memory_order_seq_cst);
    // PAIR wait.doorbell: re-read, in whatever order `ready` reads
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const bool came = ready();
    if (!came) {
        hooks.sleep(bell, key);
    }
    bell.sleepers.fetch_sub(1, std::memory_order_seq_cst); // PAIR wait.doorbell: leave
    return came;
}

/// Waits until `ready()` is true. `ready` may take what it waits for: it is not called again once
/// true. The first looks are a small loop of their own (decision 10); the hooks begin to exist
/// after them, and end with the wait.
/// @param looks  without a pause
/// @param make_hooks  called when these were in vain
/// @return false: it is lost
template <typename Ready, typename MakeHooks>
[[nodiscard, gnu::always_inline]] inline bool
wait(int looks, Ready& ready, MakeHooks make_hooks) noexcept {
    for (int look = 0; look < looks; ++look) {
        if (ready()) {
            return true;
        }
    }
    WaitHooks auto hooks = make_hooks();
    for (int64_t look = 0;; ++look) {
        if (ready()) {
            return true;
        }
        const bool pauses = look < hooks.policy.looks;
        if (pauses) {
            cpu_pause();
            if (!hooks.is_step_due(look)) {
                continue;
            }
        }
        const Step step = hooks.step(look);
        if (step == Step::lost) {
            return ready(); // it may have come just before its sender ended
        }
        if (pauses) {
            continue;
        }
        const int64_t yields = look - hooks.policy.looks;
        if constexpr (requires { hooks.bell(); }) {
            if (step == Step::idle && hooks.policy.may_sleep && yields >= hooks.policy.yields) {
                if (sleep_once(hooks, ready)) {
                    return true;
                }
                continue;
            }
        }
        hooks.yield(yields);
    }
}

} // namespace arauto::spi
