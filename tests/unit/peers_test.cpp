// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests how peers are found, and which of them may have something under way that no caller awaits.
#include "two_ends.hpp"

#include "base/status.hpp"

#include <sched.h>
#include <string_view>
#include <vector>

namespace arauto::transport::ofi {
namespace {

class PeersOfAnEnd : public TwoEnds {
  protected:
    [[nodiscard]] Peers& peers() { return here->peers; }
    /// Awaits the end of a look-up. @return the peers that are not of this job
    std::vector<int> take_found(int number) {
        std::vector<int> foreign;
        while (foreign.empty() && peers()[number].lookup == LookupState::awaited &&
               peers()[number].address == FI_ADDR_UNSPEC) {
            foreign = peers().take_found();
            sched_yield();
        }
        return foreign;
    }
    void note_write(int number) {
        peers()[number].flush.note_write({0, 8, 1}, false);
        peers().note_unflushed(number, peers()[number]);
    }
};

TEST_P(PeersOfAnEnd, are_found_by_their_names) {
    EXPECT_EQ(peers().find(1), nullptr);
    const Result<Peer*> first = peers().look_up(1);
    EXPECT_TRUE(first.ok());
    EXPECT_EQ(first.value, nullptr) << "try again";
    EXPECT_TRUE(take_found(1).empty());
    const Result<Peer*> second = peers().look_up(1);
    ASSERT_NE(second.value, nullptr);
    EXPECT_EQ(second.value, peers().find(1));
    EXPECT_TRUE(second.value->is_reachable());
    EXPECT_EQ(second.value->heap, reinterpret_cast<uint64_t>(there->heap()));
    EXPECT_EQ(second.value->heap_bytes, kHeapBytes);
}

TEST_P(PeersOfAnEnd, without_a_name_are_looked_up_again_after_a_sentence) {
    names.are_there[1] = false;
    EXPECT_TRUE(peers().look_up(1).ok());
    EXPECT_TRUE(take_found(1).empty());
    EXPECT_EQ(peers().look_up(1).status, ARAUTO_ERR_SYSTEM);
    EXPECT_NE(std::string_view(last_error()).find("its address is not known"),
              std::string_view::npos);
    names.are_there[1] = true;
    EXPECT_TRUE(peers().look_up(1).ok());
    EXPECT_TRUE(take_found(1).empty());
    EXPECT_NE(peers().look_up(1).value, nullptr);
}

TEST_P(PeersOfAnEnd, of_another_job_get_no_address) {
    names.secret[1] += 1;
    EXPECT_TRUE(peers().look_up(1).ok());
    EXPECT_EQ(take_found(1), std::vector<int>{1});
    EXPECT_TRUE(peers()[1].is_foreign);
    EXPECT_FALSE(peers()[1].is_reachable());
}

TEST_P(PeersOfAnEnd, that_are_gone_or_count_as_failed_are_not_looked_up) {
    peers()[1].is_gone = true;
    here->job.images[3].state.store(boot::ImageState::failed, std::memory_order_release);
    EXPECT_TRUE(peers().counts_as_failed(3));
    EXPECT_FALSE(peers().counts_as_failed(1));
    for (const int number : {1, 3}) {
        EXPECT_EQ(peers().look_up(number).status, ARAUTO_ERR_FAILED);
        EXPECT_EQ(peers()[number].lookup, LookupState::none);
    }
}

TEST_P(PeersOfAnEnd, are_on_the_list_while_something_is_not_known_to_be_there) {
    EXPECT_TRUE(peers().are_known_flushed_except(-1, Flush::data));
    note_write(1);
    note_write(3);
    note_write(1);
    EXPECT_EQ(peers().unflushed().size(), 2U) << "each once";
    EXPECT_FALSE(peers().are_known_flushed_except(3, Flush::data));
    EXPECT_FALSE(peers().forget_flushed(0));
    peers()[1].is_gone = true; // data for it count as there
    EXPECT_TRUE(peers().are_known_flushed_except(3, Flush::data));
    EXPECT_FALSE(peers().are_known_flushed_except(-1, Flush::data));
    EXPECT_TRUE(peers().forget_flushed(0));
    ASSERT_EQ(peers().unflushed().size(), 1U);
    EXPECT_EQ(peers().unflushed()[0], 3) << "it has the place now";
    peers()[3].flush.take_probe(peers()[3].flush.mark());
    EXPECT_TRUE(peers().forget_flushed(0));
    EXPECT_TRUE(peers().unflushed().empty());
    note_write(3);
    EXPECT_EQ(peers().unflushed().size(), 1U) << "it may come onto the list again";
}

INSTANTIATE_TEST_SUITE_P(WithTheNetworkOf, PeersOfAnEnd, testing::Values(""), name_of_rules);

} // namespace
} // namespace arauto::transport::ofi
