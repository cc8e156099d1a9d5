// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Records of calls: what a ring holds behind a call, in one, and when it is full; and the totals of
// lines, which lose nothing.
#include "base/record.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <new>
#include <thread>
#include <tuple>
#include <vector>

namespace arauto {
namespace {

constexpr uint64_t kCapacity = 8;
constexpr uintptr_t kProgram = 0x1000;

const void* call_at(uintptr_t offset) {
    return reinterpret_cast<const void*>(kProgram + offset);
}

struct Image {
    TraceArea area;
    Record records[2][kCapacity];
};

class Records : public testing::Test {
  protected:
    void SetUp() override {
        arauto_thread = {};
        for (size_t i = 0; i < 2; ++i) {
            image->area.ring[i].capacity = kCapacity;
            image->area.ring[i].offset = offsetof(Image, records) + i * sizeof image->records[0];
        }
        trace.area = &image->area;
        trace.program = kProgram;
        trace.program_bytes = 0x10000;
        trace.rank = 1;
        trace.near_count = 2;
        trace.has_counter = has_steady_counter();
    }
    void TearDown() override { arauto_thread = {}; }

    [[nodiscard]] const TraceRing& ring() const { return image->area.ring[0]; }
    [[nodiscard]] const Record& record(uint64_t number) const {
        return image->records[0][number % kCapacity];
    }
    [[nodiscard]] const TraceTotal* total(uint32_t site, uint16_t op, PeerClass peer) const {
        for (const TraceTotal& each : ring().totals) {
            if (each.key == total_key(site, op, peer)) {
                return &each;
            }
        }
        return nullptr;
    }

    std::unique_ptr<Image> image = std::make_unique<Image>();
    Trace trace;
};

TEST_F(Records, nothing_is_recorded_without_a_trace) {
    const RecordedCall call(nullptr, {.op = ARAUTO_RECORDED_PUT}, call_at(1));
    EXPECT_FALSE(call.is_on());
    EXPECT_EQ(ring().head.load(), 0U);
}

TEST_F(Records, in_flight_the_clock_is_read_behind_waits_and_now_and_then) {
    trace.is_flight = true;
    constexpr uint64_t kCalls = Trace::kCallsOfReading + 4;
    for (uint64_t i = 0; i < kCalls; ++i) {
        const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_PUT, 0, 64, 1 << 20),
                                call_at(0x40));
    }
    EXPECT_EQ(ring().head.load(), kCalls);
    for (uint64_t number = kCalls - kCapacity; number < kCalls; ++number) {
        const bool is_read = number % Trace::kCallsOfReading == 0;
        EXPECT_EQ((record(number).flags & kRecordEarlier) == 0, is_read) << number;
        EXPECT_EQ(record(number).length, 0U) << number;
        if (number > kCalls - kCapacity) {
            EXPECT_GT(record(number).ticks.load(), record(number - 1).ticks.load()) << number;
        }
    }
    const uint64_t before = read_ticks(trace.has_counter);
    {
        RecordedCall call(&trace, {.op = ARAUTO_RECORDED_WAIT}, call_at(0x50));
        call.set_waited();
    }
    const RecordedCall call(&trace, {.op = ARAUTO_RECORDED_PUT}, call_at(0x60));
    EXPECT_GT(record(kCalls).length, 0U);
    EXPECT_NE(record(kCalls + 1).flags & kRecordEarlier, 0);
    EXPECT_GT(record(kCalls + 1).ticks.load(), before);
    for (const TraceTotal& each : ring().totals) {
        EXPECT_EQ(each.key, 0U);
    }
}

TEST_F(Records, an_arrival_has_its_origin_its_number_and_its_ticket) {
    image->area.arrivals.capacity = kCapacity;
    image->area.arrivals.offset = offsetof(Image, records) + sizeof image->records[0];
    note_arrival(trace, 3, 128, 41);
    note_arrival(trace, 2, 128, 42);
    note_arrival(trace, 3, 128, 43);
    note_arrival(trace, -1, 256, 0);
    const Record* const records = image->records[1];
    EXPECT_EQ(image->area.arrivals.head.load(), 4U);
    const std::tuple<int, uint32_t, uint32_t> cases[] = {{0, 3, 1}, {1, 2, 1}, {2, 3, 2}};
    for (const auto& [index, peer, number] : cases) {
        EXPECT_EQ(records[index].op, ARAUTO_RECORDED_ARRIVAL);
        EXPECT_EQ(records[index].peer, peer);
        EXPECT_EQ(records[index].length, number);
        EXPECT_EQ(records[index].argument, record_argument(128, 41 + static_cast<uint64_t>(index)));
    }
    EXPECT_EQ(records[3].peer, kNoPeer);
    EXPECT_EQ(records[3].length, 0U);
    EXPECT_EQ(ring().head.load(), 0U) << "it is no call of this thread";
}

TEST_F(Records, a_call_is_in_the_ring_before_it_ends) {
    const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_PUT, 0, 64, 8),
                            call_at(0x40));
    EXPECT_EQ(ring().head.load(), 0U);
    EXPECT_NE(record(0).ticks.load(), 0U);
    EXPECT_EQ(record(0).op, ARAUTO_RECORDED_PUT);
    EXPECT_EQ(record(0).site, 0x40U);
    EXPECT_EQ(record(0).peer, 0U);
    EXPECT_EQ(record(0).argument, record_argument(64, 8));
}

TEST_F(Records, a_call_that_neither_waits_nor_copies_much_has_no_length) {
    {
        const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_PUT, 0, 0, 8),
                                call_at(1));
    }
    {
        const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_PUT, 0, 0, 4096),
                                call_at(1));
    }
    {
        RecordedCall call(&trace, {.op = ARAUTO_RECORDED_WAIT}, call_at(2));
        call.set_waited();
    }
    EXPECT_EQ(ring().head.load(), 3U);
    EXPECT_EQ(record(0).length, 0U);
    EXPECT_NE(record(1).length, 0U);
    EXPECT_EQ(record(1).flags & kRecordWaited, 0);
    EXPECT_NE(record(2).length, 0U);
    EXPECT_NE(record(2).flags & kRecordWaited, 0);
}

TEST_F(Records, calls_within_a_call_leave_none) {
    {
        const RecordedCall outer(&trace, {.op = ARAUTO_RECORDED_FREE}, call_at(1));
        const RecordedCall inner(&trace, {.op = ARAUTO_RECORDED_BARRIER}, call_at(2));
        EXPECT_FALSE(inner.is_on());
        count_call(&trace, {.op = ARAUTO_RECORDED_QUERY}, call_at(3));
    }
    EXPECT_EQ(ring().head.load(), 1U);
    EXPECT_EQ(record(0).op, ARAUTO_RECORDED_FREE);
    EXPECT_EQ(total(3, ARAUTO_RECORDED_QUERY, PeerClass::none), nullptr);
}

TEST_F(Records, parts_of_a_call_are_in_no_totals) {
    const Recorded parts[] = {{.op = ARAUTO_RECORDED_SYNC_RANKS, .peer = 0, .argument = 7},
                              {.op = ARAUTO_RECORDED_SYNC_RANKS, .peer = 3, .argument = 8}};
    {
        RecordedCall call(&trace,
                          {.op = ARAUTO_RECORDED_SYNC_RANKS, .argument = 2, .is_timed = true},
                          call_at(5));
        call.end_with_parts(parts);
    }
    ASSERT_EQ(ring().head.load(), 3U);
    EXPECT_NE(record(0).length, 0U);
    for (const uint64_t number : {1U, 2U}) {
        EXPECT_EQ(record(number).ticks.load(), record(0).ticks.load());
        EXPECT_EQ(record(number).flags, kRecordBehind);
        EXPECT_EQ(record(number).site, 5U);
        EXPECT_EQ(record(number).peer, parts[number - 1].peer);
        EXPECT_EQ(record(number).argument, parts[number - 1].argument);
    }
    EXPECT_EQ(total(5, ARAUTO_RECORDED_SYNC_RANKS, PeerClass::none)->calls, 1U);
}

TEST_F(Records, a_notified_put_is_two_records_with_one_time) {
    {
        RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_PUT, 0, 0, 8), call_at(5));
        call.add({.op = ARAUTO_RECORDED_POST, .peer = 0, .argument = record_argument(128, 7)});
    }
    EXPECT_EQ(ring().head.load(), 2U);
    EXPECT_EQ(record(0).ticks.load(), record(1).ticks.load());
    EXPECT_EQ(record(1).op, ARAUTO_RECORDED_POST);
    EXPECT_EQ(record(1).flags, kRecordBehind);
    EXPECT_EQ(record(1).site, 5U);
    EXPECT_EQ(record(1).argument, record_argument(128, 7));
}

TEST_F(Records, a_full_ring_keeps_the_last_and_the_totals_keep_all) {
    constexpr uint64_t kCalls = 3 * kCapacity + 2;
    for (uint64_t i = 0; i < kCalls; ++i) {
        const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_PUT, 0, i, 8),
                                call_at(0x80));
    }
    EXPECT_EQ(ring().head.load(), kCalls);
    for (uint64_t i = kCalls - kCapacity; i < kCalls; ++i) {
        EXPECT_EQ(record(i).argument, record_argument(i, 8));
    }
    const TraceTotal* const all = total(0x80, ARAUTO_RECORDED_PUT, PeerClass::near);
    ASSERT_NE(all, nullptr);
    EXPECT_EQ(all->calls, kCalls);
    EXPECT_EQ(all->bytes, kCalls * 8);
}

TEST_F(Records, totals_tell_partners_apart) {
    for (const int peer : {0, 1, 1, 2, 2, 2}) { // near, itself, on another node
        const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_GET, peer, 0, 1),
                                call_at(9));
    }
    EXPECT_EQ(total(9, ARAUTO_RECORDED_GET, PeerClass::near)->calls, 1U);
    EXPECT_EQ(total(9, ARAUTO_RECORDED_GET, PeerClass::self)->calls, 2U);
    EXPECT_EQ(total(9, ARAUTO_RECORDED_GET, PeerClass::far)->calls, 3U);
    EXPECT_NE(record(5).flags & kRecordFar, 0);
}

TEST_F(Records, ranks_of_a_node_need_not_be_consecutive) {
    const uint64_t near = 0b10011; // of 4 to 8
    trace.rank = 4;
    trace.near_first = 4;
    trace.near_count = 5;
    trace.near_scattered = &near;
    for (const int peer : {4, 5, 6, 7, 8, 9, 3}) {
        const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_GET, peer, 0, 1),
                                call_at(9));
    }
    EXPECT_EQ(total(9, ARAUTO_RECORDED_GET, PeerClass::self)->calls, 1U);
    EXPECT_EQ(total(9, ARAUTO_RECORDED_GET, PeerClass::near)->calls, 2U);
    EXPECT_EQ(total(9, ARAUTO_RECORDED_GET, PeerClass::far)->calls, 4U);
}

TEST_F(Records, lines_without_room_are_counted) {
    constexpr uintptr_t kLines = 4 * TraceRing::kTotals;
    for (uintptr_t line = 1; line <= kLines; ++line) {
        const RecordedCall call(&trace, {.op = ARAUTO_RECORDED_FLUSH}, call_at(line));
    }
    uint64_t calls = ring().untold;
    EXPECT_GE(calls, kLines - TraceRing::kTotals);
    for (const TraceTotal& each : ring().totals) {
        calls += each.calls;
    }
    EXPECT_EQ(calls, kLines);
}

TEST_F(Records, long_transfers_count_pages) {
    constexpr uint64_t kBytes = (uint64_t{1} << 30) + 1;
    {
        const RecordedCall call(&trace, recorded_transfer(ARAUTO_RECORDED_PUT, 0, 3, kBytes),
                                call_at(1));
    }
    EXPECT_NE(record(0).flags & kRecordPages, 0);
    EXPECT_EQ(record(0).argument, record_argument(3, kBytes / 4096 + 1));
    EXPECT_EQ(total(1, ARAUTO_RECORDED_PUT, PeerClass::near)->bytes, kBytes);
}

TEST_F(Records, each_thread_has_a_ring_while_there_are_some) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        std::thread([this] {
            const RecordedCall call(&trace, {.op = ARAUTO_RECORDED_FLUSH}, call_at(1));
        }).join();
    }
    EXPECT_EQ(image->area.ring[0].head.load(), 1U);
    EXPECT_EQ(image->area.ring[1].head.load(), 1U);
    EXPECT_EQ(image->area.lost.load(), 2U);
}

TEST_F(Records, a_thread_that_ends_gives_its_ring_back) {
    begin_giving_back(trace);
    constexpr uint64_t kThreads = 5;
    for (uint64_t i = 0; i < kThreads; ++i) {
        std::thread([this] {
            const RecordedCall call(&trace, {.op = ARAUTO_RECORDED_FLUSH}, call_at(1));
        }).join();
    }
    end_giving_back(trace);
    EXPECT_EQ(ring().head.load(), kThreads);
    EXPECT_EQ(ring().state.load(), kRingGivenBack);
    EXPECT_EQ(total(1, ARAUTO_RECORDED_FLUSH, PeerClass::none)->calls, kThreads);
    EXPECT_EQ(image->area.ring[1].state.load(), kRingFresh);
    EXPECT_EQ(image->area.lost.load(), 0U);
}

TEST_F(Records, a_thread_that_ends_within_a_call_keeps_its_ring) {
    begin_giving_back(trace);
    std::thread([this] {
        alignas(RecordedCall) static std::byte room[sizeof(RecordedCall)];
        new (room) RecordedCall(&trace, {.op = ARAUTO_RECORDED_WAIT}, call_at(1));
    }).join();
    end_giving_back(trace);
    EXPECT_EQ(ring().state.load(), kRingTaken);
    EXPECT_EQ(ring().head.load(), 0U);
    EXPECT_EQ(record(0).op, ARAUTO_RECORDED_WAIT);
}

TEST_F(Records, a_call_by_a_front_end_is_where_the_program_has_called_that) {
    trace.library[0] = {0x900000, 0x1000};
    trace.library[1] = {0x800000, 0x1000};
    trace.libraries = 2;
    arauto_note_caller(call_at(0x77));
    {
        const RecordedCall call(&trace, {.op = ARAUTO_RECORDED_FLUSH},
                                reinterpret_cast<const void*>(0x800010));
    }
    {
        const RecordedCall call(&trace, {.op = ARAUTO_RECORDED_FLUSH}, call_at(0x99));
    }
    EXPECT_EQ(record(0).site, 0x77U);
    EXPECT_EQ(record(1).site, 0x99U) << "which the program has called itself";
}

TEST(RingSizes, are_powers_of_two) {
    EXPECT_EQ(records_in(64 << 10), 2048U);
    EXPECT_EQ(records_in((64 << 10) + 31), 2048U);
    EXPECT_EQ(records_in((64 << 10) - 1), 1024U);
}

} // namespace
} // namespace arauto
