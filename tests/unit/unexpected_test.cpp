// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The store of unexpected notifications compared with a list that is searched from its start.
#include "sync/unexpected.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <random>

namespace {

using arauto::core::Arrival;
using arauto::core::kAny;
using arauto::core::Pattern;
using arauto::core::Unexpected;

class List {
  public:
    void add(const Arrival& arrival) { arrivals_.push_back(arrival); }
    uint64_t count(Pattern pattern) const {
        return static_cast<uint64_t>(
            std::count_if(arrivals_.begin(), arrivals_.end(),
                          [&](const Arrival& arrival) { return pattern.matches(arrival); }));
    }
    Arrival take(Pattern pattern) {
        const auto found =
            std::find_if(arrivals_.begin(), arrivals_.end(),
                         [&](const Arrival& arrival) { return pattern.matches(arrival); });
        const Arrival arrival = *found;
        arrivals_.erase(found);
        return arrival;
    }

  private:
    std::list<Arrival> arrivals_;
};

/// Adds and takes at random; both must agree on every count and on every arrival.
void compare(unsigned seed, int sources, int tags, int steps) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) {
        return std::uniform_int_distribution<int>(0, limit - 1)(random);
    };
    Unexpected store;
    List list;
    for (int step = 0; step < steps; ++step) {
        if (below(5) < 3) {
            const Arrival arrival{below(sources), below(tags), static_cast<uint64_t>(step)};
            ASSERT_TRUE(store.add(arrival));
            list.add(arrival);
        }
        const Pattern pattern{below(3) == 0 ? kAny : below(sources),
                              below(3) == 0 ? kAny : below(tags)};
        const uint64_t there = list.count(pattern);
        ASSERT_EQ(store.count(pattern), there);
        ASSERT_EQ(store.first(pattern) != nullptr, there > 0);
        if (there > 0 && below(2) == 0) {
            const uint64_t oldest = list.take(pattern).bytes;
            ASSERT_EQ(store.first(pattern)->bytes, oldest);
            ASSERT_EQ(store.take(pattern).bytes, oldest);
        }
    }
    while (list.count({kAny, kAny}) > 0) {
        ASSERT_EQ(store.take({kAny, kAny}).bytes, list.take({kAny, kAny}).bytes);
    }
    EXPECT_EQ(store.count({kAny, kAny}), 0u);
}

TEST(Unexpected, AgreesWithAListFewTags) {
    compare(1, 3, 4, 4000);
}

TEST(Unexpected, AgreesWithAListManyTags) {
    compare(2, 50, 1000, 4000);
}

TEST(Unexpected, KeepsOrderAmongManyOfOneKind) {
    Unexpected store;
    for (uint64_t i = 0; i < 100'000; ++i) {
        ASSERT_TRUE(store.add({1, static_cast<int>(i % 7), i}));
    }
    for (uint64_t i = 0; i < 100'000; ++i) {
        ASSERT_EQ(store.take({1, static_cast<int>(i % 7)}).bytes, i);
    }
}

TEST(Unexpected, ForgetsQueuesThatAreEmpty) {
    Unexpected store;
    for (int i = 0; i < 1'000'000; ++i) { // a new tag each time, and never more than one there
        ASSERT_TRUE(store.add({0, i, 0}));
        ASSERT_EQ(store.take({kAny, i}).tag, i);
    }
    EXPECT_EQ(store.count({kAny, kAny}), 0u);
}

} // namespace
