// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests which signals travel as remote data of 4 and 8 bytes, and what they do at the target.
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/remote_data.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kHeapBytes = 4096;
constexpr uint64_t kOffset = 192;

constexpr Signal arrival_at(uint64_t offset) {
    return {AtomicOp::add, 8, offset, 1};
}
constexpr Signal count_at(uint64_t offset, uint64_t count) {
    return {AtomicOp::max, 8, offset, count};
}

class RemoteData : public testing::Test {
  protected:
    [[nodiscard]] uint64_t word(uint64_t offset) const {
        uint64_t value = 0;
        std::memcpy(&value, heap_ + offset, sizeof value);
        return value;
    }
    void set(uint64_t offset, uint64_t value) { std::memcpy(heap_ + offset, &value, sizeof value); }
    bool apply_signal(const Signal& signal) { return apply_data(data_of(signal, 64), heap_); }

    alignas(64) std::byte heap_[kHeapBytes]{};
};

TEST_F(RemoteData, count_arrivals_at_slots) {
    for (const size_t bits : {32U, 64U}) {
        const uint64_t data = data_of(arrival_at(kOffset), bits);
        ASSERT_NE(data, 0U);
        EXPECT_TRUE(apply_data(data, heap_));
    }
    EXPECT_EQ(word(kOffset), 2U);
}

struct Noted {
    int source;
    uint64_t offset;
    uint64_t before;
};
Noted& noted() {
    static Noted last{};
    return last;
}
void note(int source, uint64_t offset, uint64_t before) {
    noted() = {source, offset, before};
}

TEST_F(RemoteData, of_8_bytes_name_the_origin_of_an_arrival) {
    set(kOffset, 5);
    EXPECT_TRUE(apply_data(data_of(arrival_at(kOffset), 64, 65'535), heap_, note));
    EXPECT_EQ(noted().source, 65'535);
    EXPECT_EQ(noted().offset, kOffset);
    EXPECT_EQ(noted().before, 5U);
    EXPECT_TRUE(apply_data(data_of(arrival_at(kOffset), 64, 0), heap_, note));
    EXPECT_EQ(noted().source, 0);
    for (const uint64_t data :
         {data_of(arrival_at(kOffset), 32, 7), data_of(arrival_at(kOffset), 64)}) {
        EXPECT_TRUE(apply_data(data, heap_, note));
        EXPECT_EQ(noted().source, -1) << "there is no room for it, or it was not sent";
    }
    EXPECT_EQ(noted().before, 8U);
    EXPECT_EQ(word(kOffset), 9U);
}

TEST_F(RemoteData, carry_no_other_signals) {
    EXPECT_EQ(data_of({AtomicOp::add, 4, kOffset, 1}, 64), 0U);
    EXPECT_EQ(data_of({AtomicOp::add, 8, kOffset, 2}, 64), 0U);
    EXPECT_EQ(data_of({AtomicOp::add, 8, kOffset + 8, 1}, 64), 0U);
    EXPECT_EQ(data_of({AtomicOp::store, 8, kOffset, 1}, 64), 0U);
    EXPECT_EQ(data_of({AtomicOp::max, 8, kOffset + 4, 1}, 64), 0U);
    EXPECT_EQ(data_of(arrival_at(0), 64), 0U) << "0 says that there are none";
}

TEST_F(RemoteData, have_room_for_counts_only_in_8_bytes) {
    EXPECT_EQ(data_of(count_at(kOffset, 7), 32), 0U);
    EXPECT_NE(data_of(count_at(kOffset, 7), 64), 0U);
}

TEST_F(RemoteData, of_4_bytes_reach_slots_of_a_quarter_of_a_tebibyte) {
    const uint64_t end = (uint64_t{1} << 32) * kSlotUnit;
    EXPECT_EQ(data_of(arrival_at(end - 2 * kSlotUnit), 32), (uint64_t{1} << 32) - 2);
    EXPECT_EQ(data_of(arrival_at(end - kSlotUnit), 32), 0U) << "those are the trial's";
    EXPECT_EQ(data_of(arrival_at(end - kSlotUnit), 64), 0U);
    EXPECT_EQ(data_of(arrival_at(end), 32), 0U);
    EXPECT_NE(data_of(arrival_at(end), 64), 0U);
}

TEST_F(RemoteData, raise_a_count_and_never_lower_it) {
    EXPECT_TRUE(apply_signal(count_at(kOffset + 8, 5)));
    EXPECT_EQ(word(kOffset + 8), 5U);
    EXPECT_TRUE(apply_signal(count_at(kOffset + 8, 3)));
    EXPECT_EQ(word(kOffset + 8), 5U);
}

TEST_F(RemoteData, raise_a_count_by_its_last_bits) {
    const uint64_t before = 3 * (kCountMask + 1) - 2;
    set(kOffset, before);
    EXPECT_TRUE(apply_signal(count_at(kOffset, before + 4)));
    EXPECT_EQ(word(kOffset), before + 4);
    EXPECT_TRUE(apply_signal(count_at(kOffset, before)));
    EXPECT_EQ(word(kOffset), before + 4);
}

TEST_F(RemoteData, of_the_trial_or_beside_the_heap_change_nothing) {
    EXPECT_FALSE(apply_data(0, heap_));
    EXPECT_FALSE(apply_data(kTrialData, heap_));
    EXPECT_FALSE(apply_data(kHeapBytes / kSlotUnit, heap_));
    EXPECT_FALSE(apply_data(kIsCount | kHeapBytes / kCountUnit, heap_));
    EXPECT_FALSE(apply_data(UINT64_MAX, heap_));
    EXPECT_TRUE(apply_data(kIsCount | uint64_t{1} << kCountUnitBits | (kHeapBytes / kCountUnit - 1),
                           heap_));
    for (uint64_t offset = 0; offset + 8 < kHeapBytes; offset += 8) {
        EXPECT_EQ(word(offset), 0U);
    }
    EXPECT_EQ(word(kHeapBytes - 8), 1U);
}

} // namespace
} // namespace arauto::transport::ofi
