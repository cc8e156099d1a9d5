// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See doorbell.hpp.
#include "doorbell.hpp"

#include "count.hpp"
#include "job.hpp"

#include "arauto/spi/counters.h"
#include "arauto/spi/sleep.h"

#include <atomic>

namespace arauto::mpi {
namespace {

uint32_t* plain(std::atomic<uint32_t>& word) noexcept {
    return reinterpret_cast<uint32_t*>(&word);
}

} // namespace

void ring(Doorbell& doorbell, uint32_t sleepers) noexcept {
    if (!job().is_oversubscribed) [[likely]] {
        return;
    }
    std::atomic_thread_fence(std::memory_order_seq_cst); // PAIR wait.doorbell: deliver
    spi::ring(doorbell.bell(), [sleepers](auto& word) { arauto_wake(plain(word), sleepers); });
}

void sleep_on(spi::Bell bell, uint32_t seen, uint32_t sleepers) noexcept {
    tally(ARAUTO_COUNTER_SLEEP);
    arauto_sleep_on(plain(bell.word), seen, sleepers, spi::kNapInMpiNs);
}

} // namespace arauto::mpi
