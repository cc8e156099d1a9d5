// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A waiting process sleeps on a doorbell where processes outnumber cores; the process that delivers
// rings it. Yielding alone is not enough there: some launchers give each process a session of its
// own, the kernel may schedule sessions as groups, and a process that yields gives way to its own
// group only.
//
// PAIR doorbell.sleepers (Dekker): the deliverer makes its count visible, then reads `sleepers`;
// the sleeper raises `sleepers`, then reads the count. All are sequentially consistent, or are
// ordered by such a fence.
#pragma once

#include <atomic>
#include <cstdint>

namespace arauto::mpi {

/// In shared memory; zero at first.
struct Doorbell {
    std::atomic<uint32_t> word;
    std::atomic<uint32_t> sleepers;
};
static_assert(std::atomic<uint32_t>::is_always_lock_free && sizeof(Doorbell) == 8);

/// Every sleeper, and the one that waits with this ticket.
inline constexpr uint32_t kEverySleeper = ~uint32_t{0};
[[nodiscard]] inline uint32_t sleeper_of(uint64_t ticket) noexcept {
    return uint32_t{1} << (ticket % 32);
}

/// After the delivery. Costs nothing where processes do not outnumber cores: none sleeps there.
void ring(Doorbell& doorbell, uint32_t whom = kEverySleeper) noexcept;

/// Sleeps until rung, a few milliseconds at most, unless the word is no longer `seen`.
void sleep_on(Doorbell& doorbell, uint32_t seen, uint32_t who) noexcept;

} // namespace arauto::mpi
