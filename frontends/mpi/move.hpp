// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Moves data between a buffer of this process and memory of a member, by load and store where that
// is possible and by the engine's access to private memory elsewhere.
#pragma once

#include "count.hpp"
#include "target.hpp"

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

/// The same where nothing may be raised. @return whether it could be done
[[nodiscard]] bool
move_now(Direction direction, const Origin& origin, const Target& target) noexcept;

/// Counts what a move to or from memory that is reached directly is about to do: a message for each
/// contiguous block. The engine counts the others itself.
[[gnu::cold]] void
tally_blocks(arauto_counter_t counter, const Origin& origin, const Target& target) noexcept;

/// The same, as a call of MPI_Put or MPI_Get.
[[gnu::cold]] void
tally_move(Direction direction, const Origin& origin, const Target& target) noexcept;

/// Moves one piece, whose target lies in private memory. @return whether it could be done
[[nodiscard]] bool
move_foreign(Direction direction, const Target& target, const Piece& piece, char* origin) noexcept;

} // namespace arauto::mpi
