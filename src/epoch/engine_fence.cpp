// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Fences: each member writes, on a line of its own, how many fences it has called and completed the
// epochs before. Where members are few, each of them reads all lines. Where they are many, counters
// are combined in a tree: the last member of a group climbs a level, and the last of all writes the
// word that all members read. Where they are on several nodes, each node counts its own members.
// The node leader synchronises with the other leaders in rounds (as in a barrier, a round for each
// step), and releases its node. After a failure the lines are read again, for counters miss the
// dead.
#include "epoch/engine.hpp"

#include <algorithm>

namespace arauto::core {
namespace {

/// Adds one arrival, level by level, as long as it is the last of its group.
void climb(Engine& engine, uint64_t number) noexcept {
    int index = engine.owner;
    int count = engine.view.size;
    int reach = kFanIn; // members below one node of this level
    for (int level = 0; count > 1; ++level) {
        const int group = index / kFanIn;
        const int here = std::min(kFanIn, count - group * kFanIn);
        auto& node = engine.view.cell(group * reach).tree[level].arrivals;
        // PAIR epoch.tree: arrive, and take over what the others of the group have done
        const uint64_t arrivals = node.fetch_add(1, std::memory_order_acq_rel) + 1;
        tally_more(ARAUTO_COUNTER_EPOCH_FENCE, {0, 1, sizeof arrivals});
        if (arrivals != number * static_cast<uint64_t>(here)) {
            return;
        }
        index = group;
        count = (count + kFanIn - 1) / kFanIn;
        reach *= kFanIn;
    }
    engine.view.near_first->generation.store(number,
                                             std::memory_order_seq_cst); // PAIR epoch.generation
    for (int member = 0; member < engine.view.size; ++member) {
        ring(engine.view.to_world(member));
    }
}

/// For a fence over several nodes: counts this member on its node.
void arrive_on_node(Engine& engine) noexcept {
    EngineCell& centre = *engine.view.near_first;
    // PAIR epoch.tree: arrive
    centre.tree[0].arrivals.fetch_add(1, std::memory_order_seq_cst);
    tally_more(ARAUTO_COUNTER_EPOCH_FENCE, {0, 1, sizeof(uint64_t)});
    ring(engine.view.to_world(engine.view.team->nodes.first));
}

/// Takes this node leader through as many rounds as possible now.
/// @return whether all nodes have arrived
bool run_node_rounds(Epochs& view, uint64_t number) noexcept {
    const TeamNodes& nodes = view.team->nodes;
    EngineCell& centre = *view.near_first;
    const uint64_t everyone = number * static_cast<uint64_t>(nodes.members);
    // PAIR epoch.tree: look, and take over what the others of the node have done
    if (centre.tree[0].arrivals.load(std::memory_order_seq_cst) < everyone) {
        return false;
    }
    for (; (1 << view.fence_round) < nodes.count; ++view.fence_round) {
        const int round = view.fence_round;
        if (!view.is_round_sent) {
            const int next = view.team->first_of((nodes.mine + (1 << round)) % nodes.count);
            // PAIR epoch.rounds: store
            word::store_count_and_ring(view.to_world(next), view.cell(next).rounds[round], number);
            tally_more(ARAUTO_COUNTER_EPOCH_FENCE, {0, 1, sizeof number});
            view.is_round_sent = true;
        }
        if (centre.rounds[round].load(std::memory_order_seq_cst) < number) { // PAIR epoch.rounds
            return false;
        }
        view.is_round_sent = false;
    }
    view.fence_round = 0;
    centre.generation.store(number, std::memory_order_seq_cst); // PAIR epoch.generation
    ring_everyone();
    return true;
}

} // namespace

void arrive(Engine& engine, uint64_t number) noexcept {
    if (engine.view.is_spread) {
        flush_all();
    }
    engine.cell.arrived.store(number, std::memory_order_release); // PAIR epoch.arrived: store
    if (engine.view.is_spread) {
        tally(ARAUTO_COUNTER_EPOCH_FENCE);
        arrive_on_node(engine);
        return;
    }
    const int looks = engine.view.size > kFanIn ? 1 : engine.view.size - 1;
    tally(ARAUTO_COUNTER_EPOCH_FENCE, static_cast<uint64_t>(looks),
          static_cast<uint64_t>(looks) * sizeof number);
    if (engine.view.size > kFanIn) {
        climb(engine, number);
        return;
    }
    if (this_rank().oversubscribed) {
        // PAIR wait.doorbell, and PAIR epoch.helpers: the count, before the looks at sleepers
        std::atomic_thread_fence(std::memory_order_seq_cst);
    }
    for (int member = 0; member < engine.view.size; ++member) {
        if (member != engine.view.rank) {
            ring(engine.view.to_world(member));
        }
    }
    wake_helpers(engine.view);
}

bool have_arrived(Engine& engine, uint64_t number, int* culprit_out) noexcept {
    Epochs& view = engine.view;
    const bool by_generation = view.size > kFanIn || view.is_spread;
    if (by_generation && // PAIR epoch.generation: look
        view.near_first->generation.load(std::memory_order_seq_cst) >= number) {
        return true;
    }
    if (view.is_spread && view.rank == view.team->nodes.first && run_node_rounds(view, number)) {
        return true;
    }
    const bool is_untroubled_now = is_untroubled(view);
    if (by_generation && is_untroubled_now) {
        return false;
    }
    EngineCell& cell = engine.cell;
    if (cell.checked != number) {
        cell.checked = number;
        cell.arrivals_seen = 0;
    }
    for (; cell.arrivals_seen < static_cast<uint32_t>(view.size); ++cell.arrivals_seen) {
        const auto member = static_cast<int>(cell.arrivals_seen);
        // PAIR epoch.arrived: look
        if (word::load(view.cell(member).arrived) >= number) {
            continue;
        }
        if (is_untroubled_now || presence(view, member) == Presence::here) {
            return false;
        }
        *culprit_out = member;
    }
    return true;
}

} // namespace arauto::core
