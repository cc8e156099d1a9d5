// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests the message authentication code against values that its authors have published.
#include "transport/ofi/mac.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace arauto::transport::ofi {
namespace {

/// The example of the algorithm's authors: key 00 01 .. 0f, text 00 01 .. 0e.
TEST(Mac, is_what_its_authors_say) {
    if constexpr (std::endian::native != std::endian::little) {
        GTEST_SKIP() << "the example is of little-endian words";
    }
    std::byte text[15];
    for (size_t i = 0; i < sizeof text; ++i) {
        text[i] = static_cast<std::byte>(i);
    }
    const uint64_t secret[2] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    EXPECT_EQ(mac_of(text, secret), 0xa129ca6149be45e5);
}

TEST(Mac, differs_with_each_half_of_the_secret_and_each_byte) {
    std::byte text[24]{};
    const uint64_t secret[2] = {1, 2};
    const uint64_t mac = mac_of(text, secret);
    EXPECT_NE(mac_of(text, {3, 2}), mac);
    EXPECT_NE(mac_of(text, {1, 3}), mac);
    EXPECT_NE(mac_of(std::span(text).first(23), secret), mac);
    for (std::byte& byte : text) {
        byte = std::byte{1};
        EXPECT_NE(mac_of(text, secret), mac);
        byte = std::byte{0};
    }
}

} // namespace
} // namespace arauto::transport::ofi
