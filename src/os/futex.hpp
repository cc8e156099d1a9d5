// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Sleeping on a word of shared memory, and waking its sleepers; works between processes.
#pragma once

#include <atomic>
#include <cstdint>

namespace arauto::os {

/// Sleeps while `word` equals `expected`, at most `timeout_ns`. May return early for no reason.
void futex_wait(std::atomic<uint32_t>& word, uint32_t expected, int64_t timeout_ns) noexcept;

/// Wakes every sleeper on `word`.
void futex_wake_all(std::atomic<uint32_t>& word) noexcept;

/// Gives the core to another runnable process.
void yield_core() noexcept;

} // namespace arauto::os
