// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See active_message.hpp. The first four bytes of a message are its kind.
#include "remote/active_message.hpp"

#include "os/futex.hpp"

#include <cstring>

namespace arauto::core {
namespace {

void deliver(const transport::ActiveMessage& active_message) noexcept {
    uint32_t kind = 0;
    if (active_message.data.size() < sizeof kind) {
        return;
    }
    std::memcpy(&kind, active_message.data.data(), sizeof kind);
    if (kind >= std::size(this_rank().active_messages->handlers) ||
        this_rank().active_messages->handlers[kind] == nullptr) {
        return; // of another version: those do not get this far
    }
    // A rank's message about the state of the job holds even if the rank has failed since.
    if (kind != static_cast<uint32_t>(ActiveMessageKind::state) &&
        learn_state(active_message.source) == boot::ImageState::failed) {
        return;
    }
    this_rank().active_messages->handlers[kind](
        active_message.source, std::span(active_message.data).subspan(sizeof kind));
}

/// One thread at a time, or an active message would overtake the one before it between the network
/// and its handler.
/// @return false when another thread delivers
bool try_to_deliver(transport::Network& network,
                    transport::Arrived arrived,
                    bool& has_done) noexcept {
    ActiveMessages& all = *this_rank().active_messages;
    // PAIR active_message.turn: acquire here, release below
    if (all.is_delivering.exchange(true, std::memory_order_acquire)) {
        return false;
    }
    // relaxed because a thread looks for its own number alone
    all.deliverer.store(std::this_thread::get_id(), std::memory_order_relaxed);
    transport::ActiveMessage active_message;
    while (network.receive(&active_message, arrived)) {
        deliver(active_message);
        has_done = true;
    }
    // PAIR active_message.step: look
    if (bool (*const step)() = this_rank().active_messages->step.load(std::memory_order_acquire);
        step != nullptr) {
        has_done = step() || has_done;
    }
    // relaxed because a thread looks for its own number alone
    all.deliverer.store({}, std::memory_order_relaxed);
    all.is_delivering.store(false, std::memory_order_release); // PAIR active_message.turn: release
    return true;
}

} // namespace

bool deliver_active_messages(transport::Network& network) noexcept {
    bool has_done = false;
    // Where it is false another thread does it.
    static_cast<void>(try_to_deliver(network, transport::Arrived::at_hand, has_done));
    return has_done;
}

void await_deliveries() noexcept {
    const Rank& self = this_rank();
    if (self.network == nullptr) [[likely]] {
        return;
    }
    // relaxed because a thread looks for its own number alone
    const auto deliverer = self.active_messages->deliverer.load(std::memory_order_relaxed);
    bool has_done = false;
    while (deliverer != std::this_thread::get_id() &&
           !try_to_deliver(*self.network, transport::Arrived::acknowledged, has_done)) {
        os::yield_core();
    }
}

void set_active_message_handler(ActiveMessageKind kind, ActiveMessageHandler handler) noexcept {
    this_rank().active_messages->handlers[static_cast<size_t>(kind)] = handler;
}

void set_active_message_step(bool (*step)()) noexcept {
    this_rank().active_messages->step.store(
        step, std::memory_order_release); // PAIR active_message.step: store
}

bool try_active_message(int rank,
                        ActiveMessageKind kind,
                        std::span<const std::byte> body,
                        bool is_tracked) noexcept {
    std::byte active_message[transport::ActiveMessage::kBytesMax];
    const auto number = static_cast<uint32_t>(kind);
    std::memcpy(active_message, &number, sizeof number);
    std::memcpy(active_message + sizeof number, body.data(), body.size());
    const transport::Posted posted = this_rank().network->send(
        rank, std::span(active_message, sizeof number + body.size()), is_tracked);
    return posted.outcome != transport::Outcome::again; // a lost rank needs no active message
}

} // namespace arauto::core
