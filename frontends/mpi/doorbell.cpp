// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See doorbell.hpp.
#include "doorbell.hpp"

#include "count.hpp"
#include "job.hpp"

#include "arauto/spi/sleep.h"

namespace arauto::mpi {
namespace {

constexpr int64_t kSleepNs = 4'000'000; // the MPI may have to work for others meanwhile

uint32_t* word_of(Doorbell& doorbell) noexcept {
    return reinterpret_cast<uint32_t*>(&doorbell.word);
}

} // namespace

void ring(Doorbell& doorbell, uint32_t whom) noexcept {
    if (!job().is_oversubscribed) [[likely]] {
        return;
    }
    std::atomic_thread_fence(std::memory_order_seq_cst); // PAIR doorbell.sleepers: deliver
    if (doorbell.sleepers.load(std::memory_order_seq_cst) != 0) {
        doorbell.word.fetch_add(1, std::memory_order_seq_cst);
        arauto_wake(word_of(doorbell), whom);
    }
}

void sleep_on(Doorbell& doorbell, uint32_t seen, uint32_t who) noexcept {
    tally(ARAUTO_COUNTER_SLEEP);
    arauto_sleep_on(word_of(doorbell), seen, who, kSleepNs);
}

} // namespace arauto::mpi
