// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// When a network is parted, each side takes the other for dead. One of them goes on: the one with
// more nodes, or of two of one size the one with the lowest node. Nodes of which the launcher or a
// closed connection has told that they died are on no side.
//
// When one link is lost, and others reach both its nodes, both take the other for dead. The lower
// node says so first, and the higher one, which hears of it from others meanwhile, goes. Any thread
// may call but find_silent_nodes(), which is for the progress thread.
#pragma once

#include <cstdint>
#include <vector>

namespace arauto::core {

/// @param silence_ns  after which a node counts as dead; 0: never
void open_parting(int node, int nodes, int64_t silence_ns) noexcept;

/// How long this node waits for the other end of a lost link to speak first.
[[nodiscard]] int64_t grace_of(int node) noexcept;
/// How long a node must be silent for this one to give it up.
[[nodiscard]] int64_t patience_with(int node) noexcept;
/// How much later this node may notice the silence of another one that has the same cause. Until
/// then it cannot know that it is cut off itself, and must not give up anybody.
[[nodiscard]] int64_t scatter_ns() noexcept;
/// Nodes that are to be given up, since a connection to them carries nothing any more. Looks a few
/// times a second.
[[nodiscard]] std::vector<int> find_silent_nodes(int64_t now_ns) noexcept;

/// Nothing is heard of a node any more, and nobody knows that it has died.
void note_unheard(int node) noexcept;
[[nodiscard]] bool is_unheard(int node) noexcept;
/// Whether another node fell silent this short a time ago.
[[nodiscard]] bool was_one_unheard(int64_t within_ns) noexcept;

/// Whether this node is on the side that does not go on.
/// @param is_dead  of a node, silent or not
[[nodiscard]] bool is_cut_off(bool (*is_dead)(int node)) noexcept;

} // namespace arauto::core
