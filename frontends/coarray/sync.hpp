// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// SYNC IMAGES and SYNC MEMORY, events' counts, and locks. SYNC ALL is a barrier of current_team()
// and report_sync.
#pragma once

#include "members.hpp"

#include "arauto/lock.h"

namespace arauto::coarray {

/// @param count  of the images listed; -1: all
void sync_images(int count, const int* list, const Errors& errors);
void sync_memory(const Errors& errors) noexcept;

/// The count that EVENT WAIT waits for: an UNTIL_COUNT= below 1 counts as 1 (F2018, 11.6.8).
[[nodiscard]] inline uint64_t wanted_count(int64_t until_count) noexcept {
    return until_count < 1 ? 1 : static_cast<uint64_t>(until_count);
}

/// Whether a rank of the job has failed, with that reported as the failure of a statement. A lock
/// of a failed image could still be taken, where its memory is mapped, but would guard nothing.
[[nodiscard]] bool report_if_failed(int rank, const Errors& errors, const char* statement) noexcept;

/// CRITICAL, by this lock. With `stat=` it reports that an image has failed in the construct.
void enter_critical(arauto_lock_h lock, int rank, size_t index, const Errors& errors) noexcept;

/// LOCK; with `acquired` it does not wait.
[[nodiscard]] inline arauto_status_t
acquire(arauto_lock_h lock, int rank, size_t index, int32_t* acquired) noexcept {
    return acquired == nullptr ? arauto_lock_acquire(lock, rank, index)
                               : arauto_lock_try(lock, rank, index, acquired);
}

} // namespace arauto::coarray
