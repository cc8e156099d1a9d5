// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The heap's bookkeeping against a plain list of reserved ranges, and its promise to be
// deterministic.
#include "memory/heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace {

using arauto::core::Heap;

constexpr uint64_t kStart = 4096;
constexpr uint64_t kEnd = 4096 + (1 << 20);

bool overlaps(const std::map<uint64_t, uint64_t>& used, uint64_t offset, uint64_t bytes) {
    for (const auto& [start, length] : used) {
        if (offset < start + length && start < offset + bytes) {
            return true;
        }
    }
    return false;
}

TEST(Heap, never_gives_the_same_memory_twice) {
    std::mt19937 random(7);
    Heap heap;
    heap.reset(kStart, kEnd);
    std::map<uint64_t, uint64_t> used;
    for (int step = 0; step < 20000; ++step) {
        if (random() % 2 == 0 || used.empty()) {
            const uint64_t bytes = random() % 5000;
            if (const auto offset = heap.reserve(bytes)) {
                ASSERT_EQ(*offset % Heap::kAlign, 0U);
                ASSERT_GE(*offset, kStart);
                ASSERT_LE(*offset + bytes, kEnd);
                ASSERT_FALSE(overlaps(used, *offset, std::max<uint64_t>(bytes, 1)));
                used[*offset] = std::max<uint64_t>(bytes, 1);
            }
        } else {
            auto it = used.begin();
            std::advance(it, static_cast<long>(random() % used.size()));
            ASSERT_GE(heap.release(it->first), it->second);
            used.erase(it);
        }
    }
    for (const auto& [offset, bytes] : used) {
        heap.release(offset);
    }
    EXPECT_EQ(heap.largest_free(), kEnd - kStart); // all joined again
}

TEST(Heap, same_requests_give_same_offsets) {
    Heap a;
    Heap b;
    a.reset(0, kEnd);
    b.reset(0, kEnd);
    std::mt19937 random(3);
    std::vector<uint64_t> given;
    for (int step = 0; step < 2000; ++step) {
        if (step % 3 == 2) {
            const size_t which = random() % given.size();
            a.release(given[which]);
            b.release(given[which]);
            given.erase(given.begin() + static_cast<long>(which));
            continue;
        }
        const uint64_t bytes = random() % 300;
        const auto x = a.reserve(bytes);
        ASSERT_EQ(x, b.reserve(bytes));
        given.push_back(*x);
    }
}

TEST(Heap, reserves_at_a_wanted_place_only_when_it_is_free) {
    Heap heap;
    heap.reset(0, kEnd);
    EXPECT_TRUE(heap.reserve_at(1024, 100));
    EXPECT_FALSE(heap.reserve_at(1088, 10));
    EXPECT_TRUE(heap.reserve_at(1152, 10));
    EXPECT_EQ(heap.high_water(), 1216U);
    EXPECT_FALSE(heap.reserve_at(kEnd - 64, 128));
    EXPECT_EQ(heap.release(1), 0U);
}

TEST(Heap, refuses_what_does_not_fit) {
    Heap heap;
    heap.reset(0, 1024);
    EXPECT_FALSE(heap.reserve(2048).has_value());
    EXPECT_FALSE(heap.reserve(UINT64_MAX).has_value());
    EXPECT_TRUE(heap.reserve(1024).has_value());
    EXPECT_FALSE(heap.reserve(0).has_value());
}

} // namespace
