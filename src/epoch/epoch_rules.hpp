// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The rule that decides whether an epoch may begin, as a pure function over plain values.
// docs/specs/nonblocking-epochs.md has the reason for each entry.
#pragma once

#include <cstdint>

namespace arauto::core {

/// The kinds of epochs that the rule distinguishes. A lock on this rank itself is a kind of its
/// own, for it must not coincide with an exposure.
enum class EpochClass : uint8_t { start, post, lock, own_lock, lock_all, fence };
inline constexpr int kEpochClasses = 6;

/// A set of classes.
using EpochClasses = uint8_t;
[[nodiscard]] constexpr EpochClasses bit_of(EpochClass which) noexcept {
    return static_cast<EpochClasses>(1U << static_cast<unsigned>(which));
}

/// The flags of arauto_epochs_set_reorder.
enum Reorder : uint8_t {
    kAccessAfterAccess = 1,
    kAccessAfterExposure = 2,
    kExposureAfterExposure = 4,
    kExposureAfterAccess = 8,
    kEveryReorder = 15,
    kNeverReorder = 16 // a flag that no program can set
};

namespace rules {

inline constexpr uint8_t kAA = kAccessAfterAccess;
inline constexpr uint8_t kAE = kAccessAfterExposure;
inline constexpr uint8_t kEE = kExposureAfterExposure;
inline constexpr uint8_t kEA = kExposureAfterAccess;
inline constexpr uint8_t kNo = kNeverReorder;

/// Row: the epoch that is to begin. Column: an earlier epoch that is still active, and that had
/// been closed when this one was opened. Entry: the flags needed to begin before that one ends.
inline constexpr uint8_t kNeeded[kEpochClasses][kEpochClasses] = {
    // start      post       lock  own_lock lock_all  fence
    {kAA, kAE, kAA, kAA, kAA, kAA | kAE}, // start
    {kEA, kEE, kEA, kNo, kNo, kEA | kEE}, // post
    {kAA, kAE, kAA, kAA, kAA, kNo}, // lock
    {kAA, kNo, kAA, kAA, kAA, kNo}, // own_lock
    {kAA, kNo, kAA, kAA, kAA, kNo}, // lock_all
    {kAA | kEA, kAE | kEE, kNo, kNo, kNo, kNo}, // fence
};

} // namespace rules

/// Whether an epoch may begin while earlier ones, closed before it was opened, are still active.
/// The caller asks in order of opening, and not for an epoch behind one that may not begin.
[[nodiscard]] constexpr bool
may_begin(EpochClass which, uint8_t reorder, EpochClasses earlier) noexcept {
    for (int other = 0; other < kEpochClasses; ++other) {
        const uint8_t needed = rules::kNeeded[static_cast<int>(which)][other];
        if ((earlier >> other & 1) != 0 && (needed & ~reorder) != 0) {
            return false;
        }
    }
    return true;
}

} // namespace arauto::core
