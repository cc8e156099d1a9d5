// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where processes outnumber cores, a waiting process sleeps on a doorbell, which the process that
// ends the wait rings. Yielding is not enough there: some launchers give each process a session of
// its own, the kernel may schedule sessions as groups, and a process that yields gives way to its
// own group only.
#pragma once

#include "arauto/spi/wait.hpp"

#include <cstdint>

namespace arauto::mpi {

using spi::Doorbell;

/// Bits that select which sleepers a ring wakes: all of them, or the one with this ticket (and
/// others whose tickets share its bit).
inline constexpr uint32_t kEverySleeper = ~uint32_t{0};
[[nodiscard]] inline uint32_t sleeper_of(uint64_t ticket) noexcept {
    return uint32_t{1} << (ticket % 32);
}

/// Wakes these sleepers. Called after the store for which they wait. Does nothing where processes
/// do not outnumber cores, since none sleeps there.
void ring(Doorbell& doorbell, uint32_t sleepers = kEverySleeper) noexcept;

/// Sleeps until rung, a few milliseconds at most, unless the bell's word is no longer `seen`.
void sleep_on(spi::Bell bell, uint32_t seen, uint32_t sleepers) noexcept;

} // namespace arauto::mpi
