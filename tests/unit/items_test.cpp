// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests the pool of messages and operations under way: no use takes the items of another, and
// neither a late reply nor a peer that is gone costs the rest any.
#include "transport/ofi/items.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace arauto::transport::ofi {
namespace {

MessageMemory memory_of(size_t bytes) {
    return {std::make_unique<std::byte[]>(bytes), nullptr};
}

class ItemPool : public testing::Test {
  protected:
    ItemPool() { items_.open(memory_of(Items::memory_bytes())); }

    std::vector<Item*> take_all(Use use, size_t bytes, size_t* held = nullptr) {
        std::vector<Item*> taken;
        while (Item* const item = items_.take(use, bytes, held)) {
            taken.push_back(item);
        }
        return taken;
    }

    Items items_;
};

TEST_F(ItemPool, gives_each_message_memory_of_its_own) {
    std::vector<std::pair<std::byte*, size_t>> messages;
    const auto add_all = [&](Use use, size_t bytes) {
        for (Item* const item : take_all(use, bytes)) {
            messages.emplace_back(item->message, bytes);
        }
    };
    add_all(Use::request, kSmallBytes);
    add_all(Use::request, kMessageBytes);
    add_all(Use::reply, kSmallBytes);
    add_all(Use::reply, kMessageBytes);
    add_all(Use::access, kRowBytes);
    while (Item* const item = items_.take_receive()) {
        EXPECT_EQ(item->use, Use::receive);
        EXPECT_EQ(item->serial, 0U);
        messages.emplace_back(item->message, kMessageBytes);
    }
    std::sort(messages.begin(), messages.end());
    size_t bytes = messages.back().second;
    for (size_t i = 0; i + 1 < messages.size(); ++i) {
        EXPECT_LE(messages[i].first + messages[i].second, messages[i + 1].first);
        bytes += messages[i].second;
    }
    EXPECT_EQ(bytes, Items::memory_bytes());
}

TEST_F(ItemPool, has_replies_and_rows_left_when_requests_have_run_out) {
    EXPECT_FALSE(take_all(Use::request, 1).empty());
    EXPECT_FALSE(take_all(Use::request, kSmallBytes + 1).empty());
    EXPECT_NE(items_.take(Use::reply, 1), nullptr);
    EXPECT_NE(items_.take(Use::reply, kSmallBytes + 1), nullptr);
    EXPECT_NE(items_.take(Use::access, kRowBytes), nullptr);
    EXPECT_NE(items_.take(Use::access, 0), nullptr);
}

TEST_F(ItemPool, lets_one_peer_have_as_many_small_messages_as_are_left_for_others) {
    size_t held = 0;
    const std::vector<Item*> its = take_all(Use::request, 1, &held);
    EXPECT_EQ(held, its.size());
    size_t held_by_other = 0;
    const std::vector<Item*> of_other = take_all(Use::request, 1, &held_by_other);
    EXPECT_FALSE(of_other.empty());
    EXPECT_GE(its.size(), take_all(Use::request, 1).size() + of_other.size());
    for (Item* const item : its) {
        items_.give_back(*item);
    }
    EXPECT_EQ(held, 0U);
    EXPECT_EQ(held_by_other, of_other.size());
}

TEST_F(ItemPool, clears_what_an_item_was_used_for) {
    Item* const first = items_.take(Use::request, 1);
    first->ticket = 5;
    first->is_sent = first->is_replied = first->is_about_region = true;
    first->status = ARAUTO_ERR_FAILED;
    first->sentence = "a sentence";
    first->runs.push_back({0, nullptr, 1});
    items_.give_back(*first);
    Item* const again = items_.take(Use::request, 1);
    ASSERT_EQ(again, first);
    EXPECT_EQ(again->ticket, 0U);
    EXPECT_FALSE(again->is_sent || again->is_replied || again->is_about_region);
    EXPECT_EQ(again->status, ARAUTO_OK);
    EXPECT_TRUE(again->sentence.empty());
    EXPECT_TRUE(again->runs.empty());
}

TEST_F(ItemPool, finds_an_item_by_its_ticket_only_while_that_use_lasts) {
    Item* const item = items_.take(Use::request, 1);
    const uint64_t ticket = Items::reply_ticket(*item);
    EXPECT_NE(ticket, 0U) << "0 says that no reply is wanted";
    EXPECT_EQ(items_.find(ticket), item);
    items_.give_back(*item);
    EXPECT_EQ(items_.find(ticket), nullptr);
    EXPECT_EQ(items_.take(Use::request, 1), item);
    EXPECT_EQ(items_.find(ticket), nullptr);
    EXPECT_EQ(items_.find(Items::reply_ticket(*item)), item);
}

TEST_F(ItemPool, finds_nothing_by_a_ticket_that_it_never_gave) {
    EXPECT_EQ(items_.find(0), nullptr);
    EXPECT_EQ(items_.find(uint64_t{1} << 32 | items_.count()), nullptr);
    EXPECT_EQ(items_.find(UINT64_MAX), nullptr);
}

TEST_F(ItemPool, has_as_many_items_as_before_when_stuck_ones_are_replaced) {
    for (const auto& [use, bytes] : {std::pair{Use::request, size_t{1}},
                                     {Use::request, kMessageBytes},
                                     {Use::reply, size_t{1}},
                                     {Use::reply, kMessageBytes},
                                     {Use::access, kRowBytes}}) {
        const std::vector<Item*> taken = take_all(use, bytes);
        for (Item* const item : taken) {
            EXPECT_GE(Items::memory_bytes_of(*item), bytes);
            items_.replace(*item, memory_of(Items::memory_bytes_of(*item)));
        }
        const std::vector<Item*> again = take_all(use, bytes);
        EXPECT_EQ(again.size(), taken.size());
        for (const Item* const item : again) {
            EXPECT_EQ(std::count(taken.begin(), taken.end(), item), 0);
            EXPECT_EQ(&items_[item->index], item);
        }
    }
}

TEST_F(ItemPool, makes_accesses_as_they_are_needed_up_to_a_limit_without_the_stuck_ones) {
    const std::vector<Item*> taken = take_all(Use::access, 0);
    EXPECT_GE(taken.size(), 512U);
    EXPECT_EQ(std::set<Item*>(taken.begin(), taken.end()).size(), taken.size());
    EXPECT_EQ(Items::memory_bytes_of(*taken[0]), 0U);
    items_.replace(*taken[0], {});
    items_.replace(*taken[1], {});
    EXPECT_EQ(take_all(Use::access, 0).size(), 2U);
}

} // namespace
} // namespace arauto::transport::ofi
