// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// From the arguments of an access to memory that may be touched: everything is checked here, before
// anything moves.
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

/// Where an access goes, as the caller says it.
struct Goal {
    int member;
    MPI_Aint displacement;
    MPI_Count count;
    MPI_Datatype type;
};

/// Where it goes. Offsets of layouts count from `direct`, or from `address` when that is null.
struct Target {
    char* direct = nullptr; // as this process may load and store it
    uint64_t address = 0; // in the target's own address space
    int job_rank = 0;
    const Layout* layout = nullptr;
    int64_t count = 0;
    int member = 0;
    bool is_later = false; // it cannot be accessed yet: the operation has to be recorded
};

/// Finds the layout of a buffer.
[[nodiscard]] int find_layout(const Window& window,
                              const Buffer& buffer,
                              const char* call,
                              const Layout** layout_out) noexcept;

/// A buffer whose elements are read or written; MPI_BOTTOM is none unless its datatype has
/// addresses.
[[nodiscard]] int check_buffer(const Window& window,
                               const Buffer& buffer,
                               const Layout& layout,
                               const char* call) noexcept;

/// Both sides of an access must have the same number of bytes, and have some.
[[nodiscard]] int check_lengths(const Window& window,
                                const Layout& origin,
                                MPI_Count origin_count,
                                const Target& target,
                                const char* call) noexcept;

/// Checks rank, epoch, type and range. Does nothing but succeed for MPI_PROC_NULL, with no layout.
/// The attached memory of a dynamic window is looked up when the window can be accessed.
[[nodiscard]] int
find_target(Window& window, const Goal& goal, const char* call, Target* target_out) noexcept;

} // namespace arauto::mpi
