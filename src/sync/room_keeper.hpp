// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The owner of a board may go long without a wait in this library: it computes, or it is in a call
// of another library, where it may even wait for an origin that waits for room. So a process with
// boards has a thread that empties their rings when an origin requests room. Otherwise the thread
// sleeps, and costs nothing as long as no ring is full.
#pragma once

#include <mutex>

namespace arauto::core {

struct RoomKeeper {
    std::once_flag once;
};

/// Called for the first board; later calls do nothing.
/// @param empty  empties the rings of this process; returns whether something was there
void start_room_keeper(RoomKeeper& keeper, bool (*empty)() noexcept);

/// Called by an origin that has found no room at a rank of this node, before it waits.
void call_for_room(int rank) noexcept;

} // namespace arauto::core
