// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creates and frees a window's notification state. It is created with the window, and is an
// attribute of the window's native handle, with which it is freed.
#pragma once

#include "notices.hpp"

namespace arauto::mpi {

/// The most counters that this process will have, as the info asserts; 0 when it asserts nothing.
[[nodiscard]] uint64_t asserted_counters(MPI_Info info) noexcept;

struct NoticeRoom {
    uint64_t offset; // of the NotifyCell in the window's segment
    uint64_t asserted; // the most counters of this process
    uint64_t most; // the largest number that a member asserts
};

/// Creates the state while a window is made; collective. The window must have its handle, and its
/// members must be able to pass a barrier. When there is no memory for it, the window can be used
/// all the same, and calls that need tags raise errors.
void begin_notices(Window& window, const NoticeRoom& room) noexcept;

/// Frees the attribute keys; called before the MPI ends.
void forget_keys() noexcept;

} // namespace arauto::mpi
