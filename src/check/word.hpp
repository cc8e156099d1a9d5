// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The word that the shadow keeps of an access to a cell of 8 bytes: component 11 bits, clock 27,
// site 18, mask of bytes 8. The archive that programs link compares the first two and the last.
#pragma once

#include "arauto/spi/race.h"

#include <cstdint>

namespace arauto::check {

inline constexpr int kMaskBits = 8;
inline constexpr int kSiteBits = 18;
inline constexpr int kClockBits = 27;
inline constexpr int kStampShift = kMaskBits + kSiteBits; // of component and clock together
inline constexpr int kComponentShift = kStampShift + kClockBits;
static_assert(kMaskBits == ARAUTO_RACE_SITE_SHIFT && kStampShift == ARAUTO_RACE_STAMP_SHIFT &&
              kComponentShift == ARAUTO_RACE_COMPONENT_SHIFT);
static_assert(kSiteBits == ARAUTO_RACE_SITE_BITS);
inline constexpr uint64_t kClockMost = (uint64_t{1} << kClockBits) - 1;
inline constexpr uint64_t kMaskMost = (uint64_t{1} << kMaskBits) - 1;

/// Not components: the clock and the site are the number of a list of accesses.
inline constexpr uint32_t kList = 2047;
/// The place was deallocated by the image whose rank is in the place of the clock.
inline constexpr uint32_t kFreed = 2046;
/// An operation of an epoch that is under way, and that nothing is ordered behind, not even its
/// origin: the rank and the operation's number are in the place of the clock. The first of these.
inline constexpr uint32_t kPending = 2045;
inline constexpr int kPendingBits = 17; // of the number, which begins anew

[[nodiscard]] constexpr uint64_t stamp_of(uint32_t component, uint64_t clock) noexcept {
    return uint64_t{component} << kComponentShift | clock << kStampShift;
}
[[nodiscard]] constexpr uint64_t make_word(uint64_t stamp, uint32_t site, uint64_t mask) noexcept {
    return stamp | uint64_t{site} << kMaskBits | mask;
}
[[nodiscard]] constexpr uint64_t pending_stamp(uint32_t rank, uint64_t number) noexcept {
    return stamp_of(kPending, uint64_t{rank} << kPendingBits |
                                  (number & ((uint64_t{1} << kPendingBits) - 1)));
}
[[nodiscard]] constexpr uint32_t component_of(uint64_t word) noexcept {
    return static_cast<uint32_t>(word >> kComponentShift);
}
[[nodiscard]] constexpr uint64_t clock_of(uint64_t word) noexcept {
    return word >> kStampShift & kClockMost;
}
[[nodiscard]] constexpr uint32_t site_of(uint64_t word) noexcept {
    return static_cast<uint32_t>(word >> kMaskBits & ((uint64_t{1} << kSiteBits) - 1));
}
[[nodiscard]] constexpr uint64_t mask_of(uint64_t word) noexcept {
    return word & kMaskMost;
}
[[nodiscard]] constexpr bool have_same_stamp(uint64_t a, uint64_t b) noexcept {
    return (a ^ b) >> kStampShift == 0;
}
/// The image whose operation it is, in a word of kPending.
[[nodiscard]] constexpr uint32_t rank_of_pending(uint64_t word) noexcept {
    return static_cast<uint32_t>(clock_of(word) >> kPendingBits);
}
/// The number of the list in a word of kList.
[[nodiscard]] constexpr uint64_t list_of(uint64_t word) noexcept {
    return word >> kMaskBits & ((uint64_t{1} << (kClockBits + kSiteBits)) - 1);
}
[[nodiscard]] constexpr uint64_t make_list_word(uint64_t list) noexcept {
    return uint64_t{kList} << kComponentShift | list << kMaskBits;
}

} // namespace arauto::check
