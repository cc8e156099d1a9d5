// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wait.hpp.
#include "wait.hpp"

#include "real.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/runtime.h"

#include <ctime>
#include <sched.h>

namespace arauto::mpi {

bool somebody_ended() noexcept {
    return arauto_ranks_ended() > 0;
}

bool has_lasted(int64_t& since_ns) noexcept {
    constexpr int64_t kShowAfterNs = 20'000'000;
    constexpr int64_t kSecondNs = 1'000'000'000;
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    const int64_t now = int64_t{time.tv_sec} * kSecondNs + time.tv_nsec;
    if (since_ns == 0) {
        since_ns = now;
    }
    return now - since_ns > kShowAfterNs;
}

void work_for_others() noexcept {
    arauto_progress();
    if (job().has_comms) {
        int came = 0;
        real().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, job().all, &came, MPI_STATUS_IGNORE);
    }
}

void rest(int64_t round) noexcept {
    if (round % 4 == 0) {
        work_for_others();
    } else {
        arauto_progress();
    }
    if (round < job().yields_to_nap) {
        tally(ARAUTO_COUNTER_YIELD);
        sched_yield();
        return;
    }
    const timespec nap = {0, spi::kNapWithoutBellNs};
    tally(ARAUTO_COUNTER_SLEEP);
    nanosleep(&nap, nullptr);
}

} // namespace arauto::mpi
