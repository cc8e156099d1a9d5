// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests when a flush of one peer is over, and what is due until then.
#include "transport/ofi/peer_flush.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace arauto::transport::ofi {
namespace {

using Mark = PeerFlush::Mark;
using Step = PeerFlush::Step;

constexpr PeerFlush::Message kPut = {true, true, true, false};
constexpr PeerFlush::Message kAtomic = {false, true, true, false};
constexpr PeerFlush::Message kUntracked = {false, false, true, false};
constexpr PeerFlush::Message kQuestion = {false, false, false, true};
constexpr fi_rma_iov kData = {100, 8, 7};
constexpr fi_rma_iov kNoData = {100, 0, 7};
constexpr bool kHasProbes = true;

class PeerFlushes : public testing::Test {
  protected:
    /// @return the mark that its reply brings back
    Mark send(const PeerFlush::Message& message) {
        const Mark mark = flush_.mark();
        flush_.note_message(message);
        return mark;
    }
    [[nodiscard]] Step step(Flush wanted) const { return flush_.next_step(wanted, kHasProbes); }

    PeerFlush flush_;
};

TEST_F(PeerFlushes, are_over_before_anything_is_sent) {
    EXPECT_TRUE(flush_.is_flushed(Flush::data_and_signals));
    EXPECT_EQ(step(Flush::data_and_signals), Step::none);
    EXPECT_TRUE(flush_.may_write());
    EXPECT_TRUE(flush_.may_signal());
}

TEST_F(PeerFlushes, wait_for_no_message_that_is_not_tracked) {
    send(kUntracked);
    send(kAtomic);
    EXPECT_EQ(step(Flush::data_and_signals), Step::none);
}

TEST_F(PeerFlushes, of_messages_need_a_reply_to_the_last_or_a_later_one) {
    const Mark first = send(kPut);
    const Mark last = send(kPut);
    EXPECT_EQ(step(Flush::data), Step::request);
    flush_.take_reply(first);
    EXPECT_FALSE(flush_.is_flushed(Flush::data));
    flush_.take_reply(last);
    EXPECT_TRUE(flush_.is_flushed(Flush::data_and_signals));
}

TEST_F(PeerFlushes, request_one_reply_and_then_wait_for_it) {
    send(kPut);
    const Mark question = send(kQuestion);
    EXPECT_EQ(step(Flush::data), Step::await);
    send(kPut);
    EXPECT_EQ(step(Flush::data), Step::request) << "the reply does not cover the second put";
    flush_.take_reply(question);
    EXPECT_EQ(step(Flush::data), Step::request);
}

TEST_F(PeerFlushes, of_data_are_shown_by_a_probe_where_reads_come_after_writes) {
    flush_.note_write(kData, false);
    EXPECT_EQ(flush_.next_step(Flush::data, !kHasProbes), Step::request);
    EXPECT_EQ(step(Flush::data), Step::probe);
    EXPECT_EQ(flush_.last_byte().addr, kData.addr);
    EXPECT_EQ(flush_.last_byte().len, 1U);
    EXPECT_EQ(flush_.last_byte().key, kData.key);
    const Mark probe = flush_.mark();
    flush_.note_probe();
    EXPECT_EQ(step(Flush::data), Step::await);
    flush_.take_probe(probe);
    EXPECT_EQ(step(Flush::data_and_signals), Step::none);
}

TEST_F(PeerFlushes, probe_again_for_a_write_behind_the_probe) {
    flush_.note_write(kData, false);
    const Mark probe = flush_.mark();
    flush_.note_probe();
    flush_.note_write(kData, false);
    EXPECT_EQ(step(Flush::data), Step::probe);
    flush_.take_probe(probe);
    EXPECT_FALSE(flush_.is_flushed(Flush::data));
}

TEST_F(PeerFlushes, of_signals_need_a_reply_though_their_data_have_landed) {
    flush_.note_write(kData, true);
    EXPECT_EQ(step(Flush::data), Step::probe);
    EXPECT_EQ(step(Flush::data_and_signals), Step::request);
    flush_.take_probe(flush_.mark());
    EXPECT_TRUE(flush_.is_flushed(Flush::data));
    EXPECT_FALSE(flush_.is_flushed(Flush::data_and_signals));
    flush_.take_reply(send(kQuestion));
    EXPECT_TRUE(flush_.is_flushed(Flush::data_and_signals));
}

TEST_F(PeerFlushes, of_data_do_not_wait_for_a_signal_alone) {
    flush_.note_write(kNoData, true);
    EXPECT_TRUE(flush_.is_flushed(Flush::data));
    EXPECT_EQ(step(Flush::data_and_signals), Step::request);
}

TEST_F(PeerFlushes, keep_the_byte_of_the_last_write_that_had_data) {
    flush_.note_write(kData, false);
    flush_.note_write({200, 0, 7}, true);
    EXPECT_EQ(flush_.last_byte().addr, kData.addr);
}

TEST_F(PeerFlushes, are_over_by_one_reply_for_messages_data_and_signals) {
    send(kPut);
    flush_.note_write(kData, true);
    const Mark question = send(kQuestion);
    EXPECT_EQ(step(Flush::data_and_signals), Step::await);
    flush_.take_reply(question);
    EXPECT_EQ(step(Flush::data_and_signals), Step::none);
}

TEST_F(PeerFlushes, do_not_take_a_reply_for_what_was_sent_after_its_request) {
    const Mark question = send(kQuestion);
    flush_.note_write(kData, true);
    flush_.take_reply(question);
    EXPECT_FALSE(flush_.is_flushed(Flush::data));
    EXPECT_FALSE(flush_.is_flushed(Flush::data_and_signals));
}

TEST_F(PeerFlushes, do_not_probe_while_a_message_is_in_doubt) {
    send(kPut);
    flush_.note_write(kData, false);
    EXPECT_EQ(step(Flush::data), Step::request);
}

TEST_F(PeerFlushes, are_not_undone_by_an_old_reply_or_probe) {
    const Mark old = send(kPut);
    const Mark probe = flush_.mark();
    flush_.note_write(kData, true);
    flush_.take_reply(send(kQuestion));
    flush_.take_reply(old);
    flush_.take_probe(probe);
    EXPECT_TRUE(flush_.is_flushed(Flush::data_and_signals));
}

TEST_F(PeerFlushes, let_no_write_overtake_a_message_that_may_change_memory) {
    const Mark atomic = send(kAtomic);
    EXPECT_FALSE(flush_.may_write());
    flush_.take_reply(atomic);
    EXPECT_TRUE(flush_.may_write());
    EXPECT_TRUE(flush_.may_signal());
}

TEST_F(PeerFlushes, let_a_write_but_no_signal_overtake_a_message_with_an_effect) {
    const Mark message = send(kUntracked);
    EXPECT_TRUE(flush_.may_write());
    EXPECT_FALSE(flush_.may_signal());
    flush_.take_reply(message);
    EXPECT_TRUE(flush_.may_signal());
}

/// A peer that handles, lands and counts at random, later than it is sent to.
class Peer {
  public:
    explicit Peer(unsigned seed) : random_(seed) {}

    void take_turn() {
        switch (random_() % 8) {
        case 0:
            flush_.note_message(kPut);
            tracked_ = ++sent_;
            break;
        case 1:
            flush_.note_message(kUntracked);
            ++sent_;
            break;
        case 2:
        case 3:
            write();
            break;
        case 4:
            landed_ += landed_ < writes_ ? 1 : 0;
            break;
        case 5:
            counted_ += counted_ < landed_ ? 1 : 0;
            break;
        case 6:
            handle();
            break;
        default:
            probe_or_request(random_() % 2 == 0 ? Flush::data : Flush::data_and_signals);
        }
        take_answers();
        check();
    }

    /// Nothing more is sent; @return how many turns the flush took
    int flush_all() {
        for (int turn = 0; turn < 100; ++turn) {
            if (flush_.is_flushed(Flush::data_and_signals)) {
                return turn;
            }
            probe_or_request(Flush::data_and_signals);
            landed_ = writes_;
            counted_ = writes_;
            handled_ = sent_;
            take_answers();
            check();
        }
        return -1;
    }

  private:
    void write() {
        const bool has_signal = random_() % 2 == 0;
        const bool has_data = !has_signal || random_() % 2 == 0;
        flush_.note_write(has_data ? kData : kNoData, has_signal);
        ++writes_;
        with_data_ = has_data ? writes_ : with_data_;
        signalled_ = has_signal ? writes_ : signalled_;
    }
    /// In order, and not before the writes that were sent before.
    void handle() {
        handled_ += handled_ < sent_ ? 1 : 0;
        for (const Mark& each : questions_) {
            if (each.messages < handled_) {
                landed_ = std::max(landed_, each.writes);
                counted_ = std::max(counted_, each.writes);
            }
        }
    }
    void probe_or_request(Flush wanted) {
        switch (flush_.next_step(wanted, kHasProbes)) {
        case Step::probe:
            probes_.push_back(flush_.mark());
            flush_.note_probe();
            break;
        case Step::request:
            questions_.push_back(flush_.mark());
            flush_.note_message(kQuestion);
            ++sent_;
            break;
        case Step::none:
        case Step::await:
            break;
        }
    }
    void take_answers() {
        std::erase_if(questions_, [this](const Mark& each) {
            const bool is_handled = each.messages < handled_;
            if (is_handled) {
                flush_.take_reply(each);
            }
            return is_handled;
        });
        std::erase_if(probes_, [this](const Mark& each) {
            const bool is_there = each.writes <= landed_;
            if (is_there) {
                flush_.take_probe(each);
            }
            return is_there;
        });
    }
    /// It may know less than there is, never more.
    void check() const {
        const bool is_there = handled_ >= tracked_ && landed_ >= with_data_;
        if (flush_.is_flushed(Flush::data)) {
            EXPECT_TRUE(is_there);
        }
        if (flush_.is_flushed(Flush::data_and_signals)) {
            EXPECT_TRUE(is_there && counted_ >= signalled_);
        }
        if (flush_.next_step(Flush::data, kHasProbes) == Step::await) {
            EXPECT_FALSE(questions_.empty() && probes_.empty()) << "nothing is under way";
        }
    }

    std::minstd_rand random_;
    PeerFlush flush_;
    uint64_t sent_ = 0;
    uint64_t tracked_ = 0;
    uint64_t handled_ = 0;
    uint64_t writes_ = 0;
    uint64_t with_data_ = 0;
    uint64_t signalled_ = 0;
    uint64_t landed_ = 0;
    uint64_t counted_ = 0;
    std::vector<Mark> questions_; // without their replies
    std::vector<Mark> probes_;
};

TEST(RandomPeer, is_never_taken_to_have_more_than_it_has_and_is_flushed_in_the_end) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        Peer peer(seed);
        for (int turn = 0; turn < 400; ++turn) {
            peer.take_turn();
        }
        EXPECT_GE(peer.flush_all(), 0) << "seed " << seed;
    }
}

} // namespace
} // namespace arauto::transport::ofi
