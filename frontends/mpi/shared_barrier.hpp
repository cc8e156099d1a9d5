// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A barrier with one counter in shared memory, for nodes where processes outnumber cores.
#pragma once

#include "doorbell.hpp"

#include <atomic>
#include <cstdint>

namespace arauto::mpi {

/// All zero at first.
struct alignas(64) BarrierCell {
    std::atomic<uint64_t> arrivals;
    alignas(64) std::atomic<uint64_t> generation;
    Doorbell doorbell;
};

/// Words of rank 0's memory that a member accesses in a barrier: the arrival, and the generation.
inline constexpr uint64_t kBarrierWords = 2;

struct Team;

/// Waits until all members have entered the barrier with this number; the first has number 1.
/// @param where  not used when the team is spread over nodes
/// @return false when a member has ended
[[nodiscard]] bool pass_barrier(BarrierCell* where, const Team& team, uint64_t number) noexcept;

} // namespace arauto::mpi
