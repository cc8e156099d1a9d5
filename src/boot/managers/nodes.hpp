// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which ranks share a node. Plain data; its memory grows with the number of changes of node along
// the ranks, that is, with the number of nodes when ranks are laid out block by block.
#pragma once

#include "base/status.hpp"

#include <unordered_map>
#include <vector>

namespace arauto::boot {

class Nodes {
  public:
    /// The next rank is on the node that its process manager calls `label`. To be called for rank
    /// 0, 1, ...
    void append(int label);

    /// Nodes are numbered in the order of their lowest rank.
    [[nodiscard]] int count() const noexcept { return static_cast<int>(first_of_.size()); }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] int node_of(int rank) const noexcept;
    [[nodiscard]] int first_of(int node) const noexcept {
        return first_of_[static_cast<size_t>(node)];
    }
    [[nodiscard]] std::vector<int> ranks_of(int node) const;

  private:
    struct Stretch {
        int first; // rank
        int node;
    };
    std::vector<Stretch> stretches_; // of ranks that follow each other on one node
    std::vector<int> first_of_; // by node
    std::unordered_map<int, int> numbers_; // by label
    int size_ = 0;
    int last_label_ = -1;
};

/// Reads what PMI-1 and PMI-2 call PMI_process_mapping: "(vector,(0,2,4))" are four ranks on node
/// 0, then four on node 1; a bare number is a node with one rank. Several groups follow each other,
/// and all of them repeat until every rank has a node.
/// @error ARAUTO_ERR_SYSTEM when it is no such text
[[nodiscard]] Result<Nodes> nodes_of_mapping(const char* text, int size) noexcept;

/// Reads "3,7-9,12", as PMIx lists ranks. Empty when it is no such text.
[[nodiscard]] std::vector<int> ranks_of_list(const char* text);

} // namespace arauto::boot
