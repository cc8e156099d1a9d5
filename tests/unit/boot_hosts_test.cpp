// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The messages of system launchers, as text and as binary interface.
#include "base/status.hpp"
#include "boot/managers/kvs_manager.hpp"
#include "boot/managers/nodes.hpp"
#include "boot/managers/pmi_wire.hpp"
#include "boot/managers/pmix_abi.hpp"

#include <gtest/gtest.h>

#if __has_include(<pmix.h>)
#include <pmix.h>
#define ARAUTO_HAS_PMIX_HEADERS 1
#endif

#include <array>
#include <string>
#include <vector>

namespace arauto::boot {
namespace {

using Ranks = std::vector<int>;

Ranks nodes_by_rank(const Nodes& nodes) {
    Ranks all;
    for (int rank = 0; rank < nodes.size(); ++rank) {
        all.push_back(nodes.node_of(rank));
    }
    return all;
}

Ranks nodes_by_rank(const char* mapping, int size) {
    const Result<Nodes> nodes = nodes_of_mapping(mapping, size);
    EXPECT_TRUE(nodes.ok()) << last_error();
    return nodes_by_rank(nodes.value);
}

TEST(Nodes, are_numbered_in_the_order_of_their_lowest_rank) {
    Nodes nodes;
    for (const int label : {70, 70, 5, 70, 5, 9}) {
        nodes.append(label);
    }
    EXPECT_EQ(nodes_by_rank(nodes), Ranks({0, 0, 1, 0, 1, 2}));
    EXPECT_EQ(nodes.count(), 3);
    EXPECT_EQ(nodes.first_of(1), 2);
    EXPECT_EQ(nodes.first_of(2), 5);
    EXPECT_EQ(nodes.ranks_of(0), Ranks({0, 1, 3}));
    EXPECT_EQ(nodes.ranks_of(1), Ranks({2, 4}));
}

TEST(Mapping, says_who_shares_a_node) {
    EXPECT_EQ(nodes_by_rank("(vector,(0,1,4))", 4), Ranks({0, 0, 0, 0}));
    EXPECT_EQ(nodes_by_rank("(vector,(0,2,2))", 4), Ranks({0, 0, 1, 1}));
    EXPECT_EQ(nodes_by_rank("(vector,(0,1,1),(1,1,3))", 4), Ranks({0, 1, 1, 1}));
    EXPECT_EQ(nodes_by_rank("(vector,(2,1,1),(0,1,2))", 3), Ranks({0, 1, 1}));
    EXPECT_EQ(nodes_by_rank("(vector,0)", 1), Ranks({0}));
    EXPECT_EQ(nodes_by_rank("(vector,0,(1,1,2),2)", 4), Ranks({0, 1, 1, 2}));
}

TEST(Mapping, repeats_until_all_have_a_place) {
    EXPECT_EQ(nodes_by_rank("(vector,(0,2,1))", 5), Ranks({0, 1, 0, 1, 0}));
    EXPECT_EQ(nodes_by_rank("(vector,(0,2,3))", 4), Ranks({0, 0, 0, 1}));
}

TEST(Mapping, is_refused_when_it_is_something_else) {
    for (const char* text : {"", "(vector)", "(vector,)", "(vector,(0,1))", "(vector,(0,0,1))",
                             "(vector,(0,1,-1))", "(vector,(0,1,1)", "(vector,(0,1,1))x", "0,1"}) {
        EXPECT_EQ(nodes_of_mapping(text, 4).status, ARAUTO_ERR_SYSTEM) << text;
        EXPECT_NE(std::string(last_error()).find("PMI_process_mapping"), std::string::npos);
    }
}

TEST(ListOfRanks, may_have_spans) {
    EXPECT_EQ(ranks_of_list("3"), Ranks({3}));
    EXPECT_EQ(ranks_of_list("5,0-2"), Ranks({0, 1, 2, 5}));
    EXPECT_EQ(ranks_of_list(""), Ranks());
    EXPECT_EQ(ranks_of_list("1;2"), Ranks());
    EXPECT_EQ(ranks_of_list("x"), Ranks());
}

TEST(PmiLine, is_words_with_values) {
    const std::string line = "cmd=get_result rc=0 msg=success value=a=b";
    EXPECT_EQ(pmi_word(line, "cmd"), "get_result");
    EXPECT_EQ(pmi_word(line, "value"), "a=b");
    EXPECT_EQ(pmi_word(line, "val"), std::nullopt);
    EXPECT_EQ(pmi_word("", "cmd"), std::nullopt);
    EXPECT_EQ(pmi_word("cmd", "cmd"), std::nullopt);
    EXPECT_EQ(pmi_word("cmd=", "cmd"), "");
}

TEST(PmiLine, is_an_answer_when_nothing_went_wrong) {
    EXPECT_TRUE(is_pmi_answer("cmd=barrier_out", "barrier_out"));
    EXPECT_TRUE(is_pmi_answer("cmd=put_result rc=0 msg=success", "put_result"));
    EXPECT_FALSE(is_pmi_answer("cmd=put_result rc=-1 msg=full", "put_result"));
    EXPECT_FALSE(is_pmi_answer("cmd=get_result rc=0", "put_result"));
    EXPECT_FALSE(is_pmi_answer("", "put_result"));
}

TEST(PmiLine, is_cut_where_it_ends) {
    std::string received = "cmd=a\ncmd=b rc";
    EXPECT_EQ(cut_line(received), "cmd=a");
    EXPECT_EQ(cut_line(received), std::nullopt);
    received += "=0\n\n";
    EXPECT_EQ(cut_line(received), "cmd=b rc=0");
    EXPECT_EQ(cut_line(received), "");
    EXPECT_EQ(received, "");
}

TEST(Blob, goes_through_text_unchanged) {
    std::array<std::byte, 256> blob;
    for (size_t i = 0; i < blob.size(); ++i) {
        blob[i] = static_cast<std::byte>(i);
    }
    const std::string text = text_of(blob);
    EXPECT_EQ(text.substr(0, 8), "00010203");
    std::array<std::byte, 256> back{};
    EXPECT_TRUE(blob_of(text, back));
    EXPECT_EQ(back, blob);
    EXPECT_FALSE(blob_of(text + "00", back));
    EXPECT_FALSE(blob_of(text.substr(2), back));
    EXPECT_FALSE(blob_of("0g", std::span(back).first(1)));
    EXPECT_FALSE(blob_of("-1", std::span(back).first(1)));
}

TEST(Pmix, has_the_interface_that_we_call) {
#if defined(ARAUTO_HAS_PMIX_HEADERS)
    EXPECT_EQ(sizeof(pmix::Process), sizeof(pmix_proc_t));
    EXPECT_EQ(offsetof(pmix::Process, rank), offsetof(pmix_proc_t, rank));
    EXPECT_EQ(sizeof(pmix::Value), sizeof(pmix_value_t));
    EXPECT_EQ(offsetof(pmix::Value, text), offsetof(pmix_value_t, data));
    EXPECT_EQ(offsetof(pmix::Bytes, size), offsetof(pmix_byte_object_t, size));
    EXPECT_EQ(sizeof(pmix::Info), sizeof(pmix_info_t));
    EXPECT_EQ(offsetof(pmix::Info, value), offsetof(pmix_info_t, value));
    EXPECT_EQ(offsetof(pmix::Array, items), offsetof(pmix_data_array_t, array));
    EXPECT_EQ(offsetof(pmix::Array, size), offsetof(pmix_data_array_t, size));
    EXPECT_EQ(pmix::kString, PMIX_STRING);
    EXPECT_EQ(pmix::kInteger, PMIX_INT);
    EXPECT_EQ(pmix::kUint32, PMIX_UINT32);
    EXPECT_EQ(pmix::kProcess, PMIX_PROC);
    EXPECT_EQ(pmix::kBytes, PMIX_BYTE_OBJECT);
    EXPECT_EQ(pmix::kEveryone, static_cast<uint32_t>(PMIX_RANK_WILDCARD));
    EXPECT_EQ(pmix::kForAll, PMIX_GLOBAL);
    EXPECT_STREQ(pmix::kJobSize, PMIX_JOB_SIZE);
    EXPECT_STREQ(pmix::kLocalPeers, PMIX_LOCAL_PEERS);
    EXPECT_STREQ(pmix::kNodeNumber, PMIX_NODEID);
    EXPECT_STREQ(pmix::kTimeout, PMIX_TIMEOUT);
    EXPECT_EQ(pmix::kNotFound, PMIX_ERR_NOT_FOUND);
    EXPECT_STREQ(pmix::kAffected, PMIX_EVENT_AFFECTED_PROC);
    EXPECT_STREQ(pmix::kAllAffected, PMIX_EVENT_AFFECTED_PROCS);
    EXPECT_EQ(pmix::kActionComplete, PMIX_EVENT_ACTION_COMPLETE);
#else
    GTEST_SKIP() << "there are no headers of PMIx here (Debian: libpmix-dev)";
#endif
}

} // namespace
} // namespace arauto::boot
