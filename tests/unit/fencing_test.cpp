// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests which peers count as lost, that they reach no memory any more, and that those that live are
// told to end: by the rules of every card.
#include "two_ends.hpp"

#include "base/status.hpp"
#include "os/connections.hpp"

#include <cstring>
#include <optional>
#include <vector>

namespace arauto::transport::ofi {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

class FencingOfAnEnd : public TwoEnds {
  protected:
    [[nodiscard]] Fencing& fencing() { return here->fencing; }
    void count_as_failed(int peer) {
        here->job.images[peer].state.store(boot::ImageState::failed, std::memory_order_release);
    }
    /// Tries each dismissal that is due, as time goes by faster than it does.
    void try_dismissals() {
        now_ += kSecond;
        for (int peer = fencing().next_due(now_); peer >= 0; peer = fencing().next_due(now_)) {
            EXPECT_TRUE(here->peers.take_found().empty());
            fencing().try_dismissal(peer);
        }
    }
    /// The other end writes to this one by the key that rank 1 or 3 has here.
    /// @return how the write ends
    Status write_by(const fi_rma_iov& memory) {
        Operation put = operation(Kind::put, 8, 5);
        put.remote.peer = 0;
        put.local = there->heap();
        EXPECT_EQ(try_until_taken(
                      [&] { return there->requests.access(put, there->peers[0], memory).value; }),
                  0);
        std::vector<Completion> ended;
        await([&] {
            ended = there->ended();
            return !ended.empty();
        });
        return ended[0].status;
    }
    fi_rma_iov memory_here(int holder) {
        const auto address = reinterpret_cast<uint64_t>(here->heap());
        const Result<Region> region = here->regions.cover(holder, address, 8);
        EXPECT_TRUE(region.ok()) << last_error();
        return {address - region.value.base, 8, region.value.key};
    }

  private:
    int64_t now_ = now_ns();
};

TEST_P(FencingOfAnEnd, loses_each_peer_once) {
    EXPECT_FALSE(fencing().has_lost());
    EXPECT_EQ(fencing().next_lost(), -1);
    EXPECT_TRUE(fencing().lose(3)) << "one that was never addressed";
    EXPECT_TRUE(fencing().lose(1));
    EXPECT_FALSE(fencing().lose(3));
    EXPECT_TRUE(here->peers[3].is_gone);
    EXPECT_FALSE(here->peers[2].is_gone);
    EXPECT_TRUE(fencing().has_lost());
    EXPECT_EQ(fencing().next_lost(), 3);
    EXPECT_TRUE(fencing().has_lost());
    EXPECT_EQ(fencing().next_lost(), 1);
    EXPECT_FALSE(fencing().has_lost());
    EXPECT_FALSE(fencing().lose(1)) << "also after it was reported";
    EXPECT_EQ(fencing().next_lost(), -1);
}

TEST_P(FencingOfAnEnd, closes_the_key_of_a_lost_peer_and_no_other) {
    connect();
    if (!here->regions.has_keys_for_each()) {
        GTEST_SKIP() << "skipped: by these rules all peers have one key";
    }
    const fi_rma_iov of_lost = memory_here(1);
    const fi_rma_iov of_other = memory_here(3);
    there->heap()[0] = std::byte{1};
    EXPECT_EQ(write_by(of_lost), ARAUTO_OK);
    EXPECT_EQ(here->heap()[0], std::byte{1});
    EXPECT_TRUE(fencing().lose(1));
    there->heap()[0] = std::byte{2};
    EXPECT_EQ(write_by(of_other), ARAUTO_OK);
    EXPECT_EQ(here->heap()[0], std::byte{2});
    there->heap()[0] = std::byte{3};
    EXPECT_EQ(write_by(of_lost), ARAUTO_ERR_FAILED);
    EXPECT_EQ(here->heap()[0], std::byte{2});
}

TEST_P(FencingOfAnEnd, cuts_the_connections_of_a_peer_once) {
    connect();
    std::memset(here->heap(), 7, kHeapBytes);
    const fi_rma_iov all = memory_there(0, kHeapBytes);
    const Operation put = operation(Kind::put, kHeapBytes, 5);
    EXPECT_EQ(
        try_until_taken([&] { return here->requests.access(put, here->peers[1], all).value; }), 0);
    await([&] { return there->heap()[0] == std::byte{7}; });
    ASSERT_EQ(there->heap()[kHeapBytes - 1], std::byte{}) << "most of it is still to come";
    EXPECT_TRUE(fencing().lose(1));
    const std::optional<std::vector<int>> cut = fencing().fence_off(1);
    ASSERT_TRUE(cut.has_value());
    EXPECT_FALSE(cut->empty());
    EXPECT_FALSE(fencing().fence_off(1).has_value());
    std::vector<Completion> ended;
    await([&] {
        ended = here->ended();
        return !ended.empty();
    });
    EXPECT_EQ(ended[0].status, ARAUTO_ERR_FAILED);
    EXPECT_EQ(there->heap()[kHeapBytes - 1], std::byte{}) << "the rest of it has landed";
}

TEST_P(FencingOfAnEnd, has_nothing_to_cut_where_no_address_is_known) {
    EXPECT_TRUE(fencing().lose(1));
    const std::optional<std::vector<int>> cut = fencing().fence_off(1);
    ASSERT_TRUE(cut.has_value());
    EXPECT_TRUE(cut->empty());
}

TEST_P(FencingOfAnEnd, dismisses_a_peer_that_it_cuts_off_if_that_counts_as_failed) {
    connect();
    count_as_failed(1);
    EXPECT_TRUE(fencing().lose(1));
    here->obstacle->begin(0);
    EXPECT_TRUE(fencing().fence_off(1).has_value());
    ASSERT_EQ(here->obstacle->taken.size(), 1U);
    EXPECT_EQ(here->obstacle->taken[0]->use, Use::dismissal);
    reach(*here, 3);
    EXPECT_TRUE(fencing().lose(3));
    EXPECT_TRUE(fencing().fence_off(3).has_value());
    EXPECT_EQ(here->obstacle->taken.size(), 1U) << "it may have ended well";
}

TEST_P(FencingOfAnEnd, dismisses_a_peer_until_its_process_has_ended) {
    connect();
    EXPECT_FALSE(fencing().has_dismissals());
    EXPECT_EQ(there->fencing.dismissed_by(), -1);
    EXPECT_TRUE(fencing().lose(1));
    fencing().dismiss(1);
    for (int i = 0; i < 2; ++i) { // once is not enough
        await([&] {
            try_dismissals();
            return there->fencing.dismissed_by() == 0;
        });
        EXPECT_TRUE(fencing().has_dismissals());
    }
    there.reset();
    await([&] {
        try_dismissals();
        return !fencing().has_dismissals();
    });
}

TEST_P(FencingOfAnEnd, looks_up_whom_it_dismisses_and_leaves_out_whom_it_cannot_find) {
    names.are_there[3] = false;
    fencing().dismiss(3);
    fencing().dismiss(1);
    await([&] {
        try_dismissals();
        return there->fencing.dismissed_by() == 0;
    });
    await([&] {
        try_dismissals();
        return here->peers[3].lookup == LookupState::unknown;
    });
    try_dismissals();
    EXPECT_TRUE(fencing().has_dismissals()) << "rank 1 is there";
    there.reset();
    await([&] {
        try_dismissals();
        return !fencing().has_dismissals();
    });
}

TEST_P(FencingOfAnEnd, dismisses_later_when_there_is_no_room_or_the_network_takes_none) {
    connect();
    std::vector<Item*> all;
    while (Item* const item = here->items.take(Use::request, 1)) {
        item->peer = 3;
        all.push_back(item);
    }
    EXPECT_TRUE(fencing().lose(1));
    fencing().dismiss(1);
    try_dismissals();
    EXPECT_TRUE(fencing().has_dismissals());
    for (Item* const item : all) {
        here->items.give_back(*item);
    }
    here->obstacle->begin(-FI_EAGAIN);
    for (size_t i = 0; i < 2 * all.size(); ++i) {
        try_dismissals();
    }
    here->obstacle->end();
    await([&] {
        try_dismissals();
        return there->fencing.dismissed_by() == 0;
    });
}

TEST_P(FencingOfAnEnd, answers_a_lost_peer_only_if_the_job_has_given_it_up) {
    connect();
    EXPECT_TRUE(fencing().lose(1));
    fencing().answer(1);
    EXPECT_FALSE(fencing().has_dismissals());
    count_as_failed(1);
    fencing().answer(1);
    fencing().answer(1);
    EXPECT_TRUE(fencing().has_dismissals());
    EXPECT_EQ(fencing().next_due(now_ns()), 1);
    EXPECT_EQ(fencing().next_due(now_ns()), -1) << "it is due once";
}

TEST_P(FencingOfAnEnd, sees_by_the_listener_whether_a_process_has_ended) {
    EXPECT_EQ(fencing().probe(1), os::ListenerState::none) << "its address is not known";
    connect();
    await([&] {
        const os::ListenerState state = fencing().probe(1);
        EXPECT_NE(state, os::ListenerState::closed);
        return state == os::ListenerState::open;
    });
    there.reset();
    await([&] { return fencing().probe(1) == os::ListenerState::closed; });
}

INSTANTIATE_TEST_SUITE_P(ByTheRulesOf, FencingOfAnEnd, kAllRules, name_of_rules);

} // namespace
} // namespace arauto::transport::ofi
