// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The life of a window's notices: made with the window, freed with its native handle, whose
// attribute they are.
#pragma once

#include "notices.hpp"

namespace arauto::mpi {

/// The number of counters that the info asserts this process will not exceed; 0 when it asserts
/// none.
[[nodiscard]] uint64_t asserted_counters(MPI_Info info) noexcept;

struct NoticeRoom {
    uint64_t offset; // of a NotifyCell in the window's segment
    uint64_t asserted; // by this process
    uint64_t most; // asserted by any member
};

/// Collective, while a window is made: its handle is there, and its members can pass a barrier.
/// Without memory for it the window lives on, and calls that need tags give errors.
void begin_notices(Window& window, const NoticeRoom& room) noexcept;

/// The MPI goes, and with it the attribute keys.
void forget_keys() noexcept;

} // namespace arauto::mpi
