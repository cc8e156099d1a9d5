// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests that requests of a peer come out in the order of sending, however they arrive.
#include "transport/ofi/arrivals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kCount = 50;

class ArrivalOrder : public testing::Test {
  protected:
    void arrive(uint32_t sequence) {
        if (arrivals_.take(sequence, items_[sequence])) {
            note(&items_[sequence]);
        }
        while (const Item* const next = arrivals_.take_next()) {
            note(next);
        }
    }
    void note(const Item* item) { out_.push_back(static_cast<size_t>(item - items_.data())); }

    Arrivals arrivals_;
    std::array<Item, kCount> items_{};
    std::vector<size_t> out_;
};

TEST_F(ArrivalOrder, is_the_order_of_sending_for_each_order_of_arrival) {
    std::vector<uint32_t> order(kCount);
    std::iota(order.begin(), order.end(), 0U);
    std::minstd_rand random(3);
    std::shuffle(order.begin(), order.end(), random);
    for (const uint32_t sequence : order) {
        arrive(sequence);
    }
    std::vector<size_t> sent(kCount);
    std::iota(sent.begin(), sent.end(), size_t{0});
    EXPECT_EQ(out_, sent);
    EXPECT_EQ(arrivals_.drop(), nullptr);
}

TEST_F(ArrivalOrder, holds_back_all_that_come_before_their_turn) {
    arrive(2);
    arrive(1);
    EXPECT_TRUE(out_.empty());
    arrive(0);
    EXPECT_EQ(out_, (std::vector<size_t>{0, 1, 2}));
}

TEST_F(ArrivalOrder, gives_up_those_that_wait_for_ever) {
    arrive(0);
    arrive(2);
    arrive(4);
    const std::set<const Item*> dropped = {arrivals_.drop(), arrivals_.drop()};
    EXPECT_EQ(dropped, (std::set<const Item*>{&items_[2], &items_[4]}));
    EXPECT_EQ(arrivals_.drop(), nullptr);
    EXPECT_EQ(arrivals_.take_next(), nullptr);
}

} // namespace
} // namespace arauto::transport::ofi
