// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Copies data between a buffer of this process and memory of a member: by load and store where that
// memory is mapped, otherwise by the runtime's access to foreign memory.
#pragma once

#include "count.hpp"
#include "target.hpp"

#include "arauto/spi/counters.h"

namespace arauto::mpi {

enum class Direction : uint8_t { put, get };

/// The caller's side of a move.
struct Origin {
    char* address; // only read by a put
    const Layout* layout;
    int64_t count;
};

/// Moves everything that the shorter side selects.
/// @return MPI_SUCCESS, or an error that has been raised at the window
[[nodiscard]] int move(const Window& window,
                       Direction direction,
                       const Origin& origin,
                       const Target& target,
                       const char* call) noexcept;

/// As move, but raises no error. @return whether the memory could be reached
[[nodiscard]] bool
move_now(Direction direction, const Origin& origin, const Target& target) noexcept;

/// Counts a move to or from memory that is mapped here, before it is done: a message for each
/// contiguous block. The runtime counts other moves itself.
[[gnu::cold]] void
tally_blocks(arauto_counter_t counter, const Origin& origin, const Target& target) noexcept;

/// As tally_blocks, and counts a call of put or get.
[[gnu::cold]] void
tally_move(Direction direction, const Origin& origin, const Target& target) noexcept;

/// Moves one piece, whose target lies in private memory. @return whether that could be reached
[[nodiscard]] bool
move_foreign(Direction direction, const Target& target, const Piece& piece, char* origin) noexcept;

} // namespace arauto::mpi
