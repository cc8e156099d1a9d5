// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Fence: a barrier, since every access is complete when its call returns. By dissemination, in
// counts that only grow; by one counter where processes outnumber cores, for there every hand-over
// is a change of processes.
#include "real.hpp"
#include "sync.hpp"
#include "wait.hpp"
#include "window.hpp"

namespace arauto::mpi {
namespace {

bool disseminate(Window& window, uint64_t number) noexcept {
    Control& mine = window.mine();
    int index = 0;
    for (int distance = 1; distance < window.size; distance *= 2) {
        const int next = (window.rank + distance) % window.size;
        window.control(next).rounds[index].count.store(
            number, std::memory_order_release); // PAIR window.round: arrive
        const Count& count = mine.rounds[index].count;
        const bool came = wait_for(
            [&] {
                return count.load(std::memory_order_acquire) >= number; // PAIR window.round: wait
            },
            [&] { return ended_member(*window.team) >= 0; });
        if (!came) {
            return false;
        }
        ++index;
    }
    return true;
}

} // namespace

bool meet_members(Window& window) noexcept {
    const uint64_t number = ++window.barriers;
    return window.is_central ? meet(window.control(0).meeting, *window.team, number)
                             : disseminate(window, number);
}

int fence(Window& window, int asserted) noexcept {
    constexpr int kKnown =
        MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
    if ((asserted & ~kKnown) != 0) {
        return fail(window, MPI_ERR_ASSERT, "MPI_Win_fence: the assert %d has bits without meaning",
                    asserted);
    }
    if (window.access > Access::fence || window.exposed) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_fence: another epoch is open on this window; close it first");
    }
    constexpr int kNothing = MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
    if ((asserted & kNothing) != kNothing && !meet_members(window)) {
        return fail_ended(window, "MPI_Win_fence");
    }
    window.access = (asserted & MPI_MODE_NOSUCCEED) != 0 ? Access::none : Access::fence;
    return MPI_SUCCESS;
}

} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

ARAUTO_MPI_EXPORT int MPI_Win_fence(int asserted, MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? fence(*window, asserted) : real().Win_fence(asserted, win);
}
ARAUTO_MPI_BOTH(Win_fence)
