// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Whether a thread that serves peers is there, and how it is ended: for the progress thread, the
// duty thread, and the one that serves RPC on a node. The thread is detached; its end is awaited
// for a time only.
#pragma once

#include "base/clock.hpp"
#include "os/futex.hpp"

#include <atomic>
#include <cstdint>

namespace arauto::core {

class ThreadPresence {
  public:
    /// Before the thread is made. @return false when there is one
    [[nodiscard]] bool begin() noexcept {
        uint32_t gone = kGone;
        // PAIR thread.presence: begin
        return word_.compare_exchange_strong(gone, kServes, std::memory_order_acq_rel);
    }

    /// The thread asks before each step. Sequentially consistent, so that a thread which shows that
    /// it sleeps, and then asks, is woken or learns that it is dismissed.
    [[nodiscard]] bool is_wanted() const noexcept {
        return word_.load(std::memory_order_seq_cst) == kServes; // PAIR thread.presence: look
    }

    /// The last that the thread does; or when it could not be made.
    void end() noexcept {
        word_.store(kGone, std::memory_order_release); // PAIR thread.presence: end
        os::futex_wake_all(word_);
    }

    /// Ends the thread, if it is there. Not called by the thread itself.
    /// @param wake  wakes it from a sleep that has no end soon
    template <typename Wake> void dismiss(const Wake& wake) noexcept {
        constexpr int64_t kPatienceNs =
            1'000'000'000; // it may want a mutex of the thread in exit()
        uint32_t serves = kServes;
        // PAIR thread.presence: dismiss
        if (!word_.compare_exchange_strong(serves, kDismissed, std::memory_order_seq_cst)) {
            return;
        }
        wake();
        const int64_t end = now_ns() + kPatienceNs;
        // PAIR thread.presence: look
        while (word_.load(std::memory_order_acquire) != kGone && now_ns() < end) {
            os::futex_wait(word_, kDismissed, end - now_ns());
        }
    }

  private:
    static constexpr uint32_t kGone = 0;
    static constexpr uint32_t kServes = 1;
    static constexpr uint32_t kDismissed = 2;

    std::atomic<uint32_t> word_{kGone}; // that threads sleep on
};

} // namespace arauto::core
