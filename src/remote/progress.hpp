// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Progress of the network: each wait makes it, and a progress thread makes it while the program
// computes or sleeps. Only in jobs over several nodes.
#pragma once

#include "remote/active_message.hpp"

namespace arauto::core {

/// One bounded step. Any thread. @return whether something was done
bool serve_network() noexcept;

/// Sends when the network takes the message; serves the network until then.
void send_active_message(int rank,
                         ActiveMessageKind kind,
                         std::span<const std::byte> body) noexcept;

/// Once, when the network is open.
void start_progress_thread(transport::Network& network) noexcept;

/// Ends that thread, before the destructors of this library and of the network's take away what it
/// works with. It may be in a rest, which takes up to 20 ms.
void dismiss_progress_thread() noexcept;

} // namespace arauto::core
