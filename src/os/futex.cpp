// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The futex system call, in its form between processes (no FUTEX_PRIVATE_FLAG).
#include "os/futex.hpp"

#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace arauto::os {

namespace {

constexpr int64_t kSecondNs = 1'000'000'000;

} // namespace

void futex_wait(std::atomic<uint32_t>& word,
                uint32_t expected,
                int64_t timeout_ns,
                uint32_t bits) noexcept {
    timespec until{}; // this form of the call takes a point in time
    clock_gettime(CLOCK_MONOTONIC, &until);
    const int64_t ns = until.tv_nsec + timeout_ns;
    until.tv_sec += ns / kSecondNs;
    until.tv_nsec = ns % kSecondNs;
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT_BITSET, expected, &until,
            nullptr, bits);
}

void futex_wake(std::atomic<uint32_t>& word, uint32_t whom) noexcept {
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE_BITSET, INT_MAX, nullptr,
            nullptr, whom);
}

void yield_core() noexcept {
    sched_yield();
}

} // namespace arauto::os
