// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Late puts: puts that are carried out later, so that many small ones cost one latency together.
//
// The rule that makes them safe: puts pending for an image are carried out before any read from it,
// before a put that is not itself late, and before each image control statement.
// `tests/model/pending.pml` is the model.
#pragma once

#include "runtime.hpp"
#include "state.hpp"
#include "target_memory.hpp"
#include "watches.hpp"

#include <atomic>

namespace arauto::translated {

/// Longer puts gain nothing by being late, and would only be copied once more.
constexpr size_t kLateBytesMax = 8192;
/// The runtime does not wait for short puts to other nodes; late puts only save messages there.
constexpr size_t kLateFarBytesMax = 2048;

/// Copies the bytes and puts them later; false when the caller must put now.
bool remember_put(const TargetMemory& to, const void* from, size_t bytes) noexcept;

/// Carries out what is remembered for one image, or for all.
arauto_status_t flush_late_puts_to(int rank) noexcept;
arauto_status_t flush_late_puts() noexcept;

/// Before anything is read at `rank`, or changed there by other means than write_bytes.
inline arauto_status_t before_access(int rank) noexcept {
    return g_state.pending.puts.load(std::memory_order_relaxed) == 0 ? ARAUTO_OK
                                                                     : flush_late_puts_to(rank);
}

/// At each image control statement, before it notifies others of anything.
inline void segment_ends() noexcept {
    if (g_state.pending.puts.load(std::memory_order_relaxed) != 0) [[unlikely]] {
        report_put({}, flush_late_puts());
    }
    look_at_watched();
    // relaxed because only time depends on it
    g_state.pending.puts_at_once.store(0, std::memory_order_relaxed);
}

} // namespace arauto::translated
