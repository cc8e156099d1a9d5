// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests which short puts fit into one write, and that the write has their bytes.
#include "transport/ofi/combined_put.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

namespace arauto::transport::ofi {
namespace {

constexpr uint64_t kKey = 7;
constexpr size_t kBytesMax = 256;

class CombinedPuts : public testing::Test {
  protected:
    CombinedPuts() { put_.begin(memory_, kBytesMax, 3); }

    static fi_rma_iov at(uint64_t address, size_t bytes) { return {address, bytes, kKey}; }
    void append(uint64_t address, size_t bytes) {
        ASSERT_TRUE(put_.fits(at(address, bytes)));
        put_.append(source_, at(address, bytes));
    }

    std::byte memory_[kBytesMax]{};
    std::byte source_[kBytesMax]{};
    CombinedPut put_;
};

TEST_F(CombinedPuts, that_continue_each_other_are_one_piece) {
    append(100, 8);
    append(108, 16);
    ASSERT_EQ(put_.pieces().size(), 1U);
    EXPECT_EQ(put_.pieces()[0].addr, 100U);
    EXPECT_EQ(put_.pieces()[0].len, 24U);
    EXPECT_EQ(put_.bytes(), 24U);
}

TEST_F(CombinedPuts, with_another_key_continue_nothing_and_overlap_nothing) {
    append(100, 8);
    const fi_rma_iov behind{108, 8, kKey + 1};
    const fi_rma_iov same{100, 8, kKey + 1};
    EXPECT_TRUE(put_.fits(same));
    put_.append(source_, behind);
    EXPECT_EQ(put_.pieces().size(), 2U);
}

TEST_F(CombinedPuts, that_overlap_do_not_fit) {
    append(100, 8);
    for (const auto& [address, bytes] : {std::pair{100, 8}, {96, 5}, {107, 1}, {90, 30}}) {
        EXPECT_FALSE(put_.fits(at(static_cast<uint64_t>(address), static_cast<size_t>(bytes))));
    }
    EXPECT_TRUE(put_.fits(at(96, 4)));
    EXPECT_TRUE(put_.fits(at(108, 1)));
}

TEST_F(CombinedPuts, have_no_more_pieces_than_one_write_may_have) {
    append(0, 8);
    append(16, 8);
    append(32, 8);
    EXPECT_FALSE(put_.fits(at(48, 8)));
    EXPECT_TRUE(put_.fits(at(40, 8))); // it continues the last piece
    EXPECT_FALSE(put_.fits(at(8, 4))); // it continues another one
}

TEST_F(CombinedPuts, have_no_more_bytes_than_their_memory) {
    append(0, kBytesMax - 8);
    EXPECT_FALSE(put_.fits(at(1000, 9)));
    append(1000, 8);
    EXPECT_FALSE(put_.fits(at(1008, 1)));
}

TEST_F(CombinedPuts, are_as_before_when_the_last_is_taken_back) {
    append(0, 8);
    append(8, 4);
    put_.take_back(at(8, 4));
    EXPECT_EQ(put_.pieces()[0].len, 8U);
    append(20, 4);
    put_.take_back(at(20, 4));
    EXPECT_EQ(put_.pieces().size(), 1U);
    EXPECT_EQ(put_.bytes(), 8U);
}

/// Writes, piece by piece, and the puts themselves leave the same bytes.
TEST_F(CombinedPuts, write_what_the_puts_would) {
    std::minstd_rand random(5);
    std::vector<std::byte> one_by_one(400);
    std::vector<std::byte> combined(400);
    const auto write = [&] {
        const std::byte* from = put_.memory();
        for (const fi_rma_iov& piece : put_.pieces()) {
            std::memcpy(combined.data() + piece.addr, from, piece.len);
            from += piece.len;
        }
        put_.begin(memory_, kBytesMax, 1 + random() % CombinedPut::kPiecesMax);
    };
    for (int turn = 0; turn < 5000; ++turn) {
        const fi_rma_iov there = at(random() % 380, 1 + random() % 20);
        for (std::byte& each : source_) {
            each = static_cast<std::byte>(random());
        }
        if (!put_.fits(there)) {
            write();
        }
        put_.append(source_, there);
        std::memcpy(one_by_one.data() + there.addr, source_, there.len);
    }
    write();
    EXPECT_EQ(combined, one_by_one);
}

} // namespace
} // namespace arauto::transport::ofi
