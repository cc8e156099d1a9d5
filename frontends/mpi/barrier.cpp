// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI_Barrier where processes outnumber cores, on communicators that have Arauto's windows. There
// some MPIs poll without yielding while other processes wait for the core, which takes milliseconds
// a barrier. Elsewhere the MPI's own barrier is used.
#include "count.hpp"
#include "errors.hpp"
#include "job.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "team.hpp"

#include "arauto/spi/counters.h"

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Barrier(MPI_Comm comm) {
    note_caller(__builtin_return_address(0));
    Team* const team = job().has_own_barriers ? find_team(comm) : nullptr;
    if (team == nullptr || team->size < 2) {
        return real().Barrier(comm);
    }
    let_mpi_work_at_times();
    tally(ARAUTO_COUNTER_MPI_BARRIER);
    return pass_barrier(*team)
               ? MPI_SUCCESS
               : fail_on(
                     comm, kProcessEnded,
                     "MPI_Barrier: rank %d of the communicator has ended, so the barrier cannot "
                     "complete",
                     ended_member(*team));
}
ARAUTO_MPI_BOTH(Barrier)
