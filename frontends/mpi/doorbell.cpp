// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See doorbell.hpp.
#include "doorbell.hpp"

#include "job.hpp"

#include "arauto/spi/waiting.h"

#include <atomic>

namespace arauto::mpi {

void ring(Doorbell& doorbell) noexcept {
    if (!job().is_oversubscribed) [[likely]] {
        return;
    }
    std::atomic_thread_fence(std::memory_order_seq_cst); // PAIR wait.doorbell: deliver
    spi::ring(doorbell.bell(), [&](auto&) { arauto_wake(words_of(doorbell)); });
}

} // namespace arauto::mpi
