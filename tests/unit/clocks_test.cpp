// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The clocks of nodes in traces that are made up here: rates and differences, tickets of posts
// between nodes, and shifts where what is left of errors turns cause and effect around.
#include "insight/clocks.hpp"
#include "insight/node_clock.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

constexpr double kTick = 1e-6;

TEST(NodeClocks, a_clock_that_was_compared_twice_has_a_rate_of_its_own) {
    constexpr int64_t kStart = 5'000'000'000;
    constexpr double kPerTick = 0.4e-9;
    // 2 s pass at the lowest node from one time to the other, and 6e9 ticks.
    const TraceClock first{1'000'000, kStart + 1'000'000'000, 40'000};
    const TraceClock last{first.ticks + 6'000'000'000, first.ns + 2'000'000'000, 60'000};
    const auto clock = clock_of(first, last, kPerTick, kStart);
    ASSERT_TRUE(clock.has_value());
    EXPECT_NEAR(clock->seconds_at(first.ticks), 1, 1e-12);
    EXPECT_NEAR(clock->seconds_at(last.ticks), 3, 1e-9);
    EXPECT_NEAR(clock->seconds_at(first.ticks - 3'000'000), 0.999, 1e-9);
    EXPECT_NEAR(clock->uncertainty, 30'000 / 3e9, 1e-12);
}

TEST(NodeClocks, a_clock_that_was_compared_once_has_the_rate_of_the_lowest_node) {
    const TraceClock once{500, 7'000'000'000, 10};
    const std::pair<TraceClock, TraceClock> cases[] = {{once, {}}, {{}, once}};
    for (const auto& [first, last] : cases) {
        const auto clock = clock_of(first, last, 1e-9, 6'000'000'000);
        ASSERT_TRUE(clock.has_value());
        EXPECT_NEAR(clock->seconds_at(1500), 1.000001, 1e-12);
    }
    EXPECT_FALSE(clock_of({}, {}, 1e-9, 0).has_value());
}

/// Images on nodes of their own, whose clocks are wrong.
class JoinedClocks : public testing::Test {
  protected:
    static constexpr uint32_t kImages = 4;

    void SetUp() override {
        trace.images_of_job = kImages;
        trace.clocks.nodes = kImages;
        for (uint32_t rank = 0; rank < kImages; ++rank) {
            Image& image = trace.images.emplace_back();
            image.rank = image.node = rank;
            image.threads.resize(1);
        }
    }

    /// The clock of a node at a true time: some 50 us wrong, and slowly changing.
    [[nodiscard]] double seen(uint32_t node, double time) const {
        return time + errors[node] * (1 + 10 * (time - 1));
    }
    void add(uint32_t rank, Event event) { trace.images[rank].threads[0].events.push_back(event); }
    [[nodiscard]] std::vector<Event>& events(uint32_t rank) {
        return trace.images[rank].threads[0].events;
    }

    Trace trace;
    std::vector<double> errors{0, 50e-6, -30e-6, 20e-6};
};

TEST_F(JoinedClocks, no_post_lies_behind_its_arrival_and_each_has_its_ticket) {
    constexpr int kPosts = 20'000;
    constexpr uint64_t kSlot = 256;
    std::mt19937 random(11); // NOLINT: the same each time
    uint32_t tickets[kImages] = {};
    uint32_t numbers[kImages][kImages] = {};
    std::vector<uint32_t> truth[kImages];
    double now = 1;
    for (int i = 0; i < kPosts; ++i) {
        now += kTick * static_cast<double>(1 + random() % 20);
        const auto origin = static_cast<uint32_t>(random() % kImages);
        const auto target =
            static_cast<uint32_t>((origin + 1 + random() % (kImages - 1)) % kImages);
        const uint32_t number = ++numbers[origin][target];
        Event post;
        post.op = ARAUTO_RECORDED_EVENT_POST;
        post.flags = kRecordFar;
        post.peer = target;
        post.argument = record_argument(kSlot, number);
        post.begin = post.end = seen(origin, now);
        add(origin, post);
        truth[origin].push_back(tickets[target]);
        const double arrives = now + kTick * static_cast<double>(1 + random() % 5);
        trace.images[target].arrivals.push_back({.time = seen(target, arrives),
                                                 .source = origin,
                                                 .number = number,
                                                 .offset = kSlot,
                                                 .ticket = tickets[target]++});
    }
    join_clocks(trace);
    EXPECT_GT(trace.clocks.shifts, 0U);
    EXPECT_EQ(trace.clocks.late, 0U);
    EXPECT_LT(trace.clocks.longest_shift, 500e-6);
    for (uint32_t origin = 0; origin < kImages; ++origin) {
        ASSERT_EQ(events(origin).size(), truth[origin].size());
        double before = 0;
        for (size_t i = 0; i < truth[origin].size(); ++i) {
            const Event& post = events(origin)[i];
            ASSERT_TRUE(post.has_ticket());
            ASSERT_EQ(post.above(), truth[origin][i]);
            ASSERT_GE(post.begin, before);
            before = post.begin;
            const Arrival& arrival = trace.images[post.peer].arrivals[post.above()];
            ASSERT_LE(post.begin, arrival.time + 2e-9);
        }
    }
}

TEST_F(JoinedClocks, a_meeting_ends_behind_the_last_of_all_nodes) {
    for (uint32_t rank = 0; rank < kImages; ++rank) {
        Event meeting;
        meeting.op = ARAUTO_RECORDED_BARRIER;
        meeting.peer = 0;
        meeting.argument = uint64_t{kImages} << 32;
        meeting.begin = rank == 1 ? 2.0 : 1.0; // the last, by a clock that is too fast
        meeting.end = rank == 1 ? 2.1 : 1.9;
        add(rank, meeting);
        Event behind = meeting;
        behind.op = ARAUTO_RECORDED_PUT;
        behind.begin = behind.end = meeting.end + 0.5;
        add(rank, behind);
    }
    join_clocks(trace);
    EXPECT_EQ(trace.clocks.shifts, kImages - 1);
    EXPECT_NEAR(trace.clocks.longest_shift, 0.1, 1e-9);
    for (const uint32_t rank : {0U, 2U, 3U}) {
        EXPECT_NEAR(events(rank)[0].begin, 1, 1e-9); // it did begin before
        EXPECT_NEAR(events(rank)[0].end, 2, 1e-9);
        EXPECT_NEAR(events(rank)[1].begin, 2.5, 1e-9);
    }
    EXPECT_NEAR(events(1)[0].begin, 2, 1e-9);
}

TEST_F(JoinedClocks, an_arrival_of_an_origin_that_is_not_known_names_no_post) {
    Event post;
    post.op = ARAUTO_RECORDED_POST;
    post.flags = kRecordFar;
    post.peer = 1;
    post.argument = record_argument(128, 1);
    add(0, post);
    trace.images[1].arrivals.push_back({.offset = 128, .ticket = 0});
    join_clocks(trace);
    EXPECT_FALSE(events(0)[0].has_ticket());
}

} // namespace
} // namespace arauto::tools::insight
