// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Sleeping on a word of shared memory, and waking its sleepers; works between processes.
#pragma once

#include <atomic>
#include <cstdint>

namespace arauto::os {

inline constexpr uint32_t kEverySleeper = ~uint32_t{0};

/// Sleeps while `word` equals `expected`, at most `timeout_ns`. May return early for no reason.
/// @param bits  a set of bits; only a wake for one of them ends the sleep
void futex_wait(std::atomic<uint32_t>& word,
                uint32_t expected,
                int64_t timeout_ns,
                uint32_t bits = kEverySleeper) noexcept;

/// Wakes every sleeper on `word` that shares a bit with `whom`.
void futex_wake(std::atomic<uint32_t>& word, uint32_t whom) noexcept;
inline void futex_wake_all(std::atomic<uint32_t>& word) noexcept {
    futex_wake(word, kEverySleeper);
}

/// Gives the core to another runnable process.
void yield_core() noexcept;

} // namespace arauto::os
