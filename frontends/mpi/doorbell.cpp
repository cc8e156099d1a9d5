// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See doorbell.hpp.
#include "doorbell.hpp"

#include "count.hpp"
#include "job.hpp"

#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace arauto::mpi {
namespace {

constexpr long kSleepNs = 4'000'000; // the MPI may have to work for others meanwhile
constexpr long kSecondNs = 1'000'000'000;

} // namespace

void ring(Bell& bell, uint32_t whom) noexcept {
    if (!job().is_oversubscribed) [[likely]] {
        return;
    }
    std::atomic_thread_fence(std::memory_order_seq_cst); // PAIR bell.sleepers: deliver
    if (bell.sleepers.load(std::memory_order_seq_cst) != 0) {
        bell.word.fetch_add(1, std::memory_order_seq_cst);
        syscall(SYS_futex, &bell.word, FUTEX_WAKE_BITSET, INT_MAX, nullptr, nullptr, whom);
    }
}

void sleep_on(Bell& bell, uint32_t seen, uint32_t who) noexcept {
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += kSleepNs;
    if (until.tv_nsec >= kSecondNs) {
        until.tv_nsec -= kSecondNs;
        ++until.tv_sec;
    }
    tally(ARAUTO_COUNTER_SLEEP);
    syscall(SYS_futex, &bell.word, FUTEX_WAIT_BITSET, seen, &until, nullptr, who);
}

} // namespace arauto::mpi
