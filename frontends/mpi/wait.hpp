// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a process waits in a call of MPI: it looks for a while, then gives up its core between looks
// and lets both libraries work for others (a peer may be in the middle of a send to this process,
// or of an access to its private memory), then it naps.
#pragma once

#include "job.hpp"

namespace arauto::mpi {

inline void pause_core() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// One turn of a wait that has become long. `turn` counts from 0.
void rest(int turn) noexcept;

/// Waits until `ready()` is true. It may take what it waits for: it is not called again once true.
template <typename Ready> void wait_until(Ready ready) noexcept {
    const int looks = job().looks;
    for (int look = 0; look < looks; ++look) {
        if (ready()) {
            return;
        }
        if (look >= 50) {
            pause_core();
        }
    }
    for (int turn = 0; !ready(); ++turn) {
        rest(turn);
    }
}

} // namespace arauto::mpi
