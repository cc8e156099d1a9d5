// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lock that guards requests, and the matches of probes. It is taken only when several threads
// may call.
#pragma once

namespace arauto::mpi {

class NotifyGuard {
  public:
    NotifyGuard() noexcept {
        if (is_needed) [[unlikely]] {
            lock();
        }
    }
    ~NotifyGuard() {
        if (is_needed) [[unlikely]] {
            unlock();
        }
    }
    NotifyGuard(const NotifyGuard&) = delete;
    NotifyGuard& operator=(const NotifyGuard&) = delete;

    static bool is_needed; // set before the first window is used

  private:
    static void lock() noexcept;
    static void unlock() noexcept;
};

} // namespace arauto::mpi
