// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests which puts wait to be combined.
#include "transport/ofi/row.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace arauto::transport::ofi {
namespace {

using End = Row::End;

constexpr Signal kSignal = {AtomicOp::add, 8, 64, 1};
constexpr size_t kPieces = 4;

/// Does with a row what the transport does, over a network that takes everything at once.
class Rows : public testing::Test {
  protected:
    Rows() { row_.open(kPieces); }

    static Operation put_of(int peer, size_t bytes, const Signal* signal = nullptr) {
        static std::byte source[kRowBytes + 1]{};
        Operation operation{};
        operation.kind = Kind::put;
        operation.remote.peer = peer;
        operation.local = source;
        operation.bytes = bytes;
        operation.signal = signal;
        return operation;
    }
    fi_rma_iov somewhere(size_t bytes) { return {next_ += 2 * kRowBytes, bytes, 1}; }

    [[nodiscard]] bool joins(const Operation& operation) {
        return row_.joins(operation, somewhere(operation.bytes), habits_[operation.remote.peer]);
    }
    void end(End why) {
        row_.end(why);
        send();
    }
    void send() {
        if (row_.item() != nullptr) {
            sent_.push_back(row_.put().pieces().size());
            row_.release();
        }
    }
    void join(const Operation& operation, const fi_rma_iov& there) {
        const int peer = operation.remote.peer;
        if (row_.needs_next(there)) {
            end(End::full);
            row_.expect_next(peer);
        }
        if (row_.item() == nullptr) {
            row_.note_combinable(peer);
            item_.peer = peer;
            row_.begin(item_, habits_[peer]);
        }
        row_.append(operation, there);
        if (operation.signal != nullptr) {
            send();
        }
    }
    /// @return whether it waits, or has joined those that did
    bool post(const Operation& operation) {
        const int peer = operation.remote.peer;
        const fi_rma_iov there = somewhere(operation.bytes);
        Row::Habit& habit = habits_[peer];
        bool has_joined = row_.joins(operation, there, habit);
        if (!has_joined) {
            if (operation.signal != nullptr) {
                row_.note_combinable(peer);
            }
            end(End::other);
            has_joined = row_.joins(operation, there, habit);
        }
        if (has_joined) {
            join(operation, there);
        } else if (operation.bytes > 0 && operation.signal == nullptr) {
            row_.note_alone(peer, habit);
        }
        return has_joined;
    }

    Row row_;
    std::vector<size_t> sent_; // pieces of each write

  private:
    std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(kRowBytes);
    Item item_ = [this] {
        Item item{};
        item.message = memory_.get();
        return item;
    }();
    std::map<int, Row::Habit> habits_;
    uint64_t next_ = 0;
};

TEST_F(Rows, begin_behind_a_put_that_has_gone_alone) {
    EXPECT_FALSE(post(put_of(1, 8)));
    EXPECT_TRUE(row_.was_last(1));
    EXPECT_TRUE(post(put_of(1, 8)));
    EXPECT_TRUE(post(put_of(1, 8)));
    EXPECT_TRUE(row_.is_for(1));
    EXPECT_FALSE(row_.is_for(2));
    EXPECT_EQ(row_.put().pieces().size(), 2U);
}

TEST_F(Rows, end_with_a_put_to_another_peer) {
    post(put_of(1, 8));
    post(put_of(1, 8));
    EXPECT_FALSE(post(put_of(2, 8)));
    EXPECT_EQ(sent_, std::vector<size_t>{1});
    EXPECT_FALSE(row_.was_last(1));
    EXPECT_TRUE(row_.was_last(2));
}

TEST_F(Rows, end_with_a_signal_which_needs_no_write_of_its_own) {
    post(put_of(1, 8));
    post(put_of(1, 8));
    EXPECT_TRUE(post(put_of(1, 0, &kSignal)));
    EXPECT_EQ(sent_, std::vector<size_t>{1});
    EXPECT_EQ(row_.item(), nullptr);
    post(put_of(1, 8));
    post(put_of(1, 8));
    EXPECT_TRUE(post(put_of(1, 8, &kSignal)));
    EXPECT_EQ(sent_.back(), 3U) << "the first put waits now, since a row has followed it";
}

TEST_F(Rows, do_not_begin_with_a_signal) {
    EXPECT_FALSE(post(put_of(1, 0, &kSignal)));
    EXPECT_FALSE(post(put_of(1, 8, &kSignal)));
    EXPECT_TRUE(sent_.empty());
}

TEST_F(Rows, begin_with_the_first_put_where_the_last_row_had_more) {
    post(put_of(1, 8));
    post(put_of(1, 8)); // it shows that the first should have waited
    end(End::fence);
    EXPECT_TRUE(post(put_of(1, 8)));
    EXPECT_FALSE(post(put_of(2, 8))) << "nothing is known of this peer";
}

TEST_F(Rows, begin_with_the_first_put_where_a_fence_or_signal_came_right_behind_one) {
    post(put_of(1, 8));
    end(End::fence);
    EXPECT_TRUE(post(put_of(1, 8)));
    post(put_of(2, 8));
    post(put_of(2, 0, &kSignal));
    EXPECT_TRUE(post(put_of(2, 8)));
}

TEST_F(Rows, begin_with_the_second_put_again_where_the_first_has_waited_in_vain) {
    post(put_of(1, 8));
    end(End::fence);
    ASSERT_TRUE(post(put_of(1, 8)));
    end(End::other);
    EXPECT_FALSE(post(put_of(1, 8)));
}

TEST_F(Rows, that_were_full_do_not_count_as_in_vain) {
    post(put_of(1, 8));
    for (size_t i = 0; i < kPieces; ++i) {
        EXPECT_TRUE(post(put_of(1, 8)));
    }
    EXPECT_TRUE(post(put_of(1, 8)));
    EXPECT_EQ(sent_, std::vector<size_t>{kPieces});
    end(End::other);
    EXPECT_TRUE(post(put_of(1, 8)));
}

TEST_F(Rows, take_no_long_put_and_none_that_is_not_tracked) {
    post(put_of(1, 8));
    EXPECT_TRUE(joins(put_of(1, kJoinedMax)));
    EXPECT_FALSE(joins(put_of(1, kJoinedMax + 1)));
    Operation untracked = put_of(1, 8);
    untracked.is_tracked = false;
    EXPECT_FALSE(joins(untracked));
}

TEST_F(Rows, are_not_there_where_the_network_does_not_keep_order) {
    row_.open(0);
    post(put_of(1, 8));
    EXPECT_FALSE(joins(put_of(1, 8)));
}

TEST_F(Rows, keep_waiting_when_the_network_does_not_take_them_now) {
    post(put_of(1, 8));
    post(put_of(1, 8));
    row_.end(End::other);
    EXPECT_TRUE(row_.is_for(1));
    EXPECT_FALSE(joins(put_of(1, 8))) << "it has ended";
    EXPECT_FALSE(joins(put_of(1, 0, &kSignal)));
}

TEST_F(Rows, have_stopped_growing_when_none_has_joined_between_two_looks) {
    EXPECT_FALSE(row_.has_stopped_growing());
    post(put_of(1, 8));
    EXPECT_FALSE(row_.has_stopped_growing());
    post(put_of(1, 8));
    EXPECT_FALSE(row_.has_stopped_growing());
    post(put_of(1, 8));
    EXPECT_FALSE(row_.has_stopped_growing());
    EXPECT_TRUE(row_.has_stopped_growing());
}

} // namespace
} // namespace arauto::transport::ofi
