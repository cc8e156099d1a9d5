// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds images that wait for one another so that none of the others can end that, also while those
// go on. A graph of waits: an image that waits for certain images goes on only when all of them do;
// one that waits for posts, notifications or epochs may be helped by any image that goes on. What
// is left when all that can go on has gone on is stuck.
#pragma once

#include "boot/waiting.hpp"

#include <span>
#include <vector>

namespace arauto::boot {

/// An image in the graph of waits.
struct WaitNode {
    enum class State : uint8_t { goes_on, waits, ended };

    int rank;
    State state;
    ShownWait wait; // of one that waits
};

/// @param nodes  of ascending ranks; a rank that is missing here goes on
/// @param others_go_on  there are such ranks
/// @return positions in `nodes` of those that are stuck; none where no image goes on at all, which
///         is a standstill of the job
[[nodiscard]] std::vector<size_t> find_stuck(std::span<const WaitNode> nodes, bool others_go_on);

/// Whether such a wait can be part of a cycle while others go on.
[[nodiscard]] bool needs_certain_images(const WaitDetail& detail) noexcept;

/// The images as they are now.
[[nodiscard]] std::vector<WaitNode> look_at_waits(SomeBlocks blocks);

} // namespace arauto::boot
