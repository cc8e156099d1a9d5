// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of a window's epochs, for every access and every call on the window: whether a member
// may be accessed now, and the MPI error for a status of the runtime. The epochs themselves belong
// to the runtime (arauto/epoch.h).
#pragma once

#include "window.hpp"

#include "arauto/status.h"

#include <cstdint>
#include <mutex>

namespace arauto::mpi {

/// The fate of an access to a member: it is refused, recorded, or done now.
enum class Admission : uint8_t { none, later, now };

/// As admission_to(), when the window does not know the answer: asks the runtime.
[[nodiscard]] Admission find_admission(Window& window, int member) noexcept;
[[nodiscard]] inline Admission admission_to(Window& window, int member) noexcept {
    return window.is_open() ? Admission::now : find_admission(window, member);
}

/// Why the window may not be freed now; null: it may.
[[nodiscard]] const char* why_not_free(Window& window) noexcept;
/// Whether an epoch is open at this process, other than one that a fence has opened.
[[nodiscard]] bool has_open_epoch(const Window& window) noexcept;
/// Waits until all closed epochs are complete.
void drain(Window& window) noexcept;

/// Whether the status says that a rank which the call needed has ended.
[[nodiscard]] inline bool has_gone(arauto_status_t status) noexcept {
    return status == ARAUTO_ERR_FAILED || status == ARAUTO_ERR_STOPPED;
}

/// Raises at the window the error that a call of the runtime has returned.
int fail_with(const Window& window, arauto_status_t status, const char* call) noexcept;

/// Holds the window's mutex while the runtime is called, when several threads may call.
class Guard {
  public:
    explicit Guard(Window& window) noexcept : mutex_(window.has_threads ? &window.mutex : nullptr) {
        if (mutex_ != nullptr) [[unlikely]] {
            mutex_->lock();
        }
    }
    ~Guard() {
        if (mutex_ != nullptr) [[unlikely]] {
            mutex_->unlock();
        }
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

  private:
    std::mutex* mutex_;
};

} // namespace arauto::mpi
