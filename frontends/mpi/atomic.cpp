// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI_Fetch_and_op, which is an accumulate of one element, and MPI_Compare_and_swap.
#include "accumulate.hpp"
#include "accumulate_lock.hpp"
#include "apply.hpp"
#include "count.hpp"
#include "direct_access.hpp"
#include "epoch.hpp"
#include "errors.hpp"
#include "far_accumulate.hpp"
#include "move.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "told.hpp"

#include "arauto/spi/counters.h"
#include "arauto/status.h"

#include <cstring>

namespace arauto::mpi {
namespace {

constexpr const char* kSwap = "MPI_Compare_and_swap";

/// The arguments of MPI_Compare_and_swap, without the displacement.
struct Swap {
    const void* desired;
    const void* expected;
    void* result;
    MPI_Datatype type;
};

[[gnu::cold]] void tally_swap(const Swap& swap, const Target& target, bool is_swapped) noexcept {
    const Origin result = {static_cast<char*>(swap.result), target.layout, 1};
    tally(ARAUTO_COUNTER_ATOMIC, kLockWords, kLockWords * sizeof(uint64_t));
    tally_blocks(ARAUTO_COUNTER_ATOMIC, result, target);
    if (is_swapped) {
        tally_blocks(ARAUTO_COUNTER_ATOMIC, result, target);
    }
}

int swap_somewhere(const Window& window, const Swap& swap, const Target& target) noexcept {
    const auto bytes = static_cast<size_t>(target.layout->size);
    char desired[kSwapBytesMax];
    char expected[kSwapBytesMax];
    std::memcpy(desired, swap.desired, bytes);
    std::memcpy(expected, swap.expected, bytes);
    if (is_on_other_node(target.job_rank)) {
        tally(ARAUTO_COUNTER_ATOMIC);
        const arauto_status_t status =
            swap_far(target, desired, expected, static_cast<char*>(swap.result));
        return status >= 0 ? MPI_SUCCESS : fail_with(window, status, kSwap);
    }
    bool is_done = false;
    {
        const AccumulateGuard guard(target.job_rank);
        is_done = swap_now(target, desired, expected, static_cast<char*>(swap.result));
    }
    if (job().is_counting) [[unlikely]] {
        tally_swap(swap, target, std::memcmp(swap.result, expected, bytes) == 0);
    }
    return is_done ? MPI_SUCCESS
                   : fail(window, MPI_ERR_RMA_RANGE, "%s: %s", kSwap, arauto_last_error());
}

/// Called with the lock held. The result's address may be that of one of the two others.
template <typename Word> void swap_words(char* there, const Swap& swap) noexcept {
    Word desired;
    Word expected;
    Word found;
    std::memcpy(&desired, swap.desired, sizeof desired);
    std::memcpy(&expected, swap.expected, sizeof expected);
    std::memcpy(&found, there, sizeof found);
    std::memcpy(swap.result, &found, sizeof found);
    if (found == expected) {
        std::memcpy(there, &desired, sizeof desired);
    }
}

/// The common case: words in memory that is mapped here. @return whether it was such a case; if
/// not, nothing has been done
bool swap_simply(Window& window, const Swap& swap, const Goal& goal) noexcept {
    DirectAccess direct;
    if (!find_direct(window, {swap.desired, 1, swap.type}, goal, direct) ||
        !may_swap(*direct.layout) ||
        (direct.bytes != sizeof(uint64_t) && direct.bytes != sizeof(uint32_t))) {
        return false;
    }
    const AccumulateGuard guard(window.job_ranks[goal.member]);
    if (direct.bytes == sizeof(uint64_t)) {
        swap_words<uint64_t>(direct.there, swap);
    } else {
        swap_words<uint32_t>(direct.there, swap);
    }
    return true;
}

int swap_or_record(Window& window, const Swap& swap, const Target& target) noexcept {
    return target.is_later
               ? record_swap(window, {swap.desired, swap.expected, swap.result}, target, kSwap)
               : swap_somewhere(window, swap, target);
}

[[gnu::cold, gnu::noinline]] int
swap_checked_for_races(Window& window, const Swap& swap, const Target& target) noexcept {
    const int64_t bytes = target.layout->size;
    Told told(window, target.member, ARAUTO_RECORDED_ATOMIC);
    told.use(swap.desired, bytes, ARAUTO_RACE_READ);
    told.use(swap.expected, bytes, ARAUTO_RACE_READ);
    told.use(swap.result, bytes, ARAUTO_RACE_WRITE);
    told.use(target, ARAUTO_RACE_ATOMIC_WRITE, kind_of_swap(target.layout->basic));
    told.carries_out(target);
    return swap_or_record(window, swap, target);
}

int compare_and_swap(Window& window, const Swap& swap, const Goal& goal) noexcept {
    let_mpi_work_at_times();
    if ((swap.desired == nullptr || swap.expected == nullptr || swap.result == nullptr) &&
        goal.member != MPI_PROC_NULL) {
        return fail(window, MPI_ERR_BUFFER, "%s: a buffer is a null pointer", kSwap);
    }
    if (swap_simply(window, swap, goal)) [[likely]] {
        return MPI_SUCCESS;
    }
    Target target;
    if (const int status = find_target(window, goal, kSwap, &target); status != MPI_SUCCESS) {
        return status;
    }
    if (target.layout == nullptr) {
        return MPI_SUCCESS;
    }
    if (!may_swap(*target.layout)) {
        return fail(window, MPI_ERR_TYPE,
                    "%s: the datatype must be a predefined type of integers, logicals or bytes; "
                    "this is %s%s",
                    kSwap, target.layout->is_predefined ? "" : "a derived datatype of ",
                    basic_name(target.layout->basic));
    }
    return job().is_checked ? swap_checked_for_races(window, swap, target)
                            : swap_or_record(window, swap, target);
}

} // namespace

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Fetch_and_op(const void* origin,
                                       void* result,
                                       MPI_Datatype type,
                                       int rank,
                                       MPI_Aint displacement,
                                       MPI_Op op,
                                       MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Fetch_and_op(origin, result, type, rank, displacement, op, win);
    }
    return accumulate(*window, {.origin = {origin, 1, type},
                                .result = {result, 1, type},
                                .goal = {rank, displacement, 1, type},
                                .op = op,
                                .wants_result = true,
                                .is_single = true,
                                .call = "MPI_Fetch_and_op"});
}
ARAUTO_MPI_BOTH(Fetch_and_op)

ARAUTO_MPI_EXPORT int MPI_Compare_and_swap(const void* desired,
                                           const void* expected,
                                           void* result,
                                           MPI_Datatype type,
                                           int rank,
                                           MPI_Aint displacement,
                                           MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Compare_and_swap(desired, expected, result, type, rank, displacement, win);
    }
    return compare_and_swap(*window, {desired, expected, result, type},
                            {rank, displacement, 1, type});
}
ARAUTO_MPI_BOTH(Compare_and_swap)
