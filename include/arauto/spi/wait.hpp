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

/// A word to sleep on, and how many sleep there; in shared memory, zero at first.
struct Bell {
    std::atomic<uint32_t>& word;
    std::atomic<uint32_t>& sleepers;
};
/// The two words, where nothing else is between them.
struct Doorbell {
    std::atomic<uint32_t> word;
    std::atomic<uint32_t> sleepers;

    [[nodiscard]] Bell bell() noexcept { return {word, sleepers}; }
};
static_assert(std::atomic<uint32_t>::is_always_lock_free && sizeof(Doorbell) == 8);

/// Wakes the sleepers of a bell, if any. The delivery comes before this, sequentially consistent.
/// @param wake  the futex call
template <typename Wake> inline void ring(Bell bell, Wake wake) noexcept {
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

/// The outcome of what is done between two looks: nothing moved; something moved, so that this is
/// no time to sleep; or what the caller waits for can no longer come.
enum class Step : uint8_t { idle, moved, lost };

/// The work of a rank in a wait that has become long. Looks are counted from 0, after those without
/// a pause. Hooks that may sleep also have:
///     Bell bell()                        that the deliverer rings
///     void before_sleep()                ahead of the last look
///     void sleep(Bell bell, uint32_t key)  the futex call: returns at once when the bell has rung
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
    const Bell bell = hooks.bell();
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
