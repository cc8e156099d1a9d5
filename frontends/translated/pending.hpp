// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Late puts: puts to memory that is not mapped here. They are carried out before any read from that
// image, before a put to it that is not itself late, and before each image control statement.
#pragma once

#include "coarray/pending_writes.hpp"
#include "state.hpp"
#include "target_memory.hpp"

#include <atomic>

namespace arauto::translated {

/// Longer puts gain nothing by being late, and would only be copied once more.
constexpr size_t kLateBytesMax = 8192;
/// The runtime does not wait for short puts to other nodes; late puts only save messages there.
constexpr size_t kLateFarBytesMax = 2048;

/// Copies the bytes and puts them later; false when the caller must put now.
bool remember_put(const TargetMemory& to, const void* from, size_t bytes) noexcept;

/// Carries out what is remembered for one image, or for all, as PendingWrites does.
arauto_status_t flush_late_puts_to(int rank) noexcept;
arauto_status_t flush_late_puts(int* rank_out) noexcept;

[[nodiscard]] inline bool has_late_puts() noexcept {
    return g_state.pending.puts.load(std::memory_order_relaxed) != 0;
}

/// Before anything is read at `rank`, or changed there by other means than write_bytes.
inline arauto_status_t before_access(int rank) noexcept {
    return has_late_puts() ? flush_late_puts_to(rank) : ARAUTO_OK;
}

} // namespace arauto::translated
