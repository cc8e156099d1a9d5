// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Post, start, complete and wait: a post adds one to a count at each origin, a complete adds one to
// a count at each target. A start waits for nothing: the first access to a target does, and
// complete does for the rest. Nothing depends on the size of the window, and nothing is ever reset.
#include "count.hpp"
#include "real.hpp"
#include "sync.hpp"
#include "wait.hpp"
#include "window.hpp"

#include <numeric>

namespace arauto::mpi {
namespace {

/// Ranks in the window of a group's processes.
int translate(const Window& window,
              MPI_Group group,
              std::vector<int>& ranks,
              const char* call) noexcept {
    if (group == MPI_GROUP_NULL) {
        return fail(window, MPI_ERR_GROUP, "%s: the group is MPI_GROUP_NULL", call);
    }
    int size = 0;
    if (const int status = PMPI_Group_size(group, &size); status != MPI_SUCCESS) {
        return status;
    }
    const size_t room = ranks.capacity();
    ranks.resize(static_cast<size_t>(size));
    tally_memory((ranks.capacity() - room) * sizeof(int));
    int few[8];
    std::vector<int> many;
    int* theirs = few;
    if (size > 8) {
        many.resize(static_cast<size_t>(size));
        theirs = many.data();
    }
    std::iota(theirs, theirs + size, 0);
    PMPI_Group_translate_ranks(group, size, theirs, window.group, ranks.data());
    for (const int rank : ranks) {
        if (rank == MPI_UNDEFINED) {
            return fail(window, MPI_ERR_GROUP,
                        "%s: the group has a process that is not in the window's group", call);
        }
    }
    return MPI_SUCCESS;
}

int post(Window& window, MPI_Group group, int asserted) noexcept {
    constexpr int kKnown = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT;
    if ((asserted & ~kKnown) != 0) {
        return fail(window, MPI_ERR_ASSERT, "MPI_Win_post: the assert %d has bits without meaning",
                    asserted);
    }
    if (window.exposed) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_post: an exposure epoch is open on this window already");
    }
    if (const int status = translate(window, group, window.origins, "MPI_Win_post");
        status != MPI_SUCCESS) {
        return status;
    }
    window.completions_due += window.origins.size();
    window.exposed = true;
    tally(ARAUTO_COUNTER_WIN_POST);
    for (const int origin : window.origins) {
        // One writer, so that a load and a store do; relaxed because nobody else stores there.
        Count& opened = window.control(origin).exposures[window.rank].opened;
        const uint64_t before = opened.load(std::memory_order_relaxed);
        opened.store(before + 1, std::memory_order_release); // PAIR window.opened: post
        tally_words(ARAUTO_COUNTER_WIN_POST, 1);
        ring(window.control(origin).bell);
    }
    return MPI_SUCCESS;
}

int start(Window& window, MPI_Group group, int asserted) noexcept {
    if ((asserted & ~MPI_MODE_NOCHECK) != 0) {
        return fail(window, MPI_ERR_ASSERT,
                    "MPI_Win_start: the assert %d is neither 0 nor MPI_MODE_NOCHECK", asserted);
    }
    if (window.access > Access::fence) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_start: an access epoch is open on this window already");
    }
    if (const int status = translate(window, group, window.started, "MPI_Win_start");
        status != MPI_SUCCESS) {
        return status;
    }
    for (const int target : window.started) {
        ++window.mine().exposures[target].matched;
    }
    tally(ARAUTO_COUNTER_WIN_START);
    window.access = Access::started;
    return MPI_SUCCESS;
}

int complete(Window& window) noexcept {
    if (window.access != Access::started) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPI_Win_complete: this process has not called MPI_Win_start");
    }
    for (const int target : window.started) {
        if (!await_exposure(window, target)) {
            return fail_ended(window, "MPI_Win_complete");
        }
    }
    for (const int target : window.started) {
        window.control(target).completions.fetch_add(
            1, std::memory_order_release); // PAIR window.completions: complete
        tally_words(ARAUTO_COUNTER_WIN_COMPLETE, 1);
        ring(window.control(target).bell);
    }
    tally(ARAUTO_COUNTER_WIN_COMPLETE);
    window.started.clear();
    window.access = Access::none;
    return MPI_SUCCESS;
}

bool is_complete(Window& window) noexcept {
    return window.mine().completions.load(std::memory_order_acquire) >=
           window.completions_due; // PAIR window.completions: wait
}

int check_exposed(const Window& window, const char* call) noexcept {
    return window.exposed ? MPI_SUCCESS
                          : fail(window, MPI_ERR_RMA_SYNC,
                                 "%s: this process has not called MPI_Win_post", call);
}

int wait(Window& window) noexcept {
    if (const int status = check_exposed(window, "MPI_Win_wait"); status != MPI_SUCCESS) {
        return status;
    }
    const bool came =
        wait_for([&] { return is_complete(window); },
                 [&] { return ended_member(*window.team) >= 0; }, &window.mine().bell);
    if (!came) {
        return fail_ended(window, "MPI_Win_wait");
    }
    tally(ARAUTO_COUNTER_WIN_WAIT);
    window.exposed = false;
    return MPI_SUCCESS;
}

int test(Window& window, int* flag) noexcept {
    if (const int status = check_exposed(window, "MPI_Win_test"); status != MPI_SUCCESS) {
        return status;
    }
    *flag = is_complete(window) ? 1 : 0;
    if (*flag != 0) {
        tally(ARAUTO_COUNTER_WIN_WAIT);
        window.exposed = false;
        return MPI_SUCCESS;
    }
    rest(0); // a loop of tests must let others work as a wait does
    const bool is_lost =
        somebody_ended() && ended_member(*window.team) >= 0 && !is_complete(window);
    return is_lost ? fail_ended(window, "MPI_Win_test") : MPI_SUCCESS;
}

} // namespace

bool await_exposure(Window& window, int member) noexcept {
    Exposure& exposure = window.mine().exposures[member];
    const uint64_t wanted = exposure.matched;
    return wait_for(
        [&] {
            return exposure.opened.load(std::memory_order_acquire) >=
                   wanted; // PAIR window.opened: access
        },
        [&] { return ended_member(*window.team) >= 0; }, &window.mine().bell);
}

} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

ARAUTO_MPI_EXPORT int MPI_Win_post(MPI_Group group, int asserted, MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? post(*window, group, asserted)
                             : real().Win_post(group, asserted, win);
}
ARAUTO_MPI_BOTH(Win_post)

ARAUTO_MPI_EXPORT int MPI_Win_start(MPI_Group group, int asserted, MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? start(*window, group, asserted)
                             : real().Win_start(group, asserted, win);
}
ARAUTO_MPI_BOTH(Win_start)

ARAUTO_MPI_EXPORT int MPI_Win_complete(MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? complete(*window) : real().Win_complete(win);
}
ARAUTO_MPI_BOTH(Win_complete)

ARAUTO_MPI_EXPORT int MPI_Win_wait(MPI_Win win) {
    Window* const window = find_window(win);
    return window != nullptr ? arauto::mpi::wait(*window) : real().Win_wait(win);
}
ARAUTO_MPI_BOTH(Win_wait)

ARAUTO_MPI_EXPORT int MPI_Win_test(MPI_Win win, int* flag) {
    Window* const window = find_window(win);
    return window != nullptr ? test(*window, flag) : real().Win_test(win, flag);
}
ARAUTO_MPI_BOTH(Win_test)
