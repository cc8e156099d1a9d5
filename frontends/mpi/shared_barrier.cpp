// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See shared_barrier.hpp.
#include "shared_barrier.hpp"

#include "team.hpp"
#include "wait.hpp"

#include "arauto/team.h"

namespace arauto::mpi {

bool pass_barrier(BarrierCell* where, const Team& team, uint64_t number) noexcept {
    if (team.is_spread) {
        return arauto_team_barrier(team.handle) >= 0;
    }
    BarrierCell& cell = *where;
    const auto all = static_cast<uint64_t>(team.size) * number;
    // PAIR shared_barrier.arrivals: arrive; the last arrival sees the writes of all others
    if (cell.arrivals.fetch_add(1, std::memory_order_acq_rel) + 1 == all) {
        cell.generation.store(number,
                              std::memory_order_release); // PAIR shared_barrier.generation: all in
        ring(cell.doorbell);
        return true;
    }
    return wait_for(
        [&] {
            return cell.generation.load(std::memory_order_acquire) >=
                   number; // PAIR shared_barrier.generation: wait
        },
        [&] { return ended_member(team) >= 0; }, &cell.doorbell);
}

} // namespace arauto::mpi
