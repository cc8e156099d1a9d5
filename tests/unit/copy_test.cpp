// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A copy writes every byte of its target, and none beside it, wherever target and source lie in
// their pages.
#include "base/copy.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kLongest = 3 * kPage;

unsigned char value_at(size_t index) {
    return static_cast<unsigned char>(index * 131 + index / 251);
}

TEST(Copy, every_byte_arrives_and_none_beside_it) {
    std::vector<unsigned char> source(kLongest + kPage);
    for (size_t i = 0; i < source.size(); ++i) {
        source[i] = value_at(i);
    }
    for (const size_t bytes : {0UL, 1UL, 8UL, 2047UL, 2048UL, 2049UL, 4096UL, 5003UL, kLongest}) {
        for (size_t ahead = 0; ahead < 130; ++ahead) {
            std::vector<unsigned char> memory(2 * kPage + kLongest, 7);
            const auto address = reinterpret_cast<uintptr_t>(memory.data());
            const auto from = reinterpret_cast<uintptr_t>(source.data());
            const size_t begin =
                (from + ahead - address) % kPage + 1; // one more: not the alignment
            arauto::copy_bytes(&memory[begin], source.data() + 1, bytes);
            for (size_t i = 0; i < memory.size(); ++i) {
                const bool is_copied = i >= begin && i < begin + bytes;
                ASSERT_EQ(memory[i], is_copied ? value_at(i - begin + 1) : 7)
                    << bytes << " bytes, " << ahead << " ahead, at " << i;
            }
        }
    }
}

TEST(Copy, ranges_may_overlap) {
    for (const ptrdiff_t distance : {-4104, -4080, -4072, -16, -8, 8, 16, 4104, 4112}) {
        for (const size_t bytes : {4096UL, 5003UL, kLongest}) {
            std::vector<unsigned char> memory(3 * kPage + kLongest);
            for (size_t i = 0; i < memory.size(); ++i) {
                memory[i] = value_at(i);
            }
            unsigned char* const source = &memory[3 * kPage / 2];
            std::vector<unsigned char> expected(source, source + bytes);
            arauto::copy_long(source + distance, source, bytes);
            ASSERT_EQ(std::vector<unsigned char>(source + distance, source + distance + bytes),
                      expected)
                << bytes << " bytes, " << distance << " further on";
        }
    }
}

} // namespace
