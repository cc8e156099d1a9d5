// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The network with faults, around one that carries out everything at once and records the order.
#include "base/clock.hpp"
#include "transport/fault/fault.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

using namespace arauto; // NOLINT: the test is about these two
using namespace arauto::transport; // NOLINT

TEST(ParseFaults, reads_every_part) {
    const auto faults = parse_faults("delay=200us,reorder=1,again=5%,seed=7,fail=3,after=100");
    ASSERT_TRUE(faults.ok());
    EXPECT_EQ(faults.value.delay_ns, 200'000);
    EXPECT_TRUE(faults.value.may_reorder);
    EXPECT_EQ(faults.value.again_percent, 5);
    EXPECT_EQ(faults.value.seed, 7U);
    EXPECT_EQ(faults.value.failing, 3);
    EXPECT_EQ(faults.value.fails_after, 100);
    EXPECT_EQ(in_words(faults.value), "delays up to 200 us, reordering, 5% refused at first, rank "
                                      "3 fails after 100 posts, seed 7");
}

TEST(ParseFaults, takes_nothing_for_none) {
    const auto faults = parse_faults("");
    ASSERT_TRUE(faults.ok());
    EXPECT_FALSE(faults.value.any());
    EXPECT_FALSE(parse_faults("seed=4").value.any());
    EXPECT_FALSE(parse_faults("locked=4096").value.any()); // nothing of what is posted
}

TEST(ParseFaults, reads_how_much_may_be_registered) {
    EXPECT_EQ(parse_faults("locked=65536").value.locked_bytes, 65536);
    EXPECT_EQ(parse_faults("").value.locked_bytes, INT64_MAX);
}

TEST(ParseFaults, reads_whose_rules_hold) {
    EXPECT_EQ(parse_faults("rules=cxi").value.rules, "cxi");
    EXPECT_FALSE(parse_faults("rules=efa").value.any()); // nothing of what is posted
    EXPECT_TRUE(parse_faults("").value.rules.empty());
    EXPECT_EQ(parse_faults("refuse=data,after=3").value.refused, Refused::data);
    EXPECT_EQ(parse_faults("refuse=reads").value.refused, Refused::reads);
    EXPECT_EQ(parse_faults("").value.refused, Refused::nothing);
}

TEST(ParseFaults, reads_all_units_of_time) {
    EXPECT_EQ(parse_faults("delay=1s").value.delay_ns, 1'000'000'000);
    EXPECT_EQ(parse_faults("delay=2ms").value.delay_ns, 2'000'000);
    EXPECT_EQ(parse_faults("delay=3ns").value.delay_ns, 3);
    EXPECT_EQ(parse_faults("delay=0us").value.delay_ns, 0);
}

TEST(ParseFaults, lets_things_overtake_only_what_is_held) {
    EXPECT_GT(parse_faults("reorder=1").value.delay_ns, 0);
    EXPECT_EQ(parse_faults("reorder=0").value.delay_ns, 0);
}

TEST(ParseFaults, names_the_part_that_is_wrong) {
    for (const char* const text : {"delay",      "delay=",      "delay=5",
                                   "delay=-5us", "delay=11s",   "delay=99999999999999999999us",
                                   "reorder=2",  "again=5",     "again=91%",
                                   "again=-1%",  "seed=x",      "fail=-1",
                                   "after=",     "locked=x",    "rules=",
                                   "rules=cx",   "refuse=",     "refuse=all",
                                   "speed=1",    "delay=5us,,", "delay =5us",
                                   "=",          "seed=1 "}) {
        const auto faults = parse_faults(text);
        EXPECT_EQ(faults.status, ARAUTO_ERR_ARGUMENT) << text;
        EXPECT_NE(std::strstr(last_error(), "ARAUTO_FAULT has the part '"), nullptr) << text;
    }
}

/// An operation that reached the network below.
struct Seen {
    char what; // put, signal, atomic, active message, runs
    int peer;
    uint64_t number;
};

class Remembering final : public Network {
  public:
    std::vector<Seen> seen;
    std::vector<int> abandoned;
    int refuses = 0; // so many posts to come

    [[nodiscard]] Capabilities capabilities() const noexcept override { return {}; }
    [[nodiscard]] Posted post(const Operation& operation) noexcept override {
        const bool is_signal = operation.signal != nullptr;
        uint64_t number = operation.remote.value;
        if (is_signal && operation.bytes == sizeof number) {
            std::memcpy(&number, operation.local, sizeof number);
        }
        const char what = operation.kind == Kind::atomic ? 'a' : is_signal ? 's' : 'p';
        return note({what, operation.remote.peer, number});
    }
    [[nodiscard]] Posted post_runs(const RunsOperation& operation) noexcept override {
        return note({'r', operation.peer, operation.runs[0].remote});
    }
    [[nodiscard]] size_t poll(std::span<Completion>) noexcept override { return 0; }
    bool serve() noexcept override { return false; }
    [[nodiscard]] size_t unticketed_bytes_max() const noexcept override { return 64; }
    [[nodiscard]] bool carries(const Signal&) const noexcept override { return true; }
    [[nodiscard]] bool is_flushed_to(int) noexcept override { return true; }
    [[nodiscard]] bool is_flushed_except(int, Flush) noexcept override { return true; }
    [[nodiscard]] Posted
    send(int peer, std::span<const std::byte> active_message, bool) noexcept override {
        return note({'m', peer, static_cast<uint64_t>(active_message[0])});
    }
    [[nodiscard]] bool receive(ActiveMessage*, Arrived) noexcept override { return false; }
    [[nodiscard]] int next_lost() noexcept override { return -1; }
    [[nodiscard]] bool is_foreign(int) noexcept override { return false; }
    [[nodiscard]] arauto::os::ListenerState probe(int) noexcept override { return {}; }
    void abandon(int peer) noexcept override { abandoned.push_back(peer); }
    void rest(int) noexcept override {}
    [[nodiscard]] const char* description() const noexcept override { return "memory"; }

  private:
    [[nodiscard]] Posted note(const Seen& one) noexcept {
        if (refuses > 0) {
            --refuses;
            return {Outcome::again, ARAUTO_OK};
        }
        seen.push_back(one);
        return {Outcome::done, ARAUTO_OK};
    }
};

Faults faults_of(const char* text) {
    const auto faults = parse_faults(text);
    EXPECT_TRUE(faults.ok()) << last_error();
    return faults.value;
}

Operation put(int peer, uint64_t number) {
    static uint64_t data;
    return {Kind::put, {peer, Space::heap, number}, &data, sizeof data, {}, number + 1};
}

Posted signal(Fault& network, int peer, uint64_t number) {
    uint64_t data = number; // gone when the call returns
    Signal word{AtomicOp::add, 8, 0, 1};
    Operation operation{Kind::put, {peer, Space::heap, 0}, &data, sizeof data, {}, 0, &word};
    const Posted posted = network.post(operation);
    data = word.operand = 999;
    return posted;
}

std::vector<Completion> all_completions(Fault& network, size_t count) {
    std::vector<Completion> all(count);
    const int64_t end = now_ns() + int64_t{20'000'000'000};
    size_t got = 0;
    while (got < count && now_ns() < end) {
        got += network.poll(std::span(all).subspan(got));
    }
    all.resize(got);
    return all;
}

void drain(Fault& network, const Remembering& below, size_t count) {
    const int64_t end = now_ns() + int64_t{20'000'000'000};
    while (below.seen.size() < count && now_ns() < end) {
        network.serve();
    }
    ASSERT_EQ(below.seen.size(), count);
}

TEST(Fault, holds_what_is_posted_and_completes_it_once) {
    Remembering below;
    Fault network(below, faults_of("delay=300us,seed=3"), 0);
    for (uint64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(network.post(put(1, i)).outcome, Outcome::posted);
    }
    auto all = all_completions(network, 100);
    ASSERT_EQ(all.size(), 100U);
    std::sort(all.begin(), all.end(), [](auto a, auto b) { return a.ticket < b.ticket; });
    for (uint64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(all[i].ticket, i + 1);
        EXPECT_GE(all[i].status, 0);
        EXPECT_EQ(below.seen[i].number, i) << "nothing overtakes unless that is asked for";
    }
    Completion none{};
    EXPECT_EQ(network.poll({&none, 1}), 0U);
}

TEST(Fault, lets_puts_overtake_and_nothing_that_is_ordered) {
    Remembering below;
    Fault network(below, faults_of("delay=300us,reorder=1,seed=5"), 0);
    constexpr uint64_t kEach = 200;
    for (uint64_t i = 0; i < kEach; ++i) {
        const int peer = static_cast<int>(i % 2);
        EXPECT_EQ(network.post(put(peer, i)).outcome, Outcome::posted);
        EXPECT_EQ(signal(network, peer, i).outcome, Outcome::done);
        const std::byte active_message{static_cast<uint8_t>(i)};
        EXPECT_EQ(network.send(peer, {&active_message, 1}, true).outcome, Outcome::done);
        const Atomic add{AtomicOp::add, 8, 1, 0, nullptr};
        EXPECT_EQ(network.post({Kind::atomic, {peer, Space::heap, i}, nullptr, 8, add, 0}).outcome,
                  Outcome::done);
    }
    drain(network, below, 4 * kEach);
    std::vector<uint64_t> puts;
    std::vector<Seen> ordered[2];
    for (const Seen& one : below.seen) {
        if (one.what == 'p') {
            puts.push_back(one.number);
        } else {
            ordered[one.peer].push_back(one);
        }
    }
    EXPECT_EQ(puts.size(), kEach);
    EXPECT_FALSE(std::is_sorted(puts.begin(), puts.end()));
    for (const int peer : {0, 1}) {
        ASSERT_EQ(ordered[peer].size(), 3 * kEach / 2);
        for (size_t i = 0; i < ordered[peer].size(); ++i) {
            const Seen& one = ordered[peer][i];
            EXPECT_EQ(one.what, "sma"[i % 3]);
            EXPECT_EQ(one.number, i / 3 * 2 + static_cast<uint64_t>(peer));
        }
    }
}

TEST(Fault, is_flushed_when_all_without_a_ticket_has_gone_on) {
    Remembering below;
    Fault network(below, faults_of("delay=2ms,seed=5"), 0);
    EXPECT_TRUE(network.is_flushed_to(1));
    EXPECT_TRUE(network.is_flushed_except(-1, Flush::data_and_signals));
    for (uint64_t i = 0; i < 20; ++i) {
        EXPECT_EQ(signal(network, 1, i).outcome, Outcome::done);
    }
    EXPECT_TRUE(network.is_flushed_to(2));
    EXPECT_TRUE(network.is_flushed_except(1, Flush::data_and_signals));
    while (!network.is_flushed_to(1)) {
    }
    EXPECT_EQ(below.seen.size(), 20U);
    EXPECT_TRUE(network.is_flushed_except(-1, Flush::data_and_signals));
}

TEST(Fault, refuses_some_posts_and_keeps_none_of_them) {
    Remembering below;
    Fault network(below, faults_of("again=30%,seed=9"), 0);
    size_t refused = 0;
    for (uint64_t i = 0; i < 1000; ++i) {
        refused += network.post(put(1, i)).outcome == Outcome::again ? 1 : 0;
    }
    EXPECT_GT(refused, 200U);
    EXPECT_LT(refused, 400U);
    EXPECT_EQ(below.seen.size(), 1000 - refused);
}

TEST(Fault, tries_again_in_order_where_the_network_below_refuses) {
    Remembering below;
    Fault network(below, faults_of("delay=1us"), 0);
    below.refuses = 57;
    for (uint64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(signal(network, 1, i).outcome, Outcome::done);
    }
    drain(network, below, 100);
    for (uint64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(below.seen[i].number, i);
    }
}

TEST(Fault, gives_up_a_peer_with_all_that_waits_for_it) {
    Remembering below;
    Fault network(below, faults_of("delay=5s,fail=2,after=3"), 0);
    for (uint64_t i = 0; i < 3; ++i) {
        EXPECT_EQ(network.post(put(2, i)).outcome, Outcome::posted);
        EXPECT_EQ(network.post(put(1, 10 + i)).outcome, Outcome::posted);
    }
    EXPECT_EQ(network.next_lost(), -1);
    const Posted late = network.post(put(2, 3));
    EXPECT_EQ(late.outcome, Outcome::failed);
    EXPECT_EQ(late.status, ARAUTO_ERR_FAILED);
    EXPECT_NE(std::strstr(last_error(), "rank 2"), nullptr);
    EXPECT_EQ(network.next_lost(), 2);
    EXPECT_EQ(network.next_lost(), -1);
    for (const Completion& one : all_completions(network, 3)) {
        EXPECT_EQ(one.status, ARAUTO_ERR_FAILED);
        EXPECT_LE(one.ticket, 3U);
        EXPECT_NE(std::strstr(last_error(), "rank 2"), nullptr);
    }
    network.abandon(1);
    EXPECT_EQ(below.abandoned, std::vector<int>{1});
    EXPECT_EQ(all_completions(network, 3).size(), 3U);
    EXPECT_TRUE(below.seen.empty());
}

TEST(Fault, decides_the_same_for_the_same_seed) {
    std::vector<size_t> refusals[3];
    const char* const texts[] = {"again=20%,seed=4", "again=20%,seed=4", "again=20%,seed=5"};
    for (size_t run = 0; run < 3; ++run) {
        Remembering below;
        Fault network(below, faults_of(texts[run]), 6);
        for (size_t i = 0; i < 100; ++i) {
            if (network.post(put(1, i)).outcome == Outcome::again) {
                refusals[run].push_back(i);
            }
        }
    }
    EXPECT_EQ(refusals[0], refusals[1]);
    EXPECT_NE(refusals[0], refusals[2]);
}

} // namespace
