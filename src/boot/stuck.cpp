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

/// Whether the image is in a meeting whose members are all known.
bool is_known(const WaitDetail& detail) noexcept {
    return detail.kind == WaitDetail::Kind::meeting && detail.ranks_all <= WaitDetail::kRanksMax;
}

bool is_member(const WaitDetail& meeting, int rank) noexcept {
    const int32_t* const end = meeting.ranks + meeting.ranks_all;
    return meeting.ranks_all == 0 || std::find(meeting.ranks, end, rank) != end;
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
        if (is_known(detail)) {
            return can_meet(node);
        }
        if (!needs_all(detail)) {
            return true; // some image goes on, and it may help
        }
        const uint32_t listed = std::min(detail.ranks_all, WaitDetail::kRanksMax);
        return std::all_of(detail.ranks, detail.ranks + listed,
                           [this](int rank) { return rank_goes_on(rank); });
    }
    /// Whether all members of a meeting that are not in it go on.
    [[nodiscard]] bool can_meet(const WaitNode& node) const {
        const WaitDetail& here = node.wait.detail;
        for (size_t i = 0; i < nodes_.size(); ++i) {
            const WaitDetail& there = nodes_[i].wait.detail;
            const bool has_come = nodes_[i].state == State::waits && there.kind == here.kind &&
                                  there.has == here.has && there.needs == here.needs;
            if (!has_come && !goes_on_[i] && is_member(here, nodes_[i].rank)) {
                return false;
            }
        }
        return true;
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

bool needs_certain_images(const WaitDetail& detail) noexcept {
    return is_known(detail) || (needs_all(detail) && detail.ranks_all > 0);
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
