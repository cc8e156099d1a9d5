// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A barrier by one counter in shared memory, for processes that outnumber the cores.
#pragma once

#include "doorbell.hpp"

#include <atomic>
#include <cstdint>

namespace arauto::mpi {

/// Zero at first.
struct alignas(64) BarrierCell {
    std::atomic<uint64_t> arrivals;
    alignas(64) std::atomic<uint64_t> generation;
    Doorbell doorbell;
};

/// Words of another's memory that a member writes and reads in a barrier: the arrival, and the end.
inline constexpr uint64_t kBarrierWords = 2;

struct Team;

/// Waits until all members have come for the `number`-th time, from 1 on. @return false: one ended
/// @param where  not looked at when the team is spread over nodes
[[nodiscard]] bool pass_barrier(BarrierCell* where, const Team& team, uint64_t number) noexcept;

} // namespace arauto::mpi
