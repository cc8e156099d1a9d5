// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Objects of this image whose descriptors images of other nodes have copied. Before it notifies
// another image of anything, this image checks whether they have changed, and notifies the holders
// of outdated copies. So a copy is valid until its holder is notified, over any number of segments.
#pragma once

#include "state.hpp"

#include "arauto/arauto.h"
#include "arauto/spi/rpc.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::translated {

/// Lies before the copy.
struct WatchReply {
    uint64_t is_watched;
    uint64_t unused; ///< the copy keeps its alignment
};
constexpr size_t kWatchBytesMax = ARAUTO_RPC_BYTES_MAX - sizeof(WatchReply);

/// On all images, before main.
void start_watches();
/// Memory of the rank's heap, which stays mapped when it is freed.
bool may_be_watched(int rank, uint64_t address, size_t bytes) noexcept;
/// Copies what may be watched of a rank of another node behind `reply`. `valid`, a word of this
/// image's heap that is not 0, becomes 0 before this image may learn that the original has changed,
/// if the reply says so.
arauto_status_t ask_for_copy(int rank,
                             uint64_t address,
                             size_t bytes,
                             const std::atomic<uint64_t>& valid,
                             WatchReply* reply) noexcept;

void notify_holders() noexcept;

/// At each image control statement, before it notifies others of anything.
inline void look_at_watched() noexcept {
    // PAIR watches.count: look, after whatever has come from the holder of a copy
    if (g_state.watches.count.load(std::memory_order_acquire) != 0) [[unlikely]] {
        notify_holders();
    }
}

} // namespace arauto::translated
