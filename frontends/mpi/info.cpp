// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See info.hpp. These calls give the answers that the MPI cannot give: it knows the window's handle
// as that of a native window of no bytes.
#include "info.hpp"

#include "errors.hpp"
#include "real.hpp"
#include "registry.hpp"

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

/// The member that a query for MPI_PROC_NULL means: the first that has memory; -1: none has.
int first_with_memory(const Window& window) noexcept {
    for (int member = 0; member < window.size; ++member) {
        if (window.memory_of(member).bytes > 0) {
            return member;
        }
    }
    return -1;
}

} // namespace

int query_shared(const Window& window, int rank, const SharedAnswer& answer) noexcept {
    if (answer.bytes == nullptr || answer.unit == nullptr || answer.base == nullptr) {
        return fail(window, MPI_ERR_ARG,
                    "MPI_Win_shared_query: the address for the size, the displacement unit or the "
                    "base is a null pointer");
    }
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
    void* base = nullptr;
    *answer.bytes = 0;
    *answer.unit = 1;
    if (member >= 0) {
        const MemberMemory& memory = window.memory_of(member);
        if (member == window.rank) {
            base = window.base;
        } else if (memory.is_mapped != 0 && (memory.bytes > 0 || !window.has_gaps)) {
            base = window.heap(member) + memory.offset;
        }
        if (base != nullptr) { // otherwise 0 bytes say that it cannot be shared
            *answer.bytes = static_cast<MPI_Aint>(memory.bytes);
            *answer.unit = static_cast<MPI_Aint>(memory.unit);
        }
    }
    std::memcpy(answer.base, &base, sizeof base);
    return MPI_SUCCESS;
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Win_get_attr(MPI_Win win, int key, void* value_out, int* found) {
    Window* const window = find_window(win);
    if (window == nullptr || (key != MPI_WIN_BASE && predefined(*window, key) == nullptr)) {
        return real().Win_get_attr(win, key, value_out, found);
    }
    if (value_out == nullptr || found == nullptr) {
        return fail(*window, MPI_ERR_ARG,
                    "MPI_Win_get_attr: the address for the value or the flag is a null pointer");
    }
    void* const value = predefined(*window, key);
    std::memcpy(value_out, &value, sizeof value);
    *found = 1;
    return MPI_SUCCESS;
}
ARAUTO_MPI_BOTH(Win_get_attr)

ARAUTO_MPI_EXPORT int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
    const Window* const window = find_window(win);
    if (window != nullptr && group == nullptr) {
        return check_output(*window, group, "MPI_Win_get_group", "group");
    }
    // The union of a group with itself is a copy.
    return window != nullptr ? real().Group_union(window->group, window->group, group)
                             : real().Win_get_group(win, group);
}
ARAUTO_MPI_BOTH(Win_get_group)

ARAUTO_MPI_EXPORT int
MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* unit, void* base_out) {
    const Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Win_shared_query(win, rank, size, unit, base_out);
    }
    MPI_Aint large = 1;
    const int status =
        query_shared(*window, rank, {size, unit != nullptr ? &large : nullptr, base_out});
    if (status == MPI_SUCCESS) {
        *unit = static_cast<int>(large);
    }
    return status;
}
ARAUTO_MPI_BOTH(Win_shared_query)
