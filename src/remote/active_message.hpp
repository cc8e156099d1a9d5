// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Active messages between the ranks of different nodes: short messages, each handled at the target
// by the handler of its kind. Messages from one rank to another arrive in the order in which they
// were sent. A handler runs in the thread that serves the network there, and must not wait.
#pragma once

#include "runtime/rank.hpp"

#include <atomic>
#include <span>
#include <thread>

namespace arauto::core {

enum class ActiveMessageKind : uint32_t {
    board,
    state,
    rpc_request,
    rpc_reply,
    standstill,
    kKinds
};
using ActiveMessageHandler = void (*)(int source, std::span<const std::byte> body);

/// Each kind has one handler. Called before the network is opened, or before the first message of
/// the kind.
void set_active_message_handler(ActiveMessageKind kind, ActiveMessageHandler handler) noexcept;
/// Work that follows deliveries, in the same thread: it must not wait.
/// @param step  returns whether it has done something
void set_active_message_step(bool (*step)()) noexcept;

/// @param is_tracked  false: the sender waits for its effect, so that flush_except() need not
/// @return false when the network accepts none now
[[nodiscard]] bool try_active_message(int rank,
                                      ActiveMessageKind kind,
                                      std::span<const std::byte> body,
                                      bool is_tracked = true) noexcept;

/// Runs the handlers of the messages that have come. One thread at a time does so; a second one
/// returns at once. @return whether something was done
bool deliver_active_messages(transport::Network& network) noexcept;

/// Returns when each message that this process has acknowledged is with its handler. For a call
/// that says what has come: an origin's flush ends with the acknowledgement, and the thread that
/// has taken the message from the network may have lost its core before it called the handler. In a
/// handler it returns at once.
void await_deliveries() noexcept;

/// State. Only active_message.cpp looks into this.
struct ActiveMessages {
    ActiveMessageHandler handlers[static_cast<size_t>(ActiveMessageKind::kKinds)]{};
    std::atomic<bool (*)()> step{nullptr};
    std::atomic<bool> is_delivering{false};
    std::atomic<std::thread::id> deliverer{}; // the thread that delivers; a handler may make calls
};

} // namespace arauto::core
