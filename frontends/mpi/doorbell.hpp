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

/// Wakes its sleepers. Called after the store for which they wait. Does nothing where processes
/// do not outnumber cores, since none sleeps there.
void ring(Doorbell& doorbell) noexcept;

/// The doorbell's two words, for arauto_wait_for.
[[nodiscard]] inline uint32_t* words_of(Doorbell& doorbell) noexcept {
    return reinterpret_cast<uint32_t*>(&doorbell);
}

} // namespace arauto::mpi
