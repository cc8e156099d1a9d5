// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The monotonic clock, in nanoseconds.
#pragma once

#include <cstdint>
#include <ctime>

namespace arauto {

inline constexpr int64_t kMillisecond = 1'000'000;

[[nodiscard]] inline int64_t now_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec;
}

} // namespace arauto
