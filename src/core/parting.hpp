// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// When a network is parted, each side takes the other for dead. One of them goes on: the one with
// more nodes, or of two of one size the one with the lowest node. Nodes of which the launcher or a
// closed connection has told that they died are on no side. Any thread may call.
#pragma once

#include <cstdint>

namespace arauto::core {

void open_parting(int nodes) noexcept;

/// Nothing is heard of a node any more, and nobody knows that it has died.
void note_unheard(int node) noexcept;
[[nodiscard]] bool is_unheard(int node) noexcept;
/// Whether another node fell silent this short a time ago.
[[nodiscard]] bool was_one_unheard(int64_t within_ns) noexcept;

/// Whether this node is on the side that does not go on.
/// @param is_dead  of a node, silent or not
[[nodiscard]] bool is_cut_off(bool (*is_dead)(int node)) noexcept;

} // namespace arauto::core
