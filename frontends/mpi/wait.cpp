// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wait.hpp.
#include "wait.hpp"

#include "count.hpp"
#include "real.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/runtime.h"

#include <sched.h>

namespace arauto::mpi {

bool somebody_ended() noexcept {
    return arauto_ranks_ended() > 0;
}

void work_for_others() noexcept {
    arauto_progress();
    if (job().has_comms) {
        int came = 0;
        real().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, job().all, &came, MPI_STATUS_IGNORE);
    }
}

void rest() noexcept {
    work_for_others();
    tally(ARAUTO_COUNTER_YIELD);
    sched_yield();
}

} // namespace arauto::mpi
