// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What a window tells about itself where the native handle would tell of a window of no bytes.
#include "real.hpp"
#include "window.hpp"

#include <cstring>

namespace arauto::mpi {
namespace {

/// The value of a predefined attribute as MPI_Win_get_attr gives it; null for others.
void* predefined(Window& window, int key) noexcept {
    switch (key) {
    case MPI_WIN_BASE:
        return window.base;
    case MPI_WIN_SIZE:
        return &window.bytes;
    case MPI_WIN_DISP_UNIT:
        return &window.unit;
    case MPI_WIN_CREATE_FLAVOR:
        return &window.flavor_value;
    case MPI_WIN_MODEL:
        return &window.model_value;
    default:
        return nullptr;
    }
}

/// The member whose memory a query for MPI_PROC_NULL is about: the first that has any.
int first_with_memory(const Window& window) noexcept {
    for (int member = 0; member < window.size; ++member) {
        if (window.control(member).place.bytes > 0) {
            return member;
        }
    }
    return -1;
}

struct Query {
    MPI_Aint bytes = 0;
    int unit = 1;
    void* base = nullptr;
};

int query_memory(const Window& window, int rank, Query& answer) noexcept {
    if (rank != MPI_PROC_NULL && (rank < 0 || rank >= window.size)) {
        return fail(window, MPI_ERR_RANK,
                    "MPI_Win_shared_query: rank %d is outside the window's group of %d", rank,
                    window.size);
    }
    if (window.flavor == Flavor::dynamic) {
        return fail(window, MPI_ERR_RMA_FLAVOR,
                    "MPI_Win_shared_query: a dynamic window has no memory of its own");
    }
    const int member = rank == MPI_PROC_NULL ? first_with_memory(window) : rank;
    if (member < 0) {
        return MPI_SUCCESS;
    }
    const Place& place = window.control(member).place;
    const bool is_mine = member == window.rank;
    if (place.is_mapped == 0 && !is_mine) { // cannot be shared: said by 0 bytes
        return MPI_SUCCESS;
    }
    answer.bytes = static_cast<MPI_Aint>(place.bytes);
    answer.unit = static_cast<int>(place.unit);
    answer.base = is_mine ? window.base : window.heap(member) + place.offset;
    return MPI_SUCCESS;
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

ARAUTO_MPI_EXPORT int MPI_Win_get_attr(MPI_Win win, int key, void* value_out, int* found) {
    Window* const window = find_window(win);
    if (window == nullptr || (key != MPI_WIN_BASE && predefined(*window, key) == nullptr)) {
        return real().Win_get_attr(win, key, value_out, found);
    }
    void* const value = predefined(*window, key);
    std::memcpy(value_out, &value, sizeof value);
    *found = 1;
    return MPI_SUCCESS;
}
ARAUTO_MPI_BOTH(Win_get_attr)

ARAUTO_MPI_EXPORT int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
    const Window* const window = find_window(win);
    // A copy: the union of a group with itself.
    return window != nullptr ? PMPI_Group_union(window->group, window->group, group)
                             : real().Win_get_group(win, group);
}
ARAUTO_MPI_BOTH(Win_get_group)

ARAUTO_MPI_EXPORT int
MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* unit, void* base_out) {
    const Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Win_shared_query(win, rank, size, unit, base_out);
    }
    Query answer;
    if (const int status = query_memory(*window, rank, answer); status != MPI_SUCCESS) {
        return status;
    }
    *size = answer.bytes;
    *unit = answer.unit;
    std::memcpy(base_out, &answer.base, sizeof answer.base);
    return MPI_SUCCESS;
}
ARAUTO_MPI_BOTH(Win_shared_query)
