// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Progress of the network, in jobs over several nodes: each wait makes progress, and a progress
// thread makes it while the program computes or sleeps.
#pragma once

#include "remote/active_message.hpp"
#include "runtime/thread_presence.hpp"

#include <thread>

namespace arauto::core {

/// One bounded step. Any thread. @return whether something was done
bool serve_network() noexcept;

/// Sends when the network takes the message; serves the network until then.
void send_active_message(int rank,
                         ActiveMessageKind kind,
                         std::span<const std::byte> body) noexcept;

/// Once, when the network is open.
void start_progress_thread(transport::Network& network) noexcept;

/// Ends that thread, before destructors of this library and of the network's free its objects.
/// It may be in a rest, which takes up to 20 ms.
void dismiss_progress_thread() noexcept;

/// State. Only progress.cpp looks into this.
struct Progress {
    // How often any thread has polled: the progress thread keeps out of the way of one that waits.
    std::atomic<uint64_t> looks{0};
    std::atomic<uint64_t> losses_seen{0}; // Rank::count_losses() of those that are fenced off
    // 1: the progress thread naps, and a thread that goes to sleep must wake it.
    std::atomic<uint32_t> naps{0};
    ThreadPresence presence;
    std::thread::id thread_id;
};

} // namespace arauto::core
