// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI_Put, MPI_Get and their request forms. The forms with large counts are in large_count.cpp.
#include "rma.hpp"

#include "real.hpp"
#include "sync.hpp"

#include <climits>
#include <cstring>

namespace arauto::mpi {
namespace {

/// The usual access, and nothing else: the same dense type and count on both sides, to memory of
/// the target that is mapped here. Few instructions are what a short access costs. @return false:
/// nothing was done, the whole way must be gone
bool move_simply(Window& window,
                 Direction direction,
                 const Buffer& origin,
                 const Goal& goal) noexcept {
    const bool is_usual = origin.type == goal.type && origin.count == goal.count &&
                          goal.count > 0 && goal.count <= INT_MAX &&
                          static_cast<unsigned>(goal.member) < static_cast<unsigned>(window.size) &&
                          window.flavor != Flavor::dynamic && !g_is_counting;
    const Layout* const layout = is_usual ? layout_of(goal.type) : nullptr;
    if (layout == nullptr || !layout->is_dense || layout->true_lower_bound != 0 ||
        layout->size > INT_MAX) {
        return false;
    }
    const Place& place = window.control(goal.member).place;
    const auto bytes = static_cast<uint64_t>(layout->size * goal.count);
    int64_t start = 0;
    if (place.is_mapped == 0 || __builtin_mul_overflow(goal.displacement, place.unit, &start) ||
        start < 0 || static_cast<uint64_t>(start) > place.bytes ||
        bytes > place.bytes - static_cast<uint64_t>(start) || !may_access(window, goal.member)) {
        return false;
    }
    char* const here = static_cast<char*>(const_cast<void*>(origin.address));
    char* const there = reinterpret_cast<char*>(window.heap(goal.member)) + place.offset + start;
    char* const to = direction == Direction::put ? there : here;
    const char* const from = direction == Direction::put ? here : there;
    if (bytes == sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, from, sizeof word);
        std::memcpy(to, &word, sizeof word);
    } else {
        std::memmove(to, from, bytes); // a process may move within its own part
    }
    return true;
}

} // namespace

int move_checked(Window& window,
                 Direction direction,
                 const Buffer& origin,
                 const Goal& goal,
                 const char* call) noexcept {
    if (move_simply(window, direction, origin, goal)) [[likely]] {
        return MPI_SUCCESS;
    }
    const Layout* layout = nullptr;
    Target target;
    if (const int status = find_layout(window, origin, call, &layout); status != MPI_SUCCESS) {
        return status;
    }
    if (const int status = find_target(window, goal, call, &target); status != MPI_SUCCESS) {
        return status;
    }
    if (target.layout == nullptr || origin.count == 0 || goal.count == 0 || layout->size == 0 ||
        target.layout->size == 0) [[unlikely]] {
        return MPI_SUCCESS;
    }
    if (const int status = check_lengths(window, *layout, origin.count, target, call);
        status != MPI_SUCCESS) [[unlikely]] {
        return status;
    }
    const Origin here = {static_cast<char*>(const_cast<void*>(origin.address)), layout,
                         origin.count};
    if (g_is_counting) [[unlikely]] {
        tally_move(direction, here, target);
    }
    return move(window, direction, here, target, call);
}

int finished_request(int status, MPI_Request* request) noexcept {
    // What an MPI gives for a send to nobody is complete and cheap, cheaper than a generalized
    // request; of the status of an access nothing is defined.
    return status != MPI_SUCCESS
               ? status
               : PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, job().self, request);
}

int check_passive(const Window& window, const char* call) noexcept {
    return window.access >= Access::locks
               ? MPI_SUCCESS
               : fail(window, MPI_ERR_RMA_SYNC,
                      "%s: operations with requests need a passive target epoch", call);
}

int check_passive(const Window& window, int member, const char* call) noexcept {
    return member == MPI_PROC_NULL ? MPI_SUCCESS : check_passive(window, call);
}

} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

ARAUTO_MPI_EXPORT int MPI_Put(const void* origin,
                              int origin_count,
                              MPI_Datatype origin_type,
                              int rank,
                              MPI_Aint displacement,
                              int target_count,
                              MPI_Datatype target_type,
                              MPI_Win win) {
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Put(origin, origin_count, origin_type, rank, displacement, target_count,
                          target_type, win);
    }
    return move_checked(*window, Direction::put, {origin, origin_count, origin_type},
                        {rank, displacement, target_count, target_type}, "MPI_Put");
}
ARAUTO_MPI_BOTH(Put)

ARAUTO_MPI_EXPORT int MPI_Get(void* origin,
                              int origin_count,
                              MPI_Datatype origin_type,
                              int rank,
                              MPI_Aint displacement,
                              int target_count,
                              MPI_Datatype target_type,
                              MPI_Win win) {
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Get(origin, origin_count, origin_type, rank, displacement, target_count,
                          target_type, win);
    }
    return move_checked(*window, Direction::get, {origin, origin_count, origin_type},
                        {rank, displacement, target_count, target_type}, "MPI_Get");
}
ARAUTO_MPI_BOTH(Get)

ARAUTO_MPI_EXPORT int MPI_Rput(const void* origin,
                               int origin_count,
                               MPI_Datatype origin_type,
                               int rank,
                               MPI_Aint displacement,
                               int target_count,
                               MPI_Datatype target_type,
                               MPI_Win win,
                               MPI_Request* request) {
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Rput(origin, origin_count, origin_type, rank, displacement, target_count,
                           target_type, win, request);
    }
    if (const int status = check_passive(*window, rank, "MPI_Rput"); status != MPI_SUCCESS) {
        return status;
    }
    return finished_request(
        move_checked(*window, Direction::put, {origin, origin_count, origin_type},
                     {rank, displacement, target_count, target_type}, "MPI_Rput"),
        request);
}
ARAUTO_MPI_BOTH(Rput)

ARAUTO_MPI_EXPORT int MPI_Rget(void* origin,
                               int origin_count,
                               MPI_Datatype origin_type,
                               int rank,
                               MPI_Aint displacement,
                               int target_count,
                               MPI_Datatype target_type,
                               MPI_Win win,
                               MPI_Request* request) {
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Rget(origin, origin_count, origin_type, rank, displacement, target_count,
                           target_type, win, request);
    }
    if (const int status = check_passive(*window, rank, "MPI_Rget"); status != MPI_SUCCESS) {
        return status;
    }
    return finished_request(
        move_checked(*window, Direction::get, {origin, origin_count, origin_type},
                     {rank, displacement, target_count, target_type}, "MPI_Rget"),
        request);
}
ARAUTO_MPI_BOTH(Rget)
