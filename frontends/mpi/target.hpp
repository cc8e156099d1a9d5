// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds the target memory of an access by the arguments of the call, all of which are checked
// before any data moves.
#pragma once

#include "layout.hpp"
#include "walk.hpp"
#include "window.hpp"

namespace arauto::mpi {

/// A buffer of the caller.
struct Buffer {
    const void* address;
    MPI_Count count;
    MPI_Datatype type;
};

/// The target of an access as the caller describes it.
struct Goal {
    int member;
    MPI_Aint displacement;
    MPI_Count count;
    MPI_Datatype type;
};

/// The target memory that a Goal means. Offsets of its layout count from `direct`, or from
/// `address` when `direct` is null.
struct Target {
    char* direct = nullptr; // its address in this process, when it is mapped here
    // `direct` lies in a heap, which each process of the node reaches at the same distance from the
    // target's heap; in a shared window that is the heap of another process. Else `direct` is this
    // process's own private memory, if it is not null.
    bool is_in_heap = false;
    uint64_t address = 0; // in the target's own address space
    int job_rank = 0;
    const Layout* layout = nullptr;
    int64_t count = 0;
    int member = 0;
    bool is_later = false; // the target cannot be accessed yet: the operation must be recorded
};

/// Finds the layout of a buffer.
[[nodiscard]] int find_layout(const Window& window,
                              const Buffer& buffer,
                              const char* call,
                              const Layout** layout_out) noexcept;

/// Checks the address of a buffer whose elements are read or written. MPI_BOTTOM is right only with
/// a datatype that contains absolute addresses.
[[nodiscard]] int check_buffer(const Window& window,
                               const Buffer& buffer,
                               const Layout& layout,
                               const char* call) noexcept;

/// Checks that both sides of an access have the same number of bytes, which is not 0.
[[nodiscard]] int check_lengths(const Window& window,
                                const Layout& origin,
                                MPI_Count origin_count,
                                const Target& target,
                                const char* call) noexcept;

/// Checks rank, epoch, type and range, and finds the memory. For MPI_PROC_NULL it succeeds, and the
/// target has no layout. The attached memory of a dynamic window is checked only if the target can
/// be accessed now.
[[nodiscard]] int
find_target(Window& window, const Goal& goal, const char* call, Target* target_out) noexcept;

} // namespace arauto::mpi
