// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See partition.hpp.
#include "failure/partition.hpp"

#include "base/clock.hpp"
#include "failure/gossip.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

namespace arauto::core {
namespace {

Partition& partition() noexcept {
    return *this_rank().partition;
}

constexpr int64_t kGraceNs = 1500 * kMillisecond; // the least

/// How long a node may be silent before another doubts that it lives.
int64_t first_patience() noexcept {
    return partition().silence_ns / 3 * 2;
}

/// One side: how many nodes, and the lowest.
struct PartitionSide {
    int nodes = 0;
    int first = -1;

    void add(int node) noexcept {
        first = nodes == 0 ? node : first;
        ++nodes;
    }
};

} // namespace

void open_partition(int node, int nodes, int64_t silence_ns) noexcept {
    partition().node = node;
    partition().silence_ns = silence_ns;
    partition().unheard.assign(static_cast<size_t>(nodes), false);
}

int64_t grace_of(int node) noexcept {
    return node > partition().node ? 0 : std::max(partition().silence_ns / 3, kGraceNs);
}

int64_t patience_with(int node) noexcept {
    return first_patience() + grace_of(node);
}

int64_t scatter_ns() noexcept {
    constexpr int64_t kQuestionNs = 1000 * kMillisecond; // the least between two of the kernel's
    constexpr int64_t kQuestionsInTime = 4; // as Connections::silent_peers has it
    return partition().unheard.size() > 2
               ? std::max(kQuestionNs, first_patience() / kQuestionsInTime) + 2 * kBeatNs
               : 0;
}

std::vector<int> find_silent_nodes(int64_t now) noexcept {
    Partition& me = partition();
    if (me.silence_ns == 0 || now - me.looked_ns < kBeatNs) {
        return {};
    }
    me.looked_ns = now;
    std::vector<int> nodes;
    const int64_t least_ms = first_patience() / kMillisecond;
    for (const transport::Network::SilentPeer& each : this_rank().network->silent_peers(least_ms)) {
        const int node = this_rank().job.manager->node_of(each.peer);
        const bool is_listed = std::find(nodes.begin(), nodes.end(), node) != nodes.end();
        if (each.milliseconds * kMillisecond >= patience_with(node) && !is_unheard(node) &&
            !is_listed) { // a node may have several connections
            nodes.push_back(node);
        }
    }
    return nodes;
}

void note_unheard(int node) noexcept {
    const std::lock_guard lock(partition().mutex);
    partition().unheard[static_cast<size_t>(node)] = true;
    partition().last_ns = now_ns();
}

bool is_unheard(int node) noexcept {
    const std::lock_guard lock(partition().mutex);
    return partition().unheard[static_cast<size_t>(node)];
}

bool was_one_unheard(int64_t within_ns) noexcept {
    const std::lock_guard lock(partition().mutex);
    return partition().last_ns != 0 && now_ns() - partition().last_ns <= within_ns;
}

bool is_cut_off(bool (*is_dead)(int node)) noexcept {
    const std::lock_guard lock(partition().mutex);
    PartitionSide here;
    PartitionSide there;
    const auto nodes = static_cast<int>(partition().unheard.size());
    for (int node = 0; node < nodes; ++node) {
        if (partition().unheard[static_cast<size_t>(node)]) {
            there.add(node);
        } else if (!is_dead(node)) {
            here.add(node);
        }
    }
    return there.nodes > here.nodes || (there.nodes == here.nodes && there.first < here.first);
}

} // namespace arauto::core
