// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI_Fetch_and_op, which is an accumulate of one element, and MPI_Compare_and_swap.
#include "accumulate.hpp"
#include "move.hpp"
#include "real.hpp"
#include "spot.hpp"
#include "wait.hpp"

#include <cstring>

namespace arauto::mpi {
namespace {

constexpr const char* kSwap = "MPI_Compare_and_swap";
constexpr int64_t kElementMax = 16;

bool may_swap(Basic basic) noexcept {
    return is_integer(basic) || basic == Basic::kByte ||
           (basic >= Basic::kBool8 && basic <= Basic::kBool64);
}

/// What MPI_Compare_and_swap is given, without the place.
struct Swap {
    const void* desired;
    const void* expected;
    void* result;
    MPI_Datatype type;
};

int swap_now(Window& window, const Swap& swap, const Target& target) noexcept {
    const Layout& layout = *target.layout;
    const auto bytes = static_cast<size_t>(layout.size);
    const Origin result = {static_cast<char*>(swap.result), &layout, 1};
    char desired[kElementMax];
    std::memcpy(desired, swap.desired, bytes);
    const Origin origin = {desired, &layout, 1};
    if (g_is_counting) [[unlikely]] {
        tally(ARAUTO_COUNTER_ATOMIC, kTurnWords, kTurnWords * sizeof(uint64_t));
        tally_blocks(ARAUTO_COUNTER_ATOMIC, result, target);
    }
    TicketLock& lock = block_of(target.node_rank).accumulate;
    const uint64_t ticket = lock.take();
    wait_until([&] { return lock.is_turn_of(ticket); }, &lock.bell, sleeper_of(ticket));
    int status = move(window, Direction::get, result, target, kSwap);
    if (status == MPI_SUCCESS && std::memcmp(swap.result, swap.expected, bytes) == 0) {
        if (g_is_counting) [[unlikely]] {
            tally_blocks(ARAUTO_COUNTER_ATOMIC, origin, target);
        }
        status = move(window, Direction::put, origin, target, kSwap);
    }
    lock.leave(ticket);
    return status;
}

/// Memory that is mapped here. @return whether it was such a case
bool swap_simply(Window& window, const Swap& swap, const Goal& goal) noexcept {
    Spot spot;
    if (!find_spot(window, {nullptr, 1, swap.type}, goal, spot) || !may_swap(spot.layout->basic) ||
        spot.bytes > kElementMax) {
        return false;
    }
    char desired[kElementMax];
    copy_bytes(desired, swap.desired, spot.bytes);
    TicketLock& lock = block_of(window.node_ranks[goal.member]).accumulate;
    const uint64_t ticket = lock.take();
    if (!lock.is_turn_of(ticket)) [[unlikely]] {
        wait_until([&] { return lock.is_turn_of(ticket); }, &lock.bell, sleeper_of(ticket));
    }
    copy_bytes(swap.result, spot.there, spot.bytes);
    if (std::memcmp(swap.result, swap.expected, spot.bytes) == 0) {
        copy_bytes(spot.there, desired, spot.bytes);
    }
    lock.leave(ticket);
    return true;
}

int compare_and_swap(Window& window, const Swap& swap, const Goal& goal) noexcept {
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
    if (!may_swap(target.layout->basic) || target.layout->size > kElementMax) {
        return fail(window, MPI_ERR_TYPE,
                    "%s: elements must be integers, logicals or bytes; not %s", kSwap,
                    basic_name(target.layout->basic));
    }
    return swap_now(window, swap, target);
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

ARAUTO_MPI_EXPORT int MPI_Fetch_and_op(const void* origin,
                                       void* result,
                                       MPI_Datatype type,
                                       int rank,
                                       MPI_Aint displacement,
                                       MPI_Op op,
                                       MPI_Win win) {
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
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Compare_and_swap(desired, expected, result, type, rank, displacement, win);
    }
    return compare_and_swap(*window, {desired, expected, result, type},
                            {rank, displacement, 1, type});
}
ARAUTO_MPI_BOTH(Compare_and_swap)
