// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The clock of a node by that of the lowest one: they were compared at the start and at the end of
// the job, and between the two the difference is taken as linear.
#pragma once

#include "base/record.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace arauto::tools::insight {

/// Seconds since the start of the job, by the clock of the lowest node.
struct NodeClock {
    uint64_t from_ticks = 0;
    double from = 0; // seconds
    double per_tick = 1e-9;
    double uncertainty = 0; // seconds: half of the longer way there and back

    [[nodiscard]] double seconds_at(uint64_t ticks) const {
        return from + static_cast<double>(static_cast<int64_t>(ticks - from_ticks)) * per_tick;
    }
};

/// The clock of a node that has been compared.
/// @param per_tick  of the lowest node, where it was compared only once
/// @param start_ns  of the lowest node's machine, at the start of the job
/// @return none where it was not compared
[[nodiscard]] inline std::optional<NodeClock>
clock_of(const TraceClock& first, const TraceClock& last, double per_tick, int64_t start_ns) {
    constexpr double kNsOfSecond = 1e9;
    const TraceClock& one = first.ns != 0 ? first : last;
    if (one.ns == 0) {
        return std::nullopt;
    }
    NodeClock clock;
    clock.from_ticks = one.ticks;
    clock.from = (static_cast<double>(one.ns) - static_cast<double>(start_ns)) / kNsOfSecond;
    clock.per_tick = per_tick;
    const auto ticks = static_cast<double>(last.ticks) - static_cast<double>(first.ticks);
    const auto ns = static_cast<double>(last.ns) - static_cast<double>(first.ns);
    if (first.ns != 0 && last.ns != 0 && ticks > 0 && ns > 0) {
        clock.per_tick = ns / ticks / kNsOfSecond;
    }
    const uint64_t round_trip = std::max(first.round_trip, last.round_trip);
    clock.uncertainty = static_cast<double>(round_trip) / 2 * clock.per_tick;
    return clock;
}

} // namespace arauto::tools::insight
