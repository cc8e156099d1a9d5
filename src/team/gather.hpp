// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Gathers the data of all members of a team, once for each node. A node leader reads the data that
// other leaders have gathered so far, in ceil(log2(nodes)) rounds, twice as much in each round. The
// members of its node read the result there.
#pragma once

#include "team/team.hpp"

namespace arauto::core {

/// Whether a team can gather by node: it spans several nodes, each with consecutive members.
[[nodiscard]] inline bool gathers_by_node(const Team& team) noexcept {
    return team.is_spread() && team.nodes.are_consecutive;
}

/// One gathering, or several of the same size. Each comes after a barrier before which every member
/// left its part at the start of its input chunk of this turn.
class Gathering {
  public:
    /// @param bytes  of each member, at most kChunkBytes
    Gathering(Team& team, size_t bytes) noexcept;
    /// Collective: after another barrier or exchange, as others may still be reading.
    ~Gathering();
    Gathering(const Gathering&) = delete;
    Gathering& operator=(const Gathering&) = delete;

    /// The parts of all members, from this node's first member on and round. Null when a node had
    /// no memory for it, or a member has failed: then each part must be read from its member.
    [[nodiscard]] const std::byte* gather(uint64_t turn) noexcept;

    /// The member whose part is the i-th.
    [[nodiscard]] int member(int i) const noexcept { return (team_.nodes.first + i) % team_.size; }

  private:
    [[nodiscard]] int members_of(int node, int count) const noexcept;
    void take_own_node(uint64_t turn) noexcept;
    [[nodiscard]] bool double_up(uint64_t turn) noexcept;
    void offer(int member, int index, uint64_t turn, uint64_t offset) noexcept;
    [[nodiscard]] uint64_t await_offer(int index, uint64_t turn) noexcept;
    [[nodiscard]] bool is_node_leader() const noexcept { return team_.rank == team_.nodes.first; }

    Team& team_;
    const size_t bytes_;
    std::byte* memory_ = nullptr; // of the node leader
};

} // namespace arauto::core
