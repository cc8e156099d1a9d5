// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Writes that wait are overtaken by what the rules let overtake them, and by nothing else.
#include "transport/ofi/held_writes.hpp"

#include <gtest/gtest.h>
#include <rdma/fi_errno.h>

#include <vector>

namespace {

using namespace arauto::transport::ofi; // NOLINT: the test is about it
using Later = HeldWrites::Later;

constexpr fi_addr_t kPeer = 3;
constexpr int kWrites = 200;
constexpr int kLooks = 8; // the most that a write waits for

/// A provider that keeps the numbers of the writes that it gets.
class Provider {
  public:
    Provider() {
        calls_.writemsg = [](fid_ep* endpoint, const fi_msg_rma* message, uint64_t) -> ssize_t {
            Provider& self = *static_cast<Provider*>(endpoint->fid.context);
            if (self.answer == 0) {
                self.got.push_back(message->data);
            }
            return self.answer;
        };
        endpoint_.fid.context = this;
        endpoint_.rma = &calls_;
    }
    Provider(const Provider&) = delete;
    Provider& operator=(const Provider&) = delete;
    fid_ep* endpoint() { return &endpoint_; }

    std::vector<uint64_t> got;
    ssize_t answer = 0;

  private:
    fi_ops_rma calls_{};
    fid_ep endpoint_{};
};

class Writes {
  public:
    explicit Writes(const char* rules) : held(*find_rules(rules), 1) {}

    /// A write as Fabric makes it. @return whether it waits
    bool write(uint64_t number, size_t bytes = 8, fi_addr_t peer = kPeer) {
        const iovec here{memory_, bytes};
        const fi_rma_iov there{0, bytes, 1};
        void* none = nullptr;
        const fi_msg_rma message{&here, &none, 1, peer, &there, 1, &contexts[number], number};
        EXPECT_EQ(held.make_way(provider.endpoint(), peer, Later::write, bytes), 0);
        const bool waits = held.take(message, FI_COMPLETION);
        if (!waits) {
            provider.got.push_back(number);
        }
        return waits;
    }

    Provider provider;
    HeldWrites held;
    int contexts[kWrites]{};

  private:
    std::byte memory_[8192]{};
};

/// How often a write came behind a later one; all must have come after some looks.
int overtakings(const char* rules, size_t bytes) {
    Writes writes(rules);
    for (int i = 0; i < kWrites; ++i) {
        static_cast<void>(writes.write(static_cast<uint64_t>(i), bytes));
        writes.held.release(writes.provider.endpoint());
    }
    for (int i = 0; i < kLooks; ++i) {
        writes.held.release(writes.provider.endpoint());
    }
    const std::vector<uint64_t>& got = writes.provider.got;
    EXPECT_EQ(got.size(), static_cast<size_t>(kWrites));
    EXPECT_TRUE(writes.held.empty());
    int count = 0;
    for (size_t i = 1; i < got.size(); ++i) {
        count += got[i] < got[i - 1] ? 1 : 0;
    }
    return count;
}

TEST(HeldWrites, overtake_each_other_only_where_writes_are_in_no_order) {
    EXPECT_GT(overtakings("efa", 8), kWrites / 8);
    EXPECT_GT(overtakings("psm3", 8192), kWrites / 8); // longer than what it orders
    for (const char* const name : {"cxi", "verbs", "psm3", "shm", "tcp"}) {
        EXPECT_EQ(overtakings(name, 8), 0) << name;
    }
}

TEST(HeldWrites, are_overtaken_by_messages_and_reads_as_the_rules_permit) {
    struct Case {
        const char* rules;
        Later later;
        bool overtakes;
    };
    for (const Case& each : {Case{"cxi", Later::message, true}, Case{"cxi", Later::read, true},
                             Case{"psm3", Later::message, true}, Case{"psm3", Later::read, false},
                             Case{"efa", Later::message, true}, Case{"efa", Later::read, true}}) {
        Writes writes(each.rules);
        uint64_t number = 0;
        while (!writes.write(number)) {
            ++number;
        }
        const size_t before = writes.provider.got.size();
        EXPECT_EQ(writes.held.make_way(writes.provider.endpoint(), kPeer, each.later, 8), 0);
        EXPECT_EQ(writes.provider.got.size() - before, each.overtakes ? 0U : 1U) << each.rules;
    }
}

TEST(HeldWrites, to_other_peers_stay_where_they_are) {
    Writes writes("cxi");
    uint64_t number = 0;
    while (!writes.write(number)) {
        ++number;
    }
    const size_t before = writes.provider.got.size();
    EXPECT_EQ(writes.held.make_way(writes.provider.endpoint(), kPeer + 1, Later::write, 8), 0);
    EXPECT_EQ(writes.provider.got.size(), before);
}

TEST(HeldWrites, wait_on_while_the_provider_takes_none) {
    Writes writes("cxi");
    uint64_t number = 0;
    while (!writes.write(number)) {
        ++number;
    }
    fid_ep* const endpoint = writes.provider.endpoint();
    writes.provider.answer = -FI_EAGAIN;
    EXPECT_EQ(writes.held.make_way(endpoint, kPeer, Later::write, 8), -FI_EAGAIN);
    for (int i = 0; i < 2 * kLooks; ++i) {
        writes.held.release(endpoint);
    }
    EXPECT_FALSE(writes.held.empty());
    writes.provider.answer = 0;
    writes.held.release(endpoint);
    EXPECT_TRUE(writes.held.empty());
}

TEST(HeldWrites, end_with_the_error_of_their_own_call) {
    Writes writes("efa");
    uint64_t number = 0;
    while (!writes.write(number)) {
        ++number;
    }
    writes.provider.answer = -FI_EHOSTUNREACH;
    for (int i = 0; i < kLooks; ++i) {
        writes.held.release(writes.provider.endpoint());
    }
    fi_cq_err_entry error{};
    ASSERT_TRUE(writes.held.has_errors());
    ASSERT_TRUE(writes.held.take_error(&error));
    EXPECT_EQ(error.err, FI_EHOSTUNREACH);
    EXPECT_EQ(error.op_context, &writes.contexts[number]);
    EXPECT_FALSE(writes.held.take_error(&error));
    EXPECT_TRUE(writes.held.empty());
}

} // namespace
