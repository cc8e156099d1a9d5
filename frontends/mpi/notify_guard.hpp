// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The lock that guards requests, and the matches of probes. It is taken only when several threads
// may call.
#pragma once

#include "job.hpp"

namespace arauto::mpi {

class NotifyGuard {
  public:
    NotifyGuard() noexcept {
        if (is_needed()) [[unlikely]] {
            lock();
        }
    }
    ~NotifyGuard() {
        if (is_needed()) [[unlikely]] {
            unlock();
        }
    }
    NotifyGuard(const NotifyGuard&) = delete;
    NotifyGuard& operator=(const NotifyGuard&) = delete;

    /// Does not change while a window exists.
    [[nodiscard]] static bool is_needed() noexcept { return job().threaded; }

  private:
    static void lock() noexcept;
    static void unlock() noexcept;
};

} // namespace arauto::mpi
