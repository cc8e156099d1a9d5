// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The written rules of libfabric's providers refuse what those refuse, with their errors.
#include "transport/faults.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/rules.hpp"

#include <gtest/gtest.h>
#include <rdma/fi_errno.h>

#include <cstdlib>

namespace {

using namespace arauto::transport; // NOLINT: the test is about these two
using namespace arauto::transport::ofi; // NOLINT

constexpr const char* kNames[] = {"cxi", "efa", "verbs", "psm3", "shm", "tcp"};

/// A write of one piece, which each test changes.
struct Write {
    std::byte memory[8192]{};
    int token = 0;
    iovec here[8]{{memory, 8}};
    void* descriptions[8]{&token, &token, &token, &token, &token, &token, &token, &token};
    fi_rma_iov there[8]{{0, 8, 1}};
    fi_msg_rma message{here, descriptions, 1, 0, there, 1, nullptr, 7};
};

TEST(Rules, are_there_for_each_name_that_the_setting_takes) {
    for (const char* const name : kNames) {
        ASSERT_NE(find_rules(name), nullptr) << name;
        EXPECT_TRUE(parse_faults(std::string("rules=") + name).ok()) << name;
        EXPECT_EQ(std::string_view(find_rules(name)->source).substr(0, 5), "prov/") << name;
    }
    EXPECT_EQ(find_rules("sockets"), nullptr);
    EXPECT_EQ(find_rules(""), nullptr);
}

TEST(Rules, of_cxi_refuse_data_in_fi_writemsg_alone) {
    const Write write;
    for (const char* const name : kNames) {
        const ssize_t code =
            check_write(*find_rules(name), write.message, FI_COMPLETION | FI_REMOTE_CQ_DATA);
        EXPECT_EQ(code, std::string_view(name) == "cxi" ? -FI_EBADFLAGS : 0) << name;
        EXPECT_EQ(
            check_write(*find_rules(name), write.message, FI_COMPLETION | FI_DELIVERY_COMPLETE), 0)
            << name;
    }
}

TEST(Rules, of_cxi_have_fi_writedata_where_the_variable_is_set) {
    const Write write;
    const Rules& cxi = *find_rules("cxi");
    unsetenv("FI_CXI_ENABLE_WRITEDATA");
    EXPECT_EQ(check_writedata(cxi, write.message), -FI_ENOSYS);
    setenv("FI_CXI_ENABLE_WRITEDATA", "0", 1);
    EXPECT_EQ(check_writedata(cxi, write.message), -FI_ENOSYS);
    setenv("FI_CXI_ENABLE_WRITEDATA", "1", 1);
    EXPECT_EQ(check_writedata(cxi, write.message), 0);
    EXPECT_EQ(check_writedata(*find_rules("efa"), write.message), 0);
}

TEST(Rules, count_the_pieces_on_both_sides) {
    for (const char* const name : kNames) {
        const Rules& rules = *find_rules(name);
        Write write;
        write.message.rma_iov_count = rules.there_max;
        EXPECT_EQ(check_write(rules, write.message, FI_COMPLETION), 0) << name;
        EXPECT_EQ(check_read(rules, write.message, FI_COMPLETION), 0) << name;
        ++write.message.rma_iov_count;
        EXPECT_EQ(check_write(rules, write.message, FI_COMPLETION), -FI_EINVAL) << name;
        EXPECT_EQ(check_read(rules, write.message, FI_COMPLETION), -FI_EINVAL) << name;
        write.message.rma_iov_count = 1;
        write.message.iov_count = rules.here_max + 1;
        EXPECT_EQ(check_write(rules, write.message, FI_COMPLETION), -FI_EINVAL) << name;
    }
}

TEST(Rules, limit_the_bytes_of_data_and_of_injects) {
    Write write;
    write.message.data = uint64_t{1} << 32;
    const uint64_t flags = FI_COMPLETION | FI_REMOTE_CQ_DATA;
    EXPECT_EQ(check_write(*find_rules("efa"), write.message, flags), -FI_EINVAL);
    EXPECT_EQ(check_writedata(*find_rules("verbs"), write.message), -FI_EINVAL);
    EXPECT_EQ(check_write(*find_rules("tcp"), write.message, flags), 0);
    for (const char* const name : kNames) {
        const Rules& rules = *find_rules(name);
        write.here[0].iov_len = rules.inject_max;
        EXPECT_EQ(check_write(rules, write.message, FI_INJECT), 0) << name;
        write.here[0].iov_len = rules.inject_max + 1;
        EXPECT_EQ(check_write(rules, write.message, FI_INJECT), -FI_EMSGSIZE) << name;
    }
}

TEST(Rules, want_memory_here_registered_where_the_card_does) {
    Write write;
    write.descriptions[0] = nullptr;
    EXPECT_EQ(check_write(*find_rules("verbs"), write.message, FI_COMPLETION), -FI_EINVAL);
    EXPECT_EQ(check_write(*find_rules("cxi"), write.message, FI_COMPLETION), 0);
    EXPECT_EQ(check_memory(*find_rules("efa"), nullptr, 1), -FI_EINVAL);
    EXPECT_EQ(check_memory(*find_rules("efa"), nullptr, 0), 0);
    EXPECT_EQ(check_memory(*find_rules("efa"), &write, 1), 0);
}

TEST(Rules, name_their_memory_in_a_pretended_key) {
    const uint64_t start = 0x7f12'3456'7000;
    EXPECT_EQ(pretended_start(pretended_key(3, start)), start);
    EXPECT_NE(pretended_key(3, start), pretended_key(4, start));
}

TEST(Refusals, of_flags_and_arguments_say_nothing_of_the_peer) {
    constexpr int kRefusals[] = {FI_EINVAL, FI_EBADFLAGS, FI_ENOSYS, FI_EOPNOTSUPP, FI_EMSGSIZE};
    for (const int error : kRefusals) {
        EXPECT_TRUE(is_refusal(-error)) << error;
    }
    constexpr int kOthers[] = {FI_ENOTCONN,     FI_ECONNREFUSED, FI_ECONNRESET, FI_ESHUTDOWN,
                               FI_EHOSTUNREACH, FI_ETIMEDOUT,    FI_EIO,        FI_EAGAIN};
    for (const int error : kOthers) {
        EXPECT_FALSE(is_refusal(-error)) << error;
        EXPECT_FALSE(is_late_refusal(error)) << error;
    }
    EXPECT_TRUE(is_late_refusal(FI_ENOSYS));
    EXPECT_FALSE(is_late_refusal(FI_EINVAL)); // of a key that the peer has closed
}

} // namespace
