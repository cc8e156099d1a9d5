// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See notify_guard.hpp.
#include "notify_guard.hpp"

#include "notices.hpp"

namespace arauto::mpi {

void NotifyGuard::lock() noexcept {
    g_notices.requests.lock();
}

void NotifyGuard::unlock() noexcept {
    g_notices.requests.unlock();
}

} // namespace arauto::mpi
