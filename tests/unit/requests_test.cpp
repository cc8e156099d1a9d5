// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests how requests are handed to the network and how they end, each by the rules of every card.
#include "two_ends.hpp"

#include "base/status.hpp"
#include "transport/ofi/row.hpp"

#include <cstring>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kSome = 4096;
constexpr Signal kSignal = {AtomicOp::add, 8, 64, 1};
using Ends = std::vector<std::pair<uint64_t, Status>>;

class RequestsOfAnEnd : public TwoEnds {
  protected:
    [[nodiscard]] Requests& requests() { return here->requests; }
    /// Awaits the end of so many operations. @return them, by ticket
    Ends ends(size_t count) {
        Ends all;
        await([&] {
            const Ends more = ends_now();
            all.insert(all.end(), more.begin(), more.end());
            return all.size() >= count;
        });
        std::sort(all.begin(), all.end());
        return all;
    }
    Ends ends_now() {
        Ends all;
        for (const Completion& each : here->ended()) {
            all.emplace_back(each.ticket, each.status);
        }
        return all;
    }
    ssize_t access(const Operation& operation, const fi_rma_iov& memory) {
        Peer& peer = here->peers[operation.remote.peer];
        const Result<ssize_t> code = requests().access(operation, peer, memory);
        EXPECT_TRUE(code.ok()) << last_error();
        return code.value;
    }
    /// From now on the network takes calls and does nothing.
    std::vector<Item*>& swallow_all() {
        here->obstacle->begin(0);
        return here->obstacle->taken;
    }
    /// How many messages to one peer there is room for; they go on and on.
    size_t fill_with_messages(int number) {
        size_t count = 0;
        while (requests().send(get_of(kOwnTicket, number), here->peers[number]) == 0) {
            ++count;
        }
        return count;
    }
};

TEST_P(RequestsOfAnEnd, move_data_both_ways) {
    connect();
    std::memset(here->heap(), 7, kSome);
    ASSERT_EQ(try_until_taken(
                  [&] { return access(operation(Kind::put, kSome, 5), memory_there(0, kSome)); }),
              0);
    EXPECT_EQ(ends(1), (Ends{{5, ARAUTO_OK}}));
    EXPECT_EQ(std::memcmp(there->heap(), here->heap(), kSome), 0);
    std::memset(there->heap(), 9, kSome);
    ASSERT_EQ(try_until_taken(
                  [&] { return access(operation(Kind::get, kSome, 6), memory_there(0, kSome)); }),
              0);
    EXPECT_EQ(ends(1), (Ends{{6, ARAUTO_OK}}));
    EXPECT_EQ(std::memcmp(there->heap(), here->heap(), kSome), 0);
}

TEST_P(RequestsOfAnEnd, copy_short_puts_and_show_when_they_are_there) {
    connect();
    Peer& peer = here->peers[1];
    if (!here->fabric.keeps_order(8)) {
        GTEST_SKIP() << "skipped: such a network has no copied writes";
    }
    here->heap()[0] = std::byte{3};
    const fi_rma_iov memory = memory_there(0, 8);
    ASSERT_EQ(try_until_taken(
                  [&] { return requests().write_copy(operation(Kind::put, 8, 0), peer, memory); }),
              0);
    here->heap()[0] = std::byte{4}; // the source is free
    EXPECT_FALSE(peer.is_known_flushed(Flush::data));
    EXPECT_FALSE(here->peers.are_known_flushed_except(-1, Flush::data));
    await([&] {
        const ssize_t code = requests().step_to_flush(1, peer, Flush::data);
        EXPECT_TRUE(code == 0 || code == -FI_EAGAIN);
        return peer.is_known_flushed(Flush::data);
    });
    EXPECT_EQ(there->heap()[0], std::byte{3});
    EXPECT_TRUE(ends_now().empty()) << "no caller awaits it";
}

TEST_P(RequestsOfAnEnd, write_a_row_and_its_signal_at_once) {
    connect();
    Peer& peer = here->peers[1];
    if (!here->fabric.keeps_order(8)) {
        GTEST_SKIP() << "skipped: such a network has no rows";
    }
    Row row;
    row.open(1);
    Item* const item = here->items.take(Use::access, kRowBytes);
    item->peer = 1;
    row.begin(*item, peer.habit);
    here->heap()[8] = std::byte{5};
    row.append(operation(Kind::put, 16, 0), memory_there(0, 16));
    ASSERT_EQ(try_until_taken([&] { return requests().write_row(row, &kSignal, false); }), 0);
    await([&] { return there->signals > 0; });
    EXPECT_EQ(there->heap()[8], std::byte{5});
    EXPECT_FALSE(peer.is_known_flushed(Flush::data_and_signals));
}

TEST_P(RequestsOfAnEnd, get_the_answer_of_the_peer_or_its_sentence) {
    connect();
    Peer& peer = here->peers[1];
    there->heap()[64] = std::byte{41};
    uint64_t old = 0;
    Word word{};
    word.offset = 64;
    word.operand = 1;
    word.op = static_cast<uint8_t>(AtomicOp::add);
    word.width = 8;
    const Request add{.verb = Verb::atomic,
                      .peer = 1,
                      .space = Space::heap,
                      .ticket = 5,
                      .runs = {},
                      .word = &word,
                      .old = &old};
    ASSERT_EQ(try_until_taken([&] { return requests().send(add, peer); }), 0);
    EXPECT_EQ(ends(1), (Ends{{5, ARAUTO_OK}}));
    EXPECT_EQ(old, 41U);
    EXPECT_EQ(there->heap()[64], std::byte{42});
    ASSERT_EQ(try_until_taken([&] { return requests().send(get_of(6, 1, kHeapBytes), peer); }), 0);
    EXPECT_EQ(ends(1), (Ends{{6, ARAUTO_ERR_RANGE}}));
    EXPECT_NE(std::string_view(last_error()).find("reach past the heap"), std::string_view::npos);
}

TEST_P(RequestsOfAnEnd, end_once_both_the_reply_has_come_and_the_message_is_sent) {
    connect();
    for (const bool is_reply_first : {false, true}) {
        std::vector<Item*>& taken = swallow_all();
        taken.clear();
        ASSERT_EQ(requests().send(get_of(5), here->peers[1]), 0);
        ASSERT_EQ(taken.size(), 1U);
        Header reply{};
        reply.ticket = Items::reply_ticket(*taken[0]);
        const std::byte data{8};
        byte = {};
        if (is_reply_first) {
            requests().take_reply(reply, &data);
        } else {
            requests().complete(*taken[0]);
        }
        EXPECT_TRUE(ends_now().empty());
        if (is_reply_first) {
            requests().complete(*taken[0]);
        } else {
            requests().take_reply(reply, &data);
        }
        EXPECT_EQ(ends_now(), (Ends{{5, ARAUTO_OK}}));
        EXPECT_EQ(byte, data);
        requests().take_reply(reply, &data);
        EXPECT_TRUE(ends_now().empty()) << "a second reply says nothing";
    }
}

TEST_P(RequestsOfAnEnd, leave_a_late_signal_for_a_flush) {
    connect();
    Peer& peer = here->peers[1];
    ASSERT_NE(requests().data_of(kSignal), 0U);
    Operation put = operation(Kind::put, kSome, 5);
    put.signal = &kSignal;
    ASSERT_EQ(try_until_taken([&] { return access(put, memory_there(0, kSome)); }), 0);
    EXPECT_TRUE(peer.is_known_flushed(Flush::data_and_signals)) << "the caller awaits it";
    EXPECT_EQ(ends(1), (Ends{{5, ARAUTO_OK}}));
    EXPECT_FALSE(peer.is_known_flushed(Flush::data_and_signals)) << "it may not be counted yet";
    EXPECT_EQ(here->peers.unflushed().size(), 1U) << "a flush has to ask";
    const size_t before = there->served.size();
    await([&] {
        static_cast<void>(requests().step_to_flush(1, peer, Flush::data_and_signals));
        return peer.is_known_flushed(Flush::data_and_signals);
    });
    EXPECT_EQ(there->served.size(), before + 1) << "it asks the peer once";
    EXPECT_EQ(there->signals, 1);
}

TEST_P(RequestsOfAnEnd, have_room_again_when_one_has_ended) {
    connect();
    std::vector<Item*>& taken = swallow_all();
    const fi_rma_iov memory = memory_there(0, 8);
    const Operation get = operation(Kind::get, 8, 5);
    size_t count = 0;
    while (access(get, memory) == 0) {
        ++count;
    }
    EXPECT_GE(count, 512U);
    EXPECT_EQ(access(get, memory), -FI_EAGAIN);
    EXPECT_EQ(taken.size(), count) << "the network is not asked where there is no room";
    requests().complete(*taken[0]);
    EXPECT_EQ(access(get, memory), 0);
    EXPECT_EQ(access(get, memory), -FI_EAGAIN);
    EXPECT_EQ(ends_now().size(), 1U);
}

TEST_P(RequestsOfAnEnd, to_one_peer_leave_room_for_those_to_another) {
    connect();
    reach(*here, 3);
    swallow_all();
    const size_t to_one = fill_with_messages(1);
    EXPECT_GT(to_one, 1U);
    EXPECT_EQ(requests().send(get_of(5), here->peers[1]), -FI_EAGAIN);
    EXPECT_EQ(requests().send(get_of(5, 3), here->peers[3]), 0);
}

TEST_P(RequestsOfAnEnd, leave_nothing_behind_when_the_network_does_not_take_them) {
    connect();
    Peer& peer = here->peers[1];
    const PeerFlush::Mark before = peer.flush.mark();
    const size_t held = peer.held;
    for (const ssize_t code : {ssize_t{-FI_EAGAIN}, ssize_t{-FI_EHOSTUNREACH}}) {
        here->obstacle->begin(code);
        Request tracked = get_of(5);
        tracked.is_tracked = true;
        for (size_t i = 0; i < 2000; ++i) { // more than there is room for
            ASSERT_EQ(requests().send(tracked, peer), code);
            ASSERT_EQ(access(operation(Kind::get, 8, 6), memory_there(0, 8)), code);
        }
        if (*GetParam() == '\0') { // by rules a write may wait for it
            ASSERT_EQ(requests().write_copy(operation(Kind::put, 8, 0), peer, memory_there(0, 8)),
                      code);
        }
    }
    EXPECT_EQ(peer.flush.mark().messages, before.messages);
    EXPECT_EQ(peer.flush.mark().writes, before.writes);
    EXPECT_EQ(peer.held, held);
    EXPECT_TRUE(peer.is_known_flushed(Flush::data_and_signals));
    EXPECT_TRUE(here->peers.unflushed().empty());
    here->obstacle->end();
    ASSERT_EQ(try_until_taken([&] { return requests().send(get_of(7), peer); }), 0);
    EXPECT_EQ(ends(1), (Ends{{7, ARAUTO_OK}}));
}

TEST_P(RequestsOfAnEnd, end_with_a_failure_when_the_network_has_lost_them) {
    connect();
    std::vector<Item*>& taken = swallow_all();
    const size_t held = here->peers[1].held;
    ASSERT_EQ(access(operation(Kind::get, 8, 5), memory_there(0, 8)), 0);
    ASSERT_EQ(requests().send(get_of(6), here->peers[1]), 0);
    ASSERT_EQ(requests().send(get_of(kOwnTicket), here->peers[1]), 0);
    ASSERT_EQ(requests().send(get_of(0), here->peers[1]), 0);
    ASSERT_EQ(taken.size(), 4U);
    requests().fail(*taken[0], FI_ECONNRESET);
    EXPECT_EQ(ends_now(), (Ends{{5, ARAUTO_ERR_FAILED}}));
    EXPECT_NE(std::string_view(last_error()).find("lost an access to rank 1: "),
              std::string_view::npos)
        << last_error();
    for (size_t i = 1; i < taken.size(); ++i) {
        requests().fail(*taken[i], FI_ECONNRESET);
    }
    EXPECT_EQ(ends_now(), (Ends{{6, ARAUTO_ERR_FAILED}}));
    EXPECT_STREQ(last_error(), "rank 1 was lost before it replied");
    for (const Item* const item : taken) {
        EXPECT_EQ(item->serial, 0U) << "it is free again";
    }
    EXPECT_EQ(here->peers[1].held, held);
}

TEST_P(RequestsOfAnEnd, to_a_peer_that_is_gone_end_with_a_failure_and_those_to_others_go_on) {
    connect();
    reach(*here, 3);
    std::vector<Item*>& taken = swallow_all();
    ASSERT_EQ(access(operation(Kind::get, 8, 5), memory_there(0, 8)), 0);
    ASSERT_EQ(requests().send(get_of(6), here->peers[1]), 0); // which will be sent
    ASSERT_EQ(requests().send(get_of(7), here->peers[1]), 0); // which will not
    ASSERT_EQ(requests().send(get_of(8, 3), here->peers[3]), 0);
    const uint64_t late = Items::reply_ticket(*taken[1]);
    requests().complete(*taken[1]);
    requests().end_all_of(1);
    Ends ended = ends_now();
    std::sort(ended.begin(), ended.end());
    EXPECT_EQ(ended,
              (Ends{{5, ARAUTO_ERR_FAILED}, {6, ARAUTO_ERR_FAILED}, {7, ARAUTO_ERR_FAILED}}));
    // All of the rest comes later, and says nothing more.
    Header reply{};
    reply.ticket = late;
    requests().take_reply(reply, &byte);
    requests().fail(*taken[0], FI_ECONNRESET);
    requests().complete(*taken[2]);
    EXPECT_TRUE(ends_now().empty());
    reply.ticket = Items::reply_ticket(*taken[3]);
    requests().take_reply(reply, &byte);
    requests().complete(*taken[3]);
    EXPECT_EQ(ends_now(), (Ends{{8, ARAUTO_OK}}));
}

TEST_P(RequestsOfAnEnd, to_a_peer_that_is_gone_take_no_room_from_others) {
    connect();
    reach(*here, 3);
    std::vector<Item*>& taken = swallow_all();
    const size_t room = fill_with_messages(3);
    for (Item* const item : std::exchange(taken, {})) {
        requests().fail(*item, FI_ECONNRESET);
    }
    EXPECT_GT(fill_with_messages(1), 1U);
    requests().end_all_of(1); // the network keeps all of these
    EXPECT_EQ(fill_with_messages(3), room);
}

INSTANTIATE_TEST_SUITE_P(ByTheRulesOf, RequestsOfAnEnd, kAllRules, name_of_rules);

} // namespace
} // namespace arauto::transport::ofi
