// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The waits of a process are counted at the call of the program that has led to them, also by
// several threads, and where there are more calls than sites.
#include "boot/profile.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace arauto::boot {
namespace {

constexpr size_t kManyCalls = ProfileBlock::kCalls + 72;
constexpr int kRounds = 3;
volatile int g_rounds = kRounds; // so that no loop is unrolled, whose calls would be several

/// Each instance is another function, with a call of its own.
template <size_t Number> [[gnu::noinline]] void wait_once() {
    const ProfiledWait wait;
    asm volatile("" : : "r"(Number) : "memory");
}

using Function = void (*)();
template <size_t... Numbers>
constexpr std::array<Function, sizeof...(Numbers)> functions(std::index_sequence<Numbers...>) {
    return {wait_once<Numbers>...};
}
constexpr auto kFunctions = functions(std::make_index_sequence<kManyCalls>());

class Profiles : public testing::Test {
  protected:
    void SetUp() override { begin_profile(block.get()); }
    void TearDown() override { begin_profile(nullptr); }

    [[nodiscard]] uint64_t waits_at(size_t index) const { return block->sites[index].waits.load(); }
    /// How many sites of calls have that many waits.
    [[nodiscard]] size_t sites_with(uint64_t waits) const {
        size_t found = 0;
        for (size_t i = 0; i < ProfileBlock::kCalls; ++i) {
            found += waits_at(i) == waits ? 1 : 0;
        }
        return found;
    }

    std::unique_ptr<ProfileBlock> block = std::make_unique<ProfileBlock>();
};

TEST_F(Profiles, each_call_has_a_site) {
    for (int round = 0; round < g_rounds; ++round) {
        kFunctions[0]();
        kFunctions[1]();
    }
    EXPECT_EQ(sites_with(kRounds), 2U);
    EXPECT_EQ(sites_with(0), ProfileBlock::kCalls - 2);
    EXPECT_EQ(waits_at(ProfileBlock::kRest), 0U);
    for (const WaitSite& site : block->sites) {
        EXPECT_EQ(site.has_frames.load() != 0, site.waits.load() != 0);
        EXPECT_LE(site.longest_ns.load(), site.ns.load());
        EXPECT_EQ(site.ns.load() != 0, site.waits.load() != 0);
    }
}

TEST_F(Profiles, calls_without_a_site_share_one) {
    for (int round = 0; round < g_rounds; ++round) {
        for (const Function function : kFunctions) {
            function();
        }
    }
    EXPECT_EQ(sites_with(kRounds), ProfileBlock::kCalls);
    EXPECT_EQ(waits_at(ProfileBlock::kRest), kRounds * (kManyCalls - ProfileBlock::kCalls));
}

TEST_F(Profiles, threads_add_to_the_same_sites) {
    constexpr int kThreads = 4;
    constexpr int kWaits = 1000;
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([] {
            for (int wait = 0; wait < kWaits; ++wait) {
                kFunctions[static_cast<size_t>(wait % 2)]();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(sites_with(kThreads * kWaits / 2), 2U);
}

TEST_F(Profiles, waits_behind_the_end_are_for_the_others) {
    kFunctions[0]();
    EXPECT_EQ(block->ended_ns.load(), 0U);
    end_profile();
    kFunctions[0]();
    EXPECT_EQ(sites_with(1), 1U);
    EXPECT_EQ(waits_at(ProfileBlock::kEnding), 1U);
    EXPECT_GE(block->ended_ns.load(), block->begun_ns.load());
}

TEST_F(Profiles, a_wait_shows_while_it_lasts) {
    const MeasuredWait wait = begin_wait();
    EXPECT_EQ(block->waits_since_ns.load(), static_cast<uint64_t>(wait.since_ns));
    EXPECT_EQ(&block->sites[block->waits_at.load()], wait.site);
    end_wait(wait);
    EXPECT_EQ(block->waits_since_ns.load(), 0U);
}

TEST_F(Profiles, long_copies_are_counted) {
    std::vector<char> from(2 * kLongCopy);
    std::vector<char> to(2 * kLongCopy);
    copy_bytes(to.data(), from.data(), kLongCopy - 1);
    EXPECT_EQ(block->copies.copies.load(), 0U);
    copy_bytes(to.data(), from.data(), 2 * kLongCopy);
    copy_bytes(to.data(), from.data(), kLongCopy);
    EXPECT_EQ(block->copies.copies.load(), 2U);
    EXPECT_EQ(block->copies.bytes.load(), 3 * kLongCopy);
    EXPECT_GT(block->copies.ns.load(), 0U);
}

TEST(NoProfile, nothing_is_measured) {
    ASSERT_EQ(g_profile, nullptr);
    kFunctions[0]();
    end_profile();
    EXPECT_EQ(g_copy_times, nullptr);
}

} // namespace
} // namespace arauto::boot
