// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A lock in memory of the job, for short work of one image after the other. An image that was
// killed while it had the lock does not keep it: another takes it over after some seconds, and the
// worst is a race that is not found, in a job that has lost an image.
#pragma once

#include "os/futex.hpp"

#include <atomic>
#include <cstdint>
#include <ctime>

namespace arauto::check {

/// The word is 0 when it is free.
inline void take_shared(std::atomic<uint32_t>& word) noexcept {
    constexpr int kYields = 200;
    constexpr int kNaps = 100'000; // of 50 us
    // PAIR check.lock: take
    for (int tries = 0; word.exchange(1, std::memory_order_acquire) != 0; ++tries) {
        if (tries < kYields) {
            os::yield_core();
        } else if (tries < kYields + kNaps) {
            const timespec nap = {0, 50'000};
            nanosleep(&nap, nullptr);
        } else {
            return; // its holder has died
        }
    }
}
inline void give_shared(std::atomic<uint32_t>& word) noexcept {
    word.store(0, std::memory_order_release); // PAIR check.lock: give back
}

/// From here to the end of the block.
class SharedLock {
  public:
    explicit SharedLock(std::atomic<uint32_t>& word) noexcept : word_(word) { take_shared(word); }
    SharedLock(const SharedLock&) = delete;
    SharedLock& operator=(const SharedLock&) = delete;
    ~SharedLock() { give_shared(word_); }

  private:
    std::atomic<uint32_t>& word_;
};

} // namespace arauto::check
