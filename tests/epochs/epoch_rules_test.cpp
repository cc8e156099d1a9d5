// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The rule that decides whether an epoch may begin, entry by entry.
#include "epoch/epoch_rules.hpp"

#include <gtest/gtest.h>

#include <iterator>

namespace arauto::core {
namespace {

constexpr uint8_t kAA = kAccessAfterAccess;
constexpr uint8_t kAE = kAccessAfterExposure;
constexpr uint8_t kEE = kExposureAfterExposure;
constexpr uint8_t kEA = kExposureAfterAccess;
constexpr int kNever = -1;

using enum EpochClass;
constexpr EpochClass kAll[] = {start, post, lock, own_lock, lock_all, fence};

struct Entry {
    EpochClass next;
    EpochClass earlier;
    int needed; // flags, or kNever
};

constexpr Entry kTable[] = {
    {start, start, kAA},       {start, post, kAE},        {start, lock, kAA},
    {start, own_lock, kAA},    {start, lock_all, kAA},    {start, fence, kAA | kAE},
    {post, start, kEA},        {post, post, kEE},         {post, lock, kEA},
    {post, own_lock, kNever},  {post, lock_all, kNever},  {post, fence, kEA | kEE},
    {lock, start, kAA},        {lock, post, kAE},         {lock, lock, kAA},
    {lock, own_lock, kAA},     {lock, lock_all, kAA},     {lock, fence, kNever},
    {own_lock, start, kAA},    {own_lock, post, kNever},  {own_lock, lock, kAA},
    {own_lock, own_lock, kAA}, {own_lock, lock_all, kAA}, {own_lock, fence, kNever},
    {lock_all, start, kAA},    {lock_all, post, kNever},  {lock_all, lock, kAA},
    {lock_all, own_lock, kAA}, {lock_all, lock_all, kAA}, {lock_all, fence, kNever},
    {fence, start, kAA | kEA}, {fence, post, kAE | kEE},  {fence, lock, kNever},
    {fence, own_lock, kNever}, {fence, lock_all, kNever}, {fence, fence, kNever},
};

TEST(EpochRules, everything_may_begin_behind_nothing) {
    for (const EpochClass next : kAll) {
        for (uint8_t flags = 0; flags <= kEveryReorder; ++flags) {
            EXPECT_TRUE(may_begin(next, flags, 0));
        }
    }
}

TEST(EpochRules, each_pair_needs_its_flags_and_no_others) {
    ASSERT_EQ(std::size(kTable), size_t{kEpochClasses * kEpochClasses});
    for (const Entry& entry : kTable) {
        for (uint8_t flags = 0; flags <= kEveryReorder; ++flags) {
            const bool wanted = entry.needed != kNever && (entry.needed & ~flags) == 0;
            EXPECT_EQ(may_begin(entry.next, flags, bit_of(entry.earlier)), wanted)
                << static_cast<int>(entry.next) << " after " << static_cast<int>(entry.earlier)
                << " with flags " << int{flags};
        }
    }
}

TEST(EpochRules, several_earlier_ones_must_all_allow_it) {
    for (const EpochClass next : kAll) {
        for (unsigned earlier = 0; earlier < 1U << kEpochClasses; ++earlier) {
            for (uint8_t flags = 0; flags <= kEveryReorder; ++flags) {
                bool wanted = true;
                for (const EpochClass one : kAll) {
                    const bool is_there = (earlier & bit_of(one)) != 0;
                    wanted = wanted && (!is_there || may_begin(next, flags, bit_of(one)));
                }
                EXPECT_EQ(may_begin(next, flags, static_cast<EpochClasses>(earlier)), wanted);
            }
        }
    }
}

TEST(EpochRules, nothing_goes_ahead_without_flags) {
    for (const EpochClass next : kAll) {
        for (unsigned earlier = 1; earlier < 1U << kEpochClasses; ++earlier) {
            EXPECT_FALSE(may_begin(next, 0, static_cast<EpochClasses>(earlier)));
        }
    }
}

} // namespace
} // namespace arauto::core
