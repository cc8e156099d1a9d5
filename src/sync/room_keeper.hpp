// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The owner of a board may not wait in this library for long: it computes, or it sits in a call of
// another library, and an origin that waits for room may be what it waits for there. So a process
// with boards has a thread that empties their rings when an origin calls for room. It sleeps
// otherwise, and costs nothing as long as no ring is full.
#pragma once

#include <mutex>

namespace arauto::core {

struct RoomKeeper {
    std::once_flag once;
};

/// At the first board; later calls do nothing.
/// @param empty  empties the rings of this process; returns whether something was there
void start_room_keeper(RoomKeeper& keeper, bool (*empty)() noexcept);

/// By an origin that has found no room at a rank of this node, before it waits.
void call_for_room(int rank) noexcept;

} // namespace arauto::core
