// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Copies of a program's data. The C library's memcpy is as fast as any, with one exception: from 2
// KiB up to the size of the second cache, glibc 2.33 to 2.38 use `rep movsb`, and where the target
// lies 1 to 31 bytes further on in its page than the source in its own, this takes Zen 3 and 4 13
// to 25 times as long. This is the usual case of a large array of malloc (16 bytes behind the start
// of a page) and a window or coarray at the start of one: a get of 4 KiB took 2,000 ns instead of
// 90. A copy that begins at the end avoids this, and avoids loads that seem to depend on the stores
// before them.
#pragma once

#include "base/clock.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace arauto {

inline constexpr size_t kLongCopy = 2048; // shorter ones are loops in glibc

/// The long copies of one process, in the memory of the job; zero at first. All are relaxed because
/// a reader concludes nothing about other memory.
struct CopyTimes {
    std::atomic<uint64_t> copies;
    std::atomic<uint64_t> bytes;
    std::atomic<uint64_t> ns;
};

/// Null: no time is taken. Set once, before the process communicates.
extern CopyTimes* g_copy_times;

/// Adds the time from here to the end of the block, outside waits.
class CopyTimer {
  public:
    explicit CopyTimer(size_t bytes) noexcept : bytes_(bytes) {
        if (g_copy_times != nullptr) [[unlikely]] {
            begin();
        }
    }
    CopyTimer(const CopyTimer&) = delete;
    CopyTimer& operator=(const CopyTimer&) = delete;
    void set_bytes(size_t bytes) noexcept { bytes_ = bytes; }
    ~CopyTimer() noexcept {
        if (since_ns_ != 0) [[unlikely]] {
            add();
        }
    }

  private:
    [[gnu::cold]] void begin() noexcept;
    [[gnu::cold]] void add() const noexcept;

    size_t bytes_; // copied
    int64_t since_ns_ = 0; // 0: it is not measured
};

/// memmove of at least kLongCopy bytes.
void copy_long(void* to, const void* from, size_t bytes) noexcept;

/// memcpy, for memory that does not overlap.
[[gnu::always_inline]] inline void copy_bytes(void* to, const void* from, size_t bytes) noexcept {
    if (bytes >= kLongCopy) [[unlikely]] {
        copy_long(to, from, bytes);
    } else {
        std::memcpy(to, from, bytes);
    }
}

} // namespace arauto
