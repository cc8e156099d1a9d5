// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The race checker: four images in one process, which tell what calls would. Each rule of order has
// a case in which it orders and one in which it does not.
#include "check/checker.hpp"
#include "check/state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <vector>

namespace arauto::check {
namespace {

constexpr uint32_t kImages = 4;
constexpr uint64_t kStride = uint64_t{4} << 20;
constexpr uint64_t kX = 1024; // offset of a variable
constexpr uint64_t kSlot = 4096;
constexpr uint32_t kWorld = 1;
constexpr uint32_t kTeam = 2;

/// Places of the program: instructions of this test's own code, one for each line of a program.
const void* line(int number) {
    return reinterpret_cast<const std::byte*>(&boot::lay_out) + number;
}

class Checks : public testing::Test {
  protected:
    void SetUp() override {
        const boot::CheckLayout layout = boot::check_layout_for(kImages * kStride);
        bytes_ = layout.bytes;
        void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        ASSERT_NE(memory, MAP_FAILED);
        area = static_cast<boot::CheckArea*>(memory);
        boot::lay_out(*area, kImages, kImages * kStride);
        Memory facts;
        facts.heap_stride = kStride;
        for (uint32_t rank = 0; rank < kImages; ++rank) {
            images.push_back(std::make_unique<State>(*area, rank, nullptr, facts, views_[rank]));
            checkers.emplace_back(*images.back());
        }
    }
    void TearDown() override {
        arauto_thread.caller = nullptr;
        images.clear();
        munmap(area, bytes_);
    }

    Checker& at(int rank) { return checkers[static_cast<size_t>(rank)]; }
    Order& order(int rank) { return images[static_cast<size_t>(rank)]->order; }
    void puts(int from, int to, int number, uint64_t offset = kX, uint64_t bytes = 8) {
        at(from).access(Access::write, By::program, {ARAUTO_RECORDED_PUT, line(number)}, to, offset,
                        bytes);
    }
    void gets(int by, int from, int number, uint64_t offset = kX, uint64_t bytes = 8) {
        at(by).access(Access::read, By::program, {ARAUTO_RECORDED_GET, line(number)}, from, offset,
                      bytes);
    }
    void loads(int rank, int number, uint64_t offset = kX, uint64_t mask = 0xff) {
        State& state = *images[static_cast<size_t>(rank)];
        state.shadow.touch(Access::read, state.sites.of_instruction(line(number), Access::read, 8),
                           state.place_of(rank, offset) / boot::kCellBytes, mask);
    }
    void stores(int rank, int number, uint64_t offset = kX, uint64_t mask = 0xff) {
        State& state = *images[static_cast<size_t>(rank)];
        state.shadow.touch(Access::write,
                           state.sites.of_instruction(line(number), Access::write, 8),
                           state.place_of(rank, offset) / boot::kCellBytes, mask);
    }
    void all_meet(uint32_t team = kWorld, std::vector<int> members = {0, 1, 2, 3}) {
        const uint32_t instance = meetings_[team]++;
        for (const int rank : members) {
            at(rank).enter_meeting(team, instance);
        }
        for (const int rank : members) {
            at(rank).leave_meeting(sync(), team, instance, team == kWorld);
        }
    }
    void posts(int from, int to, By by = By::program, uint64_t count = 1) {
        at(from).begin_post({to, kSlot}, by, count);
        at(from).end_post({to, kSlot});
    }
    void takes(int rank, uint64_t count = 1) { at(rank).taken(wait(), kSlot, count); }
    void puts_notified(int from, int to, int number, uint64_t offset = kX) {
        at(from).next_carried();
        at(from).access(Access::write, By::carrier, {ARAUTO_RECORDED_PUT, line(number)}, to, offset,
                        8);
        posts(from, to, By::carrier);
    }
    static Call sync() { return {ARAUTO_RECORDED_BARRIER, line(90)}; }
    static Call wait() { return {ARAUTO_RECORDED_WAIT, line(91)}; }

    [[nodiscard]] uint32_t races() const { return area->races.load(); }
    [[nodiscard]] int line_of(const boot::RaceSide& side) const {
        const uint64_t offset = images[0]->sites.at(side.site).offset;
        const uint64_t origin = images[0]->sites.at(origin_).offset;
        return static_cast<int>(offset - origin);
    }
    /// The lines of a race, the smaller first.
    [[nodiscard]] std::pair<int, int> lines(uint32_t race = 0) {
        origin_ = images[0]->sites.of_instruction(line(0), Access::read, 8);
        const auto& sides = area->race[race].sides;
        return std::minmax({line_of(sides[0]), line_of(sides[1])});
    }

    boot::CheckArea* area = nullptr;
    std::vector<std::unique_ptr<State>> images;
    std::vector<Checker> checkers;

  private:
    size_t bytes_ = 0;
    std::array<arauto_race_view_t, kImages> views_{};
    uint32_t origin_ = 0;
    std::array<uint32_t, 8> meetings_{};
};

TEST_F(Checks, APutAndALoadThatNothingOrdersAreARace) {
    puts(0, 1, 10);
    loads(1, 11);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(10, 11));
    const boot::RaceRecord& race = area->race[0];
    EXPECT_EQ(race.heap, 1U);
    EXPECT_EQ(race.first.load(), kX);
    EXPECT_EQ(race.end.load(), kX + 8);
    EXPECT_EQ(race.heard, 0U);
    EXPECT_EQ(race.sides[0].rank, 0U);
    EXPECT_EQ(race.sides[1].rank, 1U);
}

TEST_F(Checks, ASyncAllOrders) {
    puts(0, 1, 10);
    all_meet();
    loads(1, 11);
    EXPECT_EQ(races(), 0U);
    puts(0, 1, 10); // over what was read
    EXPECT_EQ(races(), 1U);
    EXPECT_NE(area->race[0].heard, 0U);
}

TEST_F(Checks, BothMeetingsByParityKeepTheirOrder) {
    for (int round = 0; round < 5; ++round) {
        puts(0, 1, 10);
        all_meet();
        loads(1, 11);
        all_meet();
    }
    EXPECT_EQ(races(), 0U);
}

TEST_F(Checks, AMeetingOfATeamOrdersItsMembersAlone) {
    puts(0, 1, 10);
    all_meet(kTeam, {0, 1});
    loads(1, 11);
    EXPECT_EQ(races(), 0U);
    gets(2, 1, 12);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(10, 12));
}

TEST_F(Checks, ReadsDoNotConflict) {
    gets(0, 2, 10);
    gets(1, 2, 11);
    loads(2, 12);
    EXPECT_EQ(races(), 0U);
}

TEST_F(Checks, AWriteFindsEachOfSeveralReaders) {
    gets(0, 3, 10);
    gets(1, 3, 11);
    gets(2, 3, 12);
    at(0).release_to(3);
    at(3).acquire_from(sync(), 0);
    at(2).release_to(3);
    at(3).acquire_from(sync(), 2);
    stores(3, 13);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(11, 13));
}

TEST_F(Checks, NeighbouringBytesDoNotConflict) {
    puts(0, 2, 10, kX, 4);
    puts(1, 2, 11, kX + 4, 4);
    EXPECT_EQ(races(), 0U);
    loads(2, 12, kX, 0xf0);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(11, 12));
    loads(2, 13, kX, 0x0f);
    ASSERT_EQ(races(), 2U);
    EXPECT_EQ(lines(1), std::pair(10, 13));
}

TEST_F(Checks, HalvesOfACellKeepTheirLines) {
    stores(2, 10, kX, 0x0f);
    stores(2, 11, kX, 0xf0);
    gets(0, 2, 12, kX, 4);
    gets(1, 2, 13, kX + 4, 4);
    ASSERT_EQ(races(), 2U);
    EXPECT_EQ(lines(0), std::pair(10, 12));
    EXPECT_EQ(lines(1), std::pair(11, 13));
}

TEST_F(Checks, OneRecordTellsOfNeighbours) {
    puts(0, 1, 10, kX, 80);
    for (uint64_t i = 0; i < 10; ++i) {
        loads(1, 11, kX + 8 * i);
    }
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(area->race[0].first.load(), kX);
    EXPECT_EQ(area->race[0].end.load(), kX + 80);
    EXPECT_EQ(area->race[0].width, 8U);
}

TEST_F(Checks, SyncImagesOrdersThePairAndWhatItHasHeard) {
    puts(0, 2, 10);
    at(0).release_to(1);
    at(1).acquire_from(sync(), 0);
    at(1).release_to(2);
    at(2).acquire_from(sync(), 1);
    loads(2, 11);
    EXPECT_EQ(races(), 0U);
    gets(3, 2, 12);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, APostTellsOfEarlierAccessesAlone) {
    puts(0, 1, 10, kX);
    posts(0, 1);
    puts(0, 1, 11, kX + 8);
    takes(1);
    loads(1, 12, kX);
    EXPECT_EQ(races(), 0U);
    loads(1, 13, kX + 8);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(11, 13));
}

TEST_F(Checks, AWaitTakesTheOldestPosts) {
    puts(0, 2, 10, kX);
    posts(0, 2);
    puts(1, 2, 11, kX + 8);
    posts(1, 2);
    takes(2);
    loads(2, 12, kX);
    EXPECT_EQ(races(), 0U);
    loads(2, 13, kX + 8);
    EXPECT_EQ(races(), 1U);
    takes(2);
    loads(2, 14, kX + 8);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, MoreThan64PostsAreMergedFromTheOldestOn) {
    for (int i = 0; i < 200; ++i) {
        puts(i % 2, 2, 10 + i % 2, kX + 8 * static_cast<uint64_t>(i));
        posts(i % 2, 2);
    }
    takes(2, 199);
    for (uint64_t i = 0; i < 199; ++i) {
        loads(2, 12, kX + 8 * i);
    }
    EXPECT_EQ(races(), 0U);
    loads(2, 13, kX + 8 * 199);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, ANotificationTellsOfItsOwnPutAlone) {
    puts(0, 1, 10, kX + 8);
    puts_notified(0, 1, 11);
    takes(1);
    loads(1, 12, kX);
    EXPECT_EQ(races(), 0U);
    loads(1, 13, kX + 8);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(10, 13));
    EXPECT_EQ(area->race[0].heard, 0U);
    EXPECT_NE(area->race[0].heard_of_carrier, 0U);
}

TEST_F(Checks, ANotificationIsAnAnswerThatWhatCameWasRead) {
    for (int round = 0; round < 3; ++round) {
        puts_notified(0, 1, 10);
        takes(1);
        loads(1, 11);
        stores(1, 12, kX + 16);
        puts_notified(1, 0, 13, kX + 8);
        takes(0);
        gets(0, 1, 14, kX + 16);
    }
    EXPECT_EQ(races(), 0U);
}

TEST_F(Checks, ALaterPostTellsOfPutsBeforeANotification) {
    puts(0, 1, 10, kX + 8);
    puts_notified(0, 1, 11);
    posts(0, 1);
    takes(1, 2);
    loads(1, 12, kX + 8);
    EXPECT_EQ(races(), 0U);
}

TEST_F(Checks, ANotifiedPutThatWasNotWaitedForIsARace) {
    puts_notified(0, 1, 10);
    loads(1, 11);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(area->race[0].sides[0].part, static_cast<uint8_t>(Part::carrier));
}

TEST_F(Checks, ANotifiedPutHidesNoEarlierPlainOne) {
    puts(0, 1, 10);
    puts_notified(0, 1, 11); // to the same place
    takes(1);
    loads(1, 12);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(10, 12));
}

TEST_F(Checks, ALockOrdersItsHolders) {
    const Word lock{0, kSlot};
    at(1).acquired(sync(), lock);
    puts(1, 0, 10);
    at(1).releases(lock);
    puts(1, 0, 11, kX + 8);
    at(2).acquired(sync(), lock);
    gets(2, 0, 12);
    EXPECT_EQ(races(), 0U);
    gets(2, 0, 13, kX + 8);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, AtomicsConflictWithPlainAccessesAlone) {
    const auto adds = [&](int rank, int number, uint64_t bytes) {
        at(rank).access(Access::atomic_write, By::program, {ARAUTO_RECORDED_ATOMIC, line(number)},
                        0, kX, bytes);
    };
    adds(1, 10, 4);
    adds(2, 10, 4);
    at(3).access(Access::atomic_read, By::program, {ARAUTO_RECORDED_ATOMIC, line(11)}, 0, kX, 4);
    EXPECT_EQ(races(), 0U);
    adds(3, 12, 8); // of another width
    EXPECT_EQ(races(), 1U);
    loads(0, 13, kX, 0x0f);
    EXPECT_GE(races(), 2U);
}

TEST_F(Checks, SyncMemoryAroundAtomicsOrders) {
    const Word flag{1, kSlot};
    puts(0, 1, 10);
    at(0).atomic_writes(flag); // no SYNC MEMORY before it
    at(1).atomic_has_read(flag);
    at(1).sync_memory(sync());
    gets(2, 1, 14, kX + 64);
    loads(1, 11);
    EXPECT_EQ(races(), 1U);
    puts(0, 1, 12, kX + 8);
    at(0).sync_memory(sync());
    at(0).atomic_writes(flag);
    at(1).atomic_has_read(flag);
    at(1).sync_memory(sync());
    loads(1, 13, kX + 8);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, MemoryThatWasFreedIsWatchedUntilItIsAllocated) {
    puts(0, 1, 10);
    all_meet();
    at(1).freed({ARAUTO_RECORDED_FREE, line(20)}, kX, 64);
    gets(2, 1, 11);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(11, 20));
    EXPECT_EQ(area->race[0].sides[0].is_freed, 1U);
    at(1).allocated(kX, 64);
    puts(3, 1, 12);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, TwoAtOneInstantSeeEachOther) {
    constexpr int kRounds = 60;
    std::atomic<int> arrived{0};
    const auto come = [&](int round) {
        arrived.fetch_add(1);
        while (arrived.load() < 2 * (round + 1)) {
        }
    };
    const auto offset_of = [](int round) { return kX + 8 * static_cast<uint64_t>(round); };
    std::thread other([&] {
        for (int round = 0; round < kRounds; ++round) {
            come(round);
            if (round % 2 == 0) {
                stores(1, 1000 + round, offset_of(round));
            } else {
                loads(1, 1000 + round, offset_of(round));
            }
        }
    });
    for (int round = 0; round < kRounds; ++round) {
        come(round);
        puts(0, 1, 2000 + round, offset_of(round));
    }
    other.join();
    EXPECT_EQ(races(), static_cast<uint32_t>(kRounds));
}

TEST_F(Checks, ASectionIsItsElements) {
    arauto_section_t section{};
    section.rank = 1;
    section.element_bytes = 8;
    section.dim[0] = {5, 16, nullptr};
    at(0).access(Access::write, By::program, {ARAUTO_RECORDED_PUT_SECTION, line(10)}, 1, kX,
                 section);
    for (uint64_t i = 0; i < 5; ++i) {
        loads(1, 11, kX + 8 + 16 * i);
    }
    EXPECT_EQ(races(), 0U);
    loads(1, 12, kX + 64);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, ManyReadersAndRoundsTakeNoFurtherMemory) {
    for (int round = 0; round < 1000; ++round) {
        for (int rank = 0; rank < 4; ++rank) {
            gets(rank, 0, 10);
        }
        all_meet();
        stores(0, 11);
        all_meet();
    }
    EXPECT_EQ(races(), 0U);
    EXPECT_LE(area->chunks_used.load(), 4 * 3 * 64U);
}

TEST_F(Checks, ALateMeetingForgetsAllAndOrderGoesOn) {
    area->options.clock_limit = 8;
    uint32_t restarts = 0;
    for (int round = 0; round < 100; ++round) {
        stores(1, 10);
        puts_notified(0, 1, 11, kX + 8);
        takes(1);
        loads(1, 12, kX + 8);
        all_meet();
        gets(2, 1, 13);
        all_meet();
        if (at(0).is_late()) {
            ++restarts;
            for (int rank = 0; rank < 4; ++rank) {
                EXPECT_TRUE(at(rank).is_late());
            }
            for (int rank = 0; rank < 4; ++rank) {
                at(rank).forget_all();
                EXPECT_FALSE(at(rank).is_late());
            }
        }
    }
    EXPECT_EQ(races(), 0U);
    EXPECT_GE(restarts, 10U);
    EXPECT_LE(restarts, 50U);
    puts(0, 1, 20); // not ordered with the get, which has not met it
    gets(3, 1, 21);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(20, 21));
    posts(0, 2); // the words of before and behind the last restart agree
    takes(2);
    gets(2, 1, 22);
    EXPECT_EQ(races(), 1U);
}

TEST_F(Checks, PartsOfACellGiveWayToThoseBehindAMeetingOfAll) {
    stores(2, 10, kX, 0xff);
    all_meet();
    stores(2, 11, kX, 0x0f);
    stores(2, 11, kX, 0xf0);
    EXPECT_EQ(area->chunks_used.load(), 0U) << "no list is needed";
    gets(0, 2, 12);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(11, 12));
}

TEST_F(Checks, PartsOfACellStayWhereNotAllHaveMet) {
    stores(2, 10, kX, 0xff);
    posts(2, 0);
    takes(0);
    stores(2, 11, kX, 0x0f);
    gets(1, 2, 12, kX + 4, 4); // of the part that was not written again
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(lines(), std::pair(10, 12));
}

TEST_F(Checks, CollectivesOrderWhereTheOptionSaysSo) {
    EXPECT_FALSE(at(0).orders_collectives());
    area->options.orders_collectives = 1;
    EXPECT_TRUE(at(0).orders_collectives());
    puts(0, 1, 10);
    at(0).enter_collective(kWorld);
    at(1).enter_collective(kWorld);
    at(1).leave_collective(sync(), kWorld);
    loads(1, 11);
    EXPECT_EQ(races(), 0U);
    gets(2, 1, 12);
    EXPECT_EQ(races(), 1U) << "image 3 has not come to it";
}

TEST_F(Checks, AReadOfWhatNothingWasWrittenToIsToldIfAsked) {
    area->instrumented.store(kImages);
    gets(0, 1, 10, kX + 128);
    EXPECT_EQ(races(), 0U);
    area->options.reports_initial = 1;
    stores(1, 11, kX);
    all_meet();
    gets(0, 1, 12, kX, 16);
    ASSERT_EQ(races(), 1U);
    EXPECT_EQ(area->race[0].sides[0].is_unwritten, 1U);
    EXPECT_EQ(area->race[0].first.load(), kX + 8);
    EXPECT_EQ(area->race[0].end.load(), kX + 16);
    gets(1, 1, 13, kX + 64); // its own is another matter
    EXPECT_EQ(races(), 1U);
}

TEST(CheckDelays, TheSeedAndTheImageSayWhatTheyAre) {
    Delays none(0, 0);
    Delays first(7, 0);
    Delays again(7, 0);
    Delays other(7, 1);
    Delays seed(8, 0);
    int delayed = 0;
    int differing = 0;
    for (int i = 0; i < 1000; ++i) {
        const uint64_t delay = first.next_ns();
        EXPECT_EQ(none.next_ns(), 0U);
        EXPECT_EQ(again.next_ns(), delay);
        EXPECT_LE(delay, Delays::kMostNs);
        delayed += delay > 0 ? 1 : 0;
        differing += other.next_ns() != delay && seed.next_ns() != delay ? 1 : 0;
    }
    EXPECT_GT(delayed, 400);
    EXPECT_LT(delayed, 600);
    EXPECT_GT(differing, 300);
}

TEST(CheckOptions, TheyAreWordsWithCommasBetween) {
    const Result<boot::CheckOptions> all = boot::parse_check_options("co,init,shuffle=12");
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(all.value.orders_collectives, 1U);
    EXPECT_EQ(all.value.reports_initial, 1U);
    EXPECT_EQ(all.value.shuffle_seed, 12U);
    EXPECT_TRUE(boot::parse_check_options("").ok());
    for (const char* const wrong :
         {"fast", "shuffle", "shuffle=", "shuffle=0", "shuffle=7x", "co,,init", "co=1"}) {
        EXPECT_EQ(boot::parse_check_options(wrong).status, ARAUTO_ERR_ARGUMENT) << wrong;
    }
}

} // namespace
} // namespace arauto::check
