// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests that names of peers are found by threads of their own, and that a name of another job or
// rank is not authentic.
#include "transport/ofi/name_search.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <sched.h>

namespace arauto::transport::ofi {
namespace {

constexpr uint64_t kSecret[2] = {11, 12};
constexpr uint64_t kOtherSecret[2] = {11, 13};

Name name_of_rank(int rank) {
    Name name{};
    name.magic = kNameMagic;
    name.bytes = 16;
    name.heap = 4096;
    name.heap_bytes = 1 << 20;
    authenticate(rank, kSecret, &name);
    return name;
}

TEST(Name, is_authentic_for_its_rank_and_its_job_alone) {
    const Name name = name_of_rank(3);
    EXPECT_TRUE(is_authentic(3, kSecret, name));
    EXPECT_FALSE(is_authentic(4, kSecret, name));
    EXPECT_FALSE(is_authentic(3, kOtherSecret, name));
}

TEST(Name, is_not_authentic_when_any_of_it_was_changed) {
    const Name name = name_of_rank(3);
    for (size_t i = 0; i < sizeof name; ++i) {
        Name changed = name;
        reinterpret_cast<std::byte*>(&changed)[i] ^= std::byte{1};
        EXPECT_FALSE(is_authentic(3, kSecret, changed)) << "byte " << i;
    }
}

/// Names that a launcher has: of even ranks, and one of another version for rank 1; rank 3 hangs
/// until it may go on.
struct Launcher {
    std::atomic<bool> may_go_on{false};

    static bool look_up(void* context, int peer, Name* name_out) {
        auto& self = *static_cast<Launcher*>(context);
        while (peer == 3 && !self.may_go_on.load(std::memory_order_acquire)) {
            sched_yield();
        }
        *name_out = name_of_rank(peer);
        name_out->magic += peer == 1 ? 1 : 0;
        return peer % 2 == 0 || peer == 1 || peer == 3;
    }
};

std::map<int, NameSearch::Found> take(NameSearch& search, size_t count) {
    std::map<int, NameSearch::Found> found;
    while (found.size() < count) {
        for (const NameSearch::Found& each : search.take_found()) {
            EXPECT_TRUE(found.emplace(each.peer, each).second) << each.peer << " is found twice";
        }
        sched_yield();
    }
    return found;
}

TEST(NameSearch, finds_names_or_that_there_are_none) {
    Launcher launcher;
    NameSearch search(Launcher::look_up, &launcher);
    for (const int peer : {1, 2, 5}) {
        search.begin(peer);
    }
    const auto found = take(search, 3);
    EXPECT_FALSE(found.at(1).is_there) << "it is of another version";
    ASSERT_TRUE(found.at(2).is_there);
    EXPECT_TRUE(is_authentic(2, kSecret, found.at(2).name));
    EXPECT_FALSE(found.at(5).is_there);
}

TEST(NameSearch, goes_on_while_one_look_up_hangs) {
    Launcher launcher;
    NameSearch search(Launcher::look_up, &launcher);
    search.begin(3);
    search.begin(4);
    EXPECT_TRUE(take(search, 1).at(4).is_there);
    EXPECT_TRUE(search.take_found().empty());
    launcher.may_go_on.store(true, std::memory_order_release);
    EXPECT_TRUE(take(search, 1).at(3).is_there);
}

} // namespace
} // namespace arauto::transport::ofi
