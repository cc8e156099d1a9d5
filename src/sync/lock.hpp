// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Queue locks (MCS): a waiting rank spins on its own queue node, and the holder hands the lock off
// to its successor. A rank writes its predecessor into its queue node before it joins by
// compare-and-swap, so that the queue stays readable when a rank in it dies.
#pragma once

#include "memory/layouts.hpp"
#include "sync/brief_lock.hpp"
#include "team/segment.hpp"

#include <atomic>
#include <vector>

struct arauto_lock {
    arauto::core::Segment* segment = nullptr;
    size_t count = 0;
};

namespace arauto::core {

using Lock = ::arauto_lock;

/// A lock on another node that this rank holds: it need not read the holder over the network.
struct FarHeld {
    const LockCell* cell;
    uint64_t id;
};

/// Queue nodes of this rank. Only lock.cpp looks into this.
struct LockNodes {
    /// The id of a free node that is not in the list, taken or given by one instruction; 0: none.
    std::atomic<uint64_t> spare{0};
    BriefLock mutex; // guards the rest
    std::vector<uint64_t> free; // ids of their next use
    std::vector<uint64_t> handed_off; // until their last user has released them
    std::vector<FarHeld> far_held;
};

[[nodiscard]] Status setup_lock_nodes();

/// @return ARAUTO_OK or ARAUTO_LOCK_RECOVERED when acquired
[[nodiscard]] Status acquire_lock(const Lock& lock, int rank, size_t index) noexcept;
[[nodiscard]] Status try_lock(const Lock& lock, int rank, size_t index, int* acquired_out) noexcept;
[[nodiscard]] Status release_lock(const Lock& lock, int rank, size_t index) noexcept;

[[nodiscard]] inline LockCell& cell_of(const Lock& lock, int rank, size_t index) noexcept {
    return reinterpret_cast<LockCell*>(this_rank().heap(rank) + lock.segment->offset)[index];
}

} // namespace arauto::core
