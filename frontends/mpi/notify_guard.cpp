// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See notify_guard.hpp.
#include "notify_guard.hpp"

#include <mutex>

namespace arauto::mpi {
namespace {

std::recursive_mutex g_requests_mutex; // an error handler, called under it, may use requests

} // namespace

void NotifyGuard::lock() noexcept {
    g_requests_mutex.lock();
}

void NotifyGuard::unlock() noexcept {
    g_requests_mutex.unlock();
}

} // namespace arauto::mpi
