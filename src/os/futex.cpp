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

void futex_wait(std::atomic<uint32_t>& word, uint32_t expected, int64_t timeout_ns) noexcept {
    const timespec timeout{timeout_ns / kSecondNs, timeout_ns % kSecondNs};
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT, expected, &timeout, nullptr,
            0);
}

void futex_wake_all(std::atomic<uint32_t>& word) noexcept {
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE, INT_MAX, nullptr, nullptr,
            0);
}

void yield_core() noexcept {
    sched_yield();
}

} // namespace arauto::os
