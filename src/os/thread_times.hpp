// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Whether a process computes in other threads than the one that waits. Reads /proc: some 30 us for
// each thread.
#pragma once

#include <cstdint>

namespace arauto::os {

/// Threads of this library have names that begin so.
inline constexpr const char* kThreadPrefix = "arauto-";

/// Names the calling thread, for debuggers, `top`, and the next function.
/// @param name  kThreadPrefix and at most 8 letters
void name_this_thread(const char* name) noexcept;

/// The number of the calling thread on this system.
[[nodiscard]] uint32_t this_thread_number() noexcept;

/// The time that threads of a process have computed, but for one of them and for those of this
/// library. In ticks of the system, usually 10 ms each; 0 where it cannot be read.
[[nodiscard]] uint64_t ticks_of_others(int64_t pid, uint32_t thread) noexcept;

} // namespace arauto::os
