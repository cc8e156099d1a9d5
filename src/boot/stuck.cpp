// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See stuck.hpp.
#include "boot/stuck.hpp"

#include <algorithm>

namespace arauto::boot {
namespace {

using State = WaitNode::State;

/// Whether the image goes on only when each of the listed ranks has done something itself. An
/// epoch is different: it may have been deferred, and then others decide when it begins.
bool needs_all(const WaitDetail& detail) noexcept {
    using Kind = WaitDetail::Kind;
    return detail.kind == Kind::ranks || detail.kind == Kind::holder ||
           detail.kind == Kind::predecessor;
}

class Graph {
  public:
    explicit Graph(std::span<const WaitNode> nodes) : nodes_(nodes), goes_on_(nodes.size()) {
        for (size_t i = 0; i < nodes.size(); ++i) {
            goes_on_[i] = nodes[i].state == State::goes_on;
        }
    }

    /// Lets all that can go on go on.
    void release() {
        for (bool changes = true; changes;) {
            changes = false;
            for (size_t i = 0; i < nodes_.size(); ++i) {
                if (nodes_[i].state == State::waits && !goes_on_[i] && is_released(nodes_[i])) {
                    goes_on_[i] = true;
                    changes = true;
                }
            }
        }
    }
    [[nodiscard]] bool goes_on(size_t i) const { return goes_on_[i]; }

  private:
    [[nodiscard]] bool is_released(const WaitNode& node) const {
        const WaitDetail& detail = node.wait.detail;
        if (!needs_all(detail)) {
            return true; // some image goes on, and it may help
        }
        const uint32_t listed = std::min(detail.ranks_all, WaitDetail::kRanksMax);
        return std::all_of(detail.ranks, detail.ranks + listed,
                           [this](int rank) { return rank_goes_on(rank); });
    }
    [[nodiscard]] bool rank_goes_on(int rank) const {
        const auto found = std::ranges::lower_bound(nodes_, rank, {}, &WaitNode::rank);
        return found == nodes_.end() || found->rank != rank ||
               goes_on_[static_cast<size_t>(found - nodes_.begin())];
    }

    std::span<const WaitNode> nodes_;
    std::vector<bool> goes_on_;
};

} // namespace

std::vector<size_t> find_stuck(std::span<const WaitNode> nodes, bool others_go_on) {
    std::vector<size_t> stuck;
    const auto runs = [](const WaitNode& node) { return node.state == State::goes_on; };
    if (!others_go_on && std::ranges::none_of(nodes, runs)) {
        return stuck;
    }
    Graph graph(nodes);
    graph.release();
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].state == State::waits && !graph.goes_on(i)) {
            stuck.push_back(i);
        }
    }
    return stuck;
}

std::vector<WaitNode> look_at_waits(SomeBlocks blocks) {
    std::vector<WaitNode> nodes;
    nodes.reserve(blocks.size());
    for (size_t i = 0; i < blocks.size(); ++i) {
        WaitNode node{.rank = blocks.rank(i), .state = State::goes_on, .wait = {}};
        switch (kind_of(blocks[i], node.wait)) {
        case ImagesInState::Kind::waits:
            node.state = State::waits;
            break;
        case ImagesInState::Kind::stopped:
        case ImagesInState::Kind::failed:
            node.state = State::ended;
            break;
        default:
            break;
        }
        nodes.push_back(node);
    }
    return nodes;
}

} // namespace arauto::boot
