// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/ofi/seal.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace arauto::transport::ofi {
namespace {

/// The example of the algorithm's authors: key 00 01 .. 0f, text 00 01 .. 0e.
TEST(Seal, is_what_its_authors_say) {
    if constexpr (std::endian::native != std::endian::little) {
        GTEST_SKIP() << "the example is of little-endian words";
    }
    std::byte text[15];
    for (size_t i = 0; i < sizeof text; ++i) {
        text[i] = static_cast<std::byte>(i);
    }
    const uint64_t secret[2] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    EXPECT_EQ(seal_of(text, secret), 0xa129ca6149be45e5);
}

TEST(Seal, differs_with_each_half_of_the_secret_and_each_byte) {
    std::byte text[24]{};
    const uint64_t secret[2] = {1, 2};
    const uint64_t seal = seal_of(text, secret);
    EXPECT_NE(seal_of(text, {3, 2}), seal);
    EXPECT_NE(seal_of(text, {1, 3}), seal);
    EXPECT_NE(seal_of(std::span(text).first(23), secret), seal);
    for (std::byte& byte : text) {
        byte = std::byte{1};
        EXPECT_NE(seal_of(text, secret), seal);
        byte = std::byte{0};
    }
}

} // namespace
} // namespace arauto::transport::ofi
