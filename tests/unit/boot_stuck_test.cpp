// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Images are stuck when no image that goes on can end their waits.
#include "boot/stuck.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace arauto::boot {
namespace {

using Kind = WaitDetail::Kind;
using State = WaitNode::State;

WaitNode runs(int rank) {
    return {.rank = rank, .state = State::goes_on, .wait = {}};
}
WaitNode ended(int rank) {
    return {.rank = rank, .state = State::ended, .wait = {}};
}
WaitNode waits(int rank, Kind kind, const std::vector<int>& ranks) {
    WaitNode node{.rank = rank, .state = State::waits, .wait = {}};
    node.wait.detail.kind = kind;
    for (const int each : ranks) {
        node.wait.detail.add_rank(each);
    }
    return node;
}
std::vector<size_t> stuck(const std::vector<WaitNode>& nodes, bool others_go_on = false) {
    return find_stuck(nodes, others_go_on);
}
using Places = std::vector<size_t>;

TEST(Stuck, are_images_of_a_cycle_and_those_that_wait_for_them) {
    EXPECT_EQ(stuck({waits(0, Kind::holder, {1}), waits(1, Kind::predecessor, {0}), runs(2),
                     waits(3, Kind::ranks, {0, 2}), waits(4, Kind::ranks, {2})}),
              (Places{0, 1, 3}));
}

TEST(Stuck, are_none_in_a_chain) {
    EXPECT_EQ(stuck({waits(0, Kind::ranks, {1}), waits(1, Kind::ranks, {2}),
                     waits(2, Kind::ranks, {3}), runs(3)}),
              Places{});
}

TEST(Stuck, are_none_that_another_image_may_help) {
    for (const Kind kind : {Kind::count, Kind::matches, Kind::posts, Kind::completions, Kind::lock,
                            Kind::fence, Kind::none}) {
        EXPECT_EQ(stuck({waits(0, kind, {1}), waits(1, Kind::ranks, {0}), runs(2)}), Places{});
    }
}

TEST(Stuck, is_an_image_that_waits_for_one_that_has_ended) {
    EXPECT_EQ(stuck({waits(0, Kind::holder, {1}), ended(1), runs(2)}), Places{0});
}

TEST(Stuck, are_none_where_none_goes_on) {
    const std::vector<WaitNode> all{waits(0, Kind::ranks, {1}), waits(1, Kind::ranks, {0})};
    EXPECT_EQ(stuck(all), Places{});
    EXPECT_EQ(stuck(all, true), (Places{0, 1}));
}

TEST(Stuck, are_none_that_wait_for_ranks_of_other_nodes) {
    EXPECT_EQ(stuck({waits(4, Kind::ranks, {0, 5}), waits(5, Kind::holder, {9})}, true), Places{});
    EXPECT_EQ(stuck({waits(4, Kind::ranks, {0, 5}), waits(5, Kind::holder, {4})}, true),
              (Places{0, 1}));
}

WaitNode meets(int rank, uint64_t number, uint64_t team, const std::vector<int>& members) {
    WaitNode node = waits(rank, Kind::meeting, members);
    node.wait.detail.has = number;
    node.wait.detail.needs = team;
    return node;
}

TEST(Stuck, are_images_of_a_meeting_to_which_one_cannot_come) {
    EXPECT_EQ(stuck({meets(0, 5, 1, {}), meets(1, 5, 1, {}), waits(2, Kind::holder, {1})}, true),
              (Places{0, 1, 2}));
    EXPECT_EQ(stuck({meets(0, 5, 1, {}), meets(1, 5, 1, {}), waits(2, Kind::holder, {7})}, true),
              Places{});
    EXPECT_EQ(
        stuck({meets(0, 5, 1, {0, 1}), meets(1, 5, 1, {0, 1}), waits(2, Kind::holder, {1})}, true),
        Places{});
    EXPECT_EQ(stuck({meets(0, 5, 1, {0, 1}), meets(1, 6, 1, {0, 1})}, true), (Places{0, 1}));
}

TEST(Stuck, is_no_image_whose_lock_is_handed_over_now) {
    EXPECT_EQ(stuck({waits(0, Kind::holder, {}), runs(1)}), Places{});
}

/// Whether a path of waits leads from here to a cycle, or to one that has ended: the definition,
/// for images that wait for one other each.
bool leads_nowhere(const std::vector<WaitNode>& nodes, size_t at) {
    for (size_t steps = 0; steps <= nodes.size(); ++steps) {
        if (nodes[at].state != State::waits) {
            return nodes[at].state == State::ended;
        }
        at = static_cast<size_t>(nodes[at].wait.detail.ranks[0]);
    }
    return true;
}

TEST(Stuck, are_those_whose_path_of_waits_leads_nowhere) {
    constexpr int kGraphs = 2000;
    constexpr int kMost = 12;
    std::mt19937 random(20261129);
    const auto below = [&](int limit) { return static_cast<int>(random() % limit); };
    size_t found = 0;
    for (int graph = 0; graph < kGraphs; ++graph) {
        const int size = 2 + below(kMost);
        std::vector<WaitNode> nodes;
        for (int rank = 0; rank < size; ++rank) {
            const int what = below(8);
            nodes.push_back(what == 0   ? ended(rank)
                            : what == 1 ? runs(rank)
                                        : waits(rank, Kind::ranks, {below(size)}));
        }
        nodes[static_cast<size_t>(below(size))].state = State::goes_on;
        Places expected;
        for (size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].state == State::waits && leads_nowhere(nodes, i)) {
                expected.push_back(i);
            }
        }
        ASSERT_EQ(stuck(nodes), expected) << "graph " << graph;
        found += expected.size();
    }
    EXPECT_GT(found, size_t{kGraphs});
}

} // namespace
} // namespace arauto::boot
