// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Decides which side of a partitioned network goes on. Each side takes the other for dead. The side
// with more nodes goes on; of two sides of one size, the side of the lowest node. A node whose
// death the launcher or a closed connection has reported is on neither side.
//
// When a single link is lost and other nodes still reach both its ends, each end takes the other
// for dead. The lower node announces this first. The higher node hears of it from others and ends.
// Any thread may call these functions, except find_silent_nodes(), which is for the progress
// thread.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace arauto::core {

/// @param silence_ns  after which a node counts as dead; 0: never
void open_partition(int node, int nodes, int64_t silence_ns) noexcept;

/// How long this node waits for the other end of a lost link to announce the loss first.
[[nodiscard]] int64_t grace_of(int node) noexcept;
/// How long a node must be silent for this one to give it up.
[[nodiscard]] int64_t patience_with(int node) noexcept;
/// How much later this node may notice that another node is silent for the same reason. Until then
/// it cannot know whether it is cut off itself, so it must not give up any node.
[[nodiscard]] int64_t scatter_ns() noexcept;
/// Nodes that are to be given up, since a connection to them carries nothing any more. Looks a few
/// times a second.
[[nodiscard]] std::vector<int> find_silent_nodes(int64_t now_ns) noexcept;

/// Records that a node is silent, and that its death has not been proved.
void note_unheard(int node) noexcept;
[[nodiscard]] bool is_unheard(int node) noexcept;
/// Whether another node fell silent this short a time ago.
[[nodiscard]] bool was_one_unheard(int64_t within_ns) noexcept;

/// Whether this node is on the side that must end.
/// @param is_dead  whether a node, silent or not, has died
[[nodiscard]] bool is_cut_off(bool (*is_dead)(int node)) noexcept;

/// State. Only partition.cpp looks into this.
struct Partition {
    int node = 0; // of this process
    int64_t silence_ns = 0;
    int64_t looked_ns = 0;

    std::mutex mutex;
    std::vector<bool> unheard; // nodes
    int64_t last_ns = 0; // when the last of them fell silent; 0: none has
};

} // namespace arauto::core
