// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a process waits in a call of MPI: it looks for a while, then gives up its core between looks
// and lets both libraries work for others (a peer may be in the middle of a send to this process,
// or of an access to its private memory), then it sleeps.
#pragma once

#include "bell.hpp"
#include "job.hpp"

namespace arauto::mpi {

inline void pause_core() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// One turn of a wait that has become long. `turn` counts from 0.
void rest(int turn) noexcept;

/// Lets both libraries work for others.
void work_for_others() noexcept;

inline constexpr int kYieldsBeforeSleep = 30; // where processes outnumber cores

/// Sleeps once, unless `ready()`. @return whether it was
template <typename Ready> bool doze(Ready& ready, Bell& bell, uint32_t who) noexcept {
    work_for_others();
    bell.sleepers.fetch_add(1, std::memory_order_seq_cst);
    const uint32_t seen = bell.word.load(std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst); // PAIR bell.sleepers: sleep
    const bool came = ready();
    if (!came) {
        sleep_on(bell, seen, who);
    }
    bell.sleepers.fetch_sub(1, std::memory_order_seq_cst);
    return came;
}

/// Waits until `ready()` is true. It may take what it waits for: it is not called again once true.
/// @param bell  that the deliverer rings; null: it rings none
template <typename Ready>
void wait_until(Ready ready, Bell* bell = nullptr, uint32_t who = kEverySleeper) noexcept {
    const int looks = job().looks;
    for (int look = 0; look < looks; ++look) {
        if (ready()) {
            return;
        }
        if (look >= 50) {
            pause_core();
        }
    }
    const bool may_sleep = bell != nullptr && job().is_oversubscribed;
    for (int turn = 0; !ready(); ++turn) {
        if (!may_sleep || turn < kYieldsBeforeSleep) {
            rest(turn);
        } else if (doze(ready, *bell, who)) {
            return;
        }
    }
}

} // namespace arauto::mpi
