// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a process waits in a call of MPI: as in any wait of the runtime, which lets the MPI work in
// waits that last, because a peer may be in the middle of a send to this process. A wait for a
// process that has died ends.
#pragma once

#include "doorbell.hpp"

#include "arauto/spi/waiting.h"

#include <cstdint>

namespace arauto::mpi {

/// Makes progress for peers in Arauto and in the MPI.
void work_for_others() noexcept;

/// The same, and gives up the core: for calls that do not wait, but that a program repeats until
/// something has happened.
void rest() noexcept;

/// Whether a process of the job has stopped or failed. Cheap; communicates with none.
[[nodiscard]] bool somebody_ended() noexcept;

/// A `lost` for wait_for() that also says what the wait is for, once that has lasted.
template <typename Lost, typename Fill> struct Described {
    Lost lost;
    Fill describe; // gets an arauto_waited_t& of all zeroes

    [[nodiscard]] bool operator()() noexcept { return lost(); }
};
template <typename Lost, typename Fill> Described(Lost, Fill) -> Described<Lost, Fill>;

/// How a wait sleeps.
struct Sleep {
    Doorbell* doorbell = nullptr; // null: this rank's own, which the runtime rings
    int yields = 0; // the most before a sleep; 0: as in the runtime's own waits
    /// The longest sleep. A short one also lets the MPI move a long message in time, and this
    /// rank's epochs move on.
    int64_t nap_ns = spi::kNapWithoutBellNs;
};

/// Waits until `ready()` is true. `ready` may consume the awaited thing: once it has returned true,
/// it is not called again.
/// @param lost  called when processes have ended; returns whether `ready` can no longer become
/// true. May be a Described.
/// @return false when `lost` has returned true
template <typename Ready, typename Lost>
[[nodiscard]] bool wait_for(Ready ready, Lost lost, const Sleep& sleep = {}) noexcept {
    if (ready()) {
        return true;
    }
    struct Calls {
        Ready& ready;
        Lost& lost;
    } calls{ready, lost};
    arauto_wait_t wait{};
    wait.context = &calls;
    wait.is_ready = [](void* context) { return static_cast<Calls*>(context)->ready() ? 1 : 0; };
    wait.is_lost = [](void* context) { return static_cast<Calls*>(context)->lost() ? 1 : 0; };
    if constexpr (requires(arauto_waited_t& waited) { lost.describe(waited); }) {
        wait.describe = [](void* context, arauto_waited_t* waited) {
            static_cast<Calls*>(context)->lost.describe(*waited);
        };
    }
    wait.bell = sleep.doorbell != nullptr ? words_of(*sleep.doorbell) : nullptr;
    wait.yields = sleep.yields;
    wait.nap_ns = sleep.nap_ns;
    return arauto_wait_for(&wait) != 0;
}

} // namespace arauto::mpi
