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

/// Bytes of the calls that make and free windows are those of private memory.
void tally_meeting(arauto_counter_t counter, uint64_t words) noexcept {
    if (g_is_counting) [[unlikely]] {
        const uint64_t bytes = counter == ARAUTO_COUNTER_WIN_FENCE ? words * sizeof words : 0;
        arauto_counters_add(counter, {0, words, bytes});
    }
}

bool disseminate(Window& window, uint64_t number, arauto_counter_t counter) noexcept {
    Control& mine = window.mine();
    int index = 0;
    for (int distance = 1; distance < window.size; distance *= 2) {
        const int next = (window.rank + distance) % window.size;
        window.control(next).rounds[index].count.store(
            number, std::memory_order_release); // PAIR window.round: arrive
        tally_meeting(counter, 1);
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

bool meet_members(Window& window, arauto_counter_t counter) noexcept {
    const uint64_t number = ++window.barriers;
    if (!window.is_central) {
        return disseminate(window, number, counter);
    }
    tally_meeting(counter, kMeetingWords);
    return meet(window.control(0).meeting, *window.team, number);
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
    tally(ARAUTO_COUNTER_WIN_FENCE);
    constexpr int kNothing = MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
    if ((asserted & kNothing) != kNothing && !meet_members(window, ARAUTO_COUNTER_WIN_FENCE)) {
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
