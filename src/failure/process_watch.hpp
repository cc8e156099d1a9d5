// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Watches the processes of this node, so that a death is noticed also where no launcher reports it.
#pragma once

#include <atomic>
#include <cstdint>

namespace arauto::core {

/// Notes which ranks of this machine have died: called by waits, and by the progress thread. Looks
/// at most every kWatchNs, and at kWatchedAtOnce processes, the next ones each time. Where a
/// launcher watches too, only in jobs that go on after a death: its word comes first, but the
/// survivors need not wait for it to get a core.
void watch_processes() noexcept;
inline constexpr int64_t kWatchNs = 10'000'000;
inline constexpr int kWatchedAtOnce = 16; // some 1.5 us each

/// State. Only process_watch.cpp looks into this.
struct ProcessWatch {
    std::atomic<int64_t> looked_ns{0};
    std::atomic<int> next{0}; // of the processes, round the node
    std::atomic<int> suspect{-1}; // a rank whose death was seen once
};

} // namespace arauto::core
