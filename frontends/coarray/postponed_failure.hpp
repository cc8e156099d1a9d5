// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A failure of another image that the statement which met it could not report, for it had no
// `stat=`: a write to that image, which is dropped, or what a compiler calls without `stat=`. The
// next SYNC statement with `stat=` reports it. Only the first is kept.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <mutex>

namespace arauto::coarray {

class PostponedFailure {
  public:
    static constexpr size_t kTextBytes = 512;

    void note(const char* sentence) noexcept {
        const std::lock_guard guard(mutex_);
        if (!is_there()) {
            std::snprintf(text_, sizeof text_, "%s", sentence);
            is_there_.store(true, std::memory_order_release); // PAIR postponed.text: store
        }
    }
    [[nodiscard]] bool is_there() const noexcept {
        return is_there_.load(std::memory_order_acquire); // PAIR postponed.text: look
    }
    /// It is reported now: calls report(sentence) if it is still there.
    template <typename Report> void take(Report report) noexcept {
        const std::lock_guard guard(mutex_);
        if (is_there()) {
            report(static_cast<const char*>(text_));
            is_there_.store(false, std::memory_order_release); // PAIR postponed.text: take
        }
    }

  private:
    std::atomic<bool> is_there_{false};
    std::mutex mutex_;
    char text_[kTextBytes] = "";
};

} // namespace arauto::coarray
