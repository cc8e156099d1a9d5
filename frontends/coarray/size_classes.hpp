// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lengths that short blocks of a BlockHeap have: multiples of 16 bytes up to 128, then four
// between each power of two and the next, so that no more than a fifth of a block is unused.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace arauto::coarray {

constexpr size_t kBlockUnit = 16; // blocks are aligned so
constexpr size_t kShortBytesMax = 8192; // longer blocks have slabs of their own
constexpr unsigned kSizeClasses = 32;

[[nodiscard]] constexpr std::array<uint16_t, kSizeClasses> make_class_bytes() noexcept {
    std::array<uint16_t, kSizeClasses> bytes{};
    size_t length = 0;
    for (unsigned at = 0; at < kSizeClasses; ++at) {
        constexpr size_t kStepped = 128;
        size_t step = kBlockUnit;
        for (size_t power = kStepped; power <= length; power *= 2) {
            step = power / 4;
        }
        length += step;
        bytes[at] = static_cast<uint16_t>(length);
    }
    return bytes;
}
inline constexpr std::array<uint16_t, kSizeClasses> kClassBytes = make_class_bytes();
static_assert(kClassBytes[0] == 16 && kClassBytes[7] == 128 && kClassBytes[8] == 160);
static_assert(kClassBytes.back() == kShortBytesMax);

/// The size class of each length in units, rounded up.
[[nodiscard]] constexpr std::array<uint8_t, kShortBytesMax / kBlockUnit + 1>
make_class_of() noexcept {
    std::array<uint8_t, kShortBytesMax / kBlockUnit + 1> of{};
    uint8_t found = 0;
    for (size_t units = 0; units < of.size(); ++units) {
        while (kClassBytes[found] < units * kBlockUnit) {
            ++found;
        }
        of[units] = found;
    }
    return of;
}
inline constexpr auto kClassOf = make_class_of();

/// @param bytes  at most kShortBytesMax
[[nodiscard]] constexpr unsigned size_class_of(size_t bytes) noexcept {
    return kClassOf[(bytes + kBlockUnit - 1) / kBlockUnit];
}
static_assert(size_class_of(0) == 0 && size_class_of(17) == 1 && size_class_of(129) == 8);
static_assert(kClassBytes[size_class_of(kShortBytesMax)] == kShortBytesMax);

} // namespace arauto::coarray
