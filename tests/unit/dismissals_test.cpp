// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests when peers that were given up are sent a dismissal.
#include "transport/ofi/dismissals.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace arauto::transport::ofi {
namespace {

constexpr int64_t kNow = 5'000'000'000;
constexpr int64_t kMoment = 1'000'000;
constexpr int64_t kSecond = 1'000'000'000;

class DismissalList : public testing::Test {
  protected:
    /// From a time on, until one is due. @return when
    int64_t when_due(int64_t now) {
        while (dismissals_.next_due(now) < 0) {
            now += kMoment;
        }
        return now;
    }

    Dismissals dismissals_;
    int message_ = 0;
    int other_message_ = 0;
};

TEST_F(DismissalList, has_none_due_before_a_peer_was_given_up) {
    EXPECT_TRUE(dismissals_.empty());
    EXPECT_EQ(dismissals_.next_due(kNow), -1);
}

TEST_F(DismissalList, tries_each_peer_at_once_and_then_after_a_while) {
    dismissals_.add(3);
    dismissals_.add(5);
    dismissals_.add(3);
    const std::set<int> tried = {dismissals_.next_due(kNow), dismissals_.next_due(kNow)};
    EXPECT_EQ(tried, (std::set<int>{3, 5}));
    EXPECT_EQ(dismissals_.next_due(kNow), -1);
    EXPECT_GT(when_due(kNow), kNow);
}

TEST_F(DismissalList, tries_no_peer_while_a_message_to_it_is_under_way) {
    dismissals_.add(3);
    ASSERT_EQ(dismissals_.next_due(kNow), 3);
    dismissals_.note_sent(3, &message_);
    EXPECT_EQ(dismissals_.next_due(kNow + 100 * kSecond), -1);
    dismissals_.end(&other_message_, true, kNow + 100 * kSecond);
    EXPECT_EQ(dismissals_.next_due(kNow + 100 * kSecond), -1);
    dismissals_.end(&message_, false, kNow + 100 * kSecond);
    EXPECT_LT(when_due(kNow + 100 * kSecond), kNow + 101 * kSecond);
}

TEST_F(DismissalList, waits_longer_after_one_that_was_delivered) {
    dismissals_.add(3);
    ASSERT_EQ(dismissals_.next_due(kNow), 3);
    dismissals_.note_sent(3, &message_);
    dismissals_.end(&message_, false, kNow);
    const int64_t after_failure = when_due(kNow) - kNow;
    dismissals_.note_sent(3, &message_);
    dismissals_.end(&message_, true, kNow);
    EXPECT_GT(when_due(kNow) - kNow, 10 * after_failure);
}

TEST_F(DismissalList, wants_a_probe_once_after_a_delivery_and_else_after_many_tries) {
    dismissals_.add(3);
    ASSERT_EQ(dismissals_.next_due(kNow), 3);
    EXPECT_FALSE(dismissals_.is_probe_due(3));
    dismissals_.note_sent(3, &message_);
    dismissals_.end(&message_, true, kNow);
    EXPECT_TRUE(dismissals_.is_probe_due(3));
    int tries = 0;
    while (!dismissals_.is_probe_due(3)) {
        ++tries;
    }
    EXPECT_GT(tries, 10);
    EXPECT_FALSE(dismissals_.is_probe_due(3));
}

TEST_F(DismissalList, forgets_a_peer_that_has_ended) {
    dismissals_.add(3);
    dismissals_.add(5);
    dismissals_.remove(3);
    EXPECT_EQ(dismissals_.next_due(kNow), 5);
    dismissals_.remove(5);
    EXPECT_TRUE(dismissals_.empty());
    EXPECT_FALSE(dismissals_.is_probe_due(5));
}

} // namespace
} // namespace arauto::transport::ofi
