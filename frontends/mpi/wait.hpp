// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a process waits in a call of MPI: it looks for a while, then gives up its core between looks
// and lets both libraries work for others (a peer may be in the middle of a send to this process,
// or of an access to its private memory), then it sleeps. A wait for a process that has died ends.
#pragma once

#include "count.hpp"
#include "doorbell.hpp"
#include "job.hpp"

namespace arauto::mpi {

inline void pause_core() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// One round of a wait that has become long. `round` counts from 0.
void rest(int round) noexcept;

/// Lets both libraries work for others.
void work_for_others() noexcept;

inline constexpr int kRoundsBetweenChecks = 64;

/// Whether a process of the node has ended, one way or another; looks only, and is cheap.
[[nodiscard]] bool somebody_ended() noexcept;

/// Sleeps once, unless `ready()`. @return whether it was
template <typename Ready> bool doze(Ready& ready, Doorbell& doorbell, uint32_t who) noexcept {
    work_for_others();
    // PAIR doorbell.sleepers: count itself, then look at what it waits for
    doorbell.sleepers.fetch_add(1, std::memory_order_seq_cst);
    const uint32_t seen = doorbell.word.load(std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst); // PAIR doorbell.sleepers: sleep
    const bool came = ready();
    if (!came) {
        sleep_on(doorbell, seen, who);
    }
    doorbell.sleepers.fetch_sub(1, std::memory_order_seq_cst); // PAIR doorbell.sleepers: leave
    return came;
}

/// Waits until `ready()` is true. It may take what it waits for: it is not called again once true.
/// @param lost  asked when processes have ended: whether what this waits for can no longer come
/// @param doorbell  that the deliverer rings; null: it rings none
/// @return false when it is lost
template <typename Ready, typename Lost>
[[nodiscard]] bool wait_for(Ready ready,
                            Lost lost,
                            Doorbell* doorbell = nullptr,
                            uint32_t who = kEverySleeper) noexcept {
    const Job& here = job();
    for (int look = 0; look < here.looks; ++look) {
        if (ready()) {
            return true;
        }
        if (look >= 50) {
            pause_core();
        }
    }
    tally(ARAUTO_COUNTER_WAIT);
    const bool may_sleep = doorbell != nullptr && here.is_oversubscribed;
    for (int round = 0; !ready(); ++round) {
        if (round % kRoundsBetweenChecks == kRoundsBetweenChecks - 1 && somebody_ended() &&
            lost()) {
            return ready(); // it may have come just before
        }
        if (!may_sleep || round < here.yields_to_sleep) {
            rest(round);
        } else if (doze(ready, *doorbell, who)) {
            return true;
        }
    }
    return true;
}

} // namespace arauto::mpi
