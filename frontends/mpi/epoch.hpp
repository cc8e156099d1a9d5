// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of a window's epochs, for every access and every call on the window: whether a member
// may be accessed now, and which error of MPI a status of the engine is. The epochs themselves are
// the engine's (arauto/epoch.h).
#pragma once

#include "window.hpp"

#include "arauto/status.h"

#include <cstdint>
#include <mutex>

namespace arauto::mpi {

/// What an access to a member may do: nothing, be recorded, or happen now.
enum class Way : uint8_t { none, later, now };

/// Asks the engine.
[[nodiscard]] Way ask_way(Window& window, int member) noexcept;
[[nodiscard]] inline Way way_to(Window& window, int member) noexcept {
    return window.is_open ? Way::now : ask_way(window, member);
}

/// Why the window may not be freed now; null: it may.
[[nodiscard]] const char* why_not_free(Window& window) noexcept;
/// Whether an epoch is open at this process, other than one that a fence has opened.
[[nodiscard]] bool has_open_epoch(const Window& window) noexcept;
/// Waits until all closed epochs are complete.
void drain(Window& window) noexcept;

/// Whether a rank that the call needed has ended.
[[nodiscard]] inline bool has_gone(arauto_status_t status) noexcept {
    return status == ARAUTO_ERR_FAILED || status == ARAUTO_ERR_STOPPED;
}

/// Raises what a call of the engine returned, at the window.
int fail_with(const Window& window, arauto_status_t status, const char* call) noexcept;

/// Held while the engine is called, when several threads may call.
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
