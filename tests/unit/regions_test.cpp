// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests which memory is registered for which peer, by the rules of every card.
#include "two_ends.hpp"

#include "base/status.hpp"

#include <memory>
#include <string_view>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kPage = 4096;

class RegionsOfAnEnd : public TwoEnds {
  protected:
    [[nodiscard]] Regions& regions() { return here->regions; }
    [[nodiscard]] uint64_t start() const { return reinterpret_cast<uint64_t>(here->heap()); }
    Region cover(int peer, uint64_t offset, uint64_t bytes) {
        const Result<Region> region = regions().cover(peer, start() + offset, bytes);
        EXPECT_TRUE(region.ok()) << last_error();
        EXPECT_TRUE(region.value.has(start() + offset, bytes));
        return region.value;
    }
    void open_with(const char* setting, const char* value) {
        setenv(setting, value, 1);
        here = std::make_unique<End>(0, names);
        unsetenv(setting);
    }
};

TEST_P(RegionsOfAnEnd, have_a_key_for_each_peer_where_that_pins_no_memory) {
    const Region of_one = cover(1, 0, 8);
    EXPECT_EQ(cover(1, 64, 8).key, of_one.key) << "its key stays the same";
    EXPECT_EQ(cover(3, 0, 8).key != of_one.key, regions().has_keys_for_each());
}

TEST_P(RegionsOfAnEnd, get_a_new_key_for_a_peer_whose_key_was_closed) {
    const Region of_one = cover(1, 0, 8);
    const Region of_other = cover(3, 0, 8);
    regions().revoke(1);
    regions().revoke(1);
    EXPECT_EQ(cover(3, 0, 8).key, of_other.key);
    EXPECT_EQ(cover(1, 0, 8).key != of_one.key, regions().has_keys_for_each());
}

TEST_P(RegionsOfAnEnd, name_memory_by_its_address_where_the_network_wants_that) {
    EXPECT_EQ(cover(1, 0, 8).base, here->fabric.has_virtual_addresses() ? 0 : start());
}

TEST_P(RegionsOfAnEnd, reach_no_further_than_the_heap) {
    const Region last = cover(1, kHeapBytes - 8, 8);
    EXPECT_EQ(last.start + last.bytes, start() + kHeapBytes);
    EXPECT_EQ(regions().cover(1, start() + kHeapBytes - 8, 9).status, ARAUTO_ERR_RANGE);
    EXPECT_NE(std::string_view(last_error()).find("reach past the heap"), std::string_view::npos);
}

TEST_P(RegionsOfAnEnd, have_private_memory_only_if_the_program_allows_it) {
    const auto memory = std::make_unique<std::byte[]>(3 * kPage);
    const auto address = reinterpret_cast<uint64_t>(memory.get()) + kPage;
    EXPECT_FALSE(regions().takes_foreign());
    EXPECT_EQ(regions().cover(1, address, 8).status, ARAUTO_ERR_UNSUPPORTED);
    open_with("ARAUTO_REGISTER_FOREIGN", "on");
    EXPECT_TRUE(regions().takes_foreign());
    const Result<Region> region = regions().cover(1, address, 8);
    ASSERT_TRUE(region.ok()) << last_error();
    EXPECT_TRUE(region.value.has(address, 8));
    EXPECT_LE(region.value.bytes, 2 * kPage) << "whole pages";
}

TEST_P(RegionsOfAnEnd, grow_in_chunks_with_their_use_where_the_user_wants_it) {
    open_with("ARAUTO_REGISTRATION", "growing");
    const Region first = cover(1, 0, 8);
    const Region last = cover(1, kHeapBytes - 8, 8);
    EXPECT_EQ(first.start, start());
    EXPECT_EQ(last.start, start() + first.bytes);
    EXPECT_EQ(last.start + last.bytes, start() + kHeapBytes);
    EXPECT_EQ(regions().find_local(here->heap(), 8) != nullptr, !regions().has_keys_for_each())
        << "the registration for all serves this process, too";
    EXPECT_EQ(regions().find_local(&byte, 1), nullptr);
}

INSTANTIATE_TEST_SUITE_P(ByTheRulesOf, RegionsOfAnEnd, kAllRules, name_of_rules);

} // namespace
} // namespace arauto::transport::ofi
