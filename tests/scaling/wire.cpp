// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wire.hpp.
#include "wire.hpp"

#include "runtime/rank.hpp"
#include "transport/atomics.hpp"
#if defined(ARAUTO_HAS_LIBFABRIC)
#include "transport/ofi/message.hpp"
#endif

#include <algorithm>
#include <cstring>

namespace arauto::simulation {
namespace {

using transport::Outcome;
using transport::Posted;

constexpr uint64_t kWordBytes = 8;
constexpr Posted kDone{Outcome::done, ARAUTO_OK};
constexpr Posted kPosted{Outcome::posted, ARAUTO_OK};

int source_now() noexcept {
    return core::this_rank().rank;
}

} // namespace

Wire::Wire(const boot::Job& job, GiveWay give_way, void* context)
    : job_(job), give_way_(give_way), context_(context), traffic_(static_cast<size_t>(job.size)),
      peers_(static_cast<size_t>(job.size)) {}

transport::Capabilities Wire::capabilities() const noexcept {
    return {.name = "simulated",
            .foreign = false,
            .foreign_by = "",
            .heap_bytes_max = size_t{1} << 30,
            .bytes_max = size_t{1} << 14,
            .runs_max = 256};
}

size_t Wire::unticketed_bytes_max() const noexcept {
#if defined(ARAUTO_HAS_LIBFABRIC)
    return transport::ofi::kDataMax;
#else
    return size_t{12} << 10;
#endif
}

void Wire::count(const Message& message, size_t bytes) {
    Traffic& from = traffic_[static_cast<size_t>(message.source)];
    Traffic& to = traffic_[static_cast<size_t>(message.target)];
    ++from.messages;
    from.bytes += bytes;
    from.round_trips += message.ticket != 0 ? 1 : 0;
    ++to.received;
    to.bytes_received += bytes;
    std::vector<int>& peers = peers_[static_cast<size_t>(message.source)];
    const auto position = std::lower_bound(peers.begin(), peers.end(), message.target);
    if (position == peers.end() || *position != message.target) {
        peers.insert(position, message.target);
    }
}

Posted Wire::post(const transport::Operation& operation) noexcept {
    if (operation.remote.space != transport::Space::heap) {
        return {Outcome::failed,
                fail(ARAUTO_ERR_UNSUPPORTED, "simulated ranks have no memory but their heaps")};
    }
    Message message{};
    message.source = source_now();
    message.target = operation.remote.peer;
    message.offset = operation.remote.value;
    message.bytes = operation.bytes;
    message.ticket = operation.ticket;
    auto* const local = static_cast<std::byte*>(operation.local);
    switch (operation.kind) {
    case transport::Kind::put:
        message.what = What::put;
        message.data.assign(local, local + operation.bytes);
        break;
    case transport::Kind::get:
        message.what = What::get;
        message.to = local;
        break;
    case transport::Kind::atomic:
        message.what = What::atomic;
        message.atomic = operation.atomic;
        break;
    }
    if (operation.signal != nullptr) {
        const transport::Signal& signal = *operation.signal;
        message.has_signal = true;
        message.signal_offset = signal.offset;
        message.atomic = {signal.op, signal.width, signal.operand, 0, nullptr};
    }
    if (operation.ticket == 0 && operation.is_tracked) {
        ++tracked_[message.source][message.target].sent;
    }
    count(message, message.bytes + (message.has_signal ? kWordBytes : 0));
    under_way_.push_back(std::move(message));
    return operation.ticket == 0 ? kDone : kPosted;
}

Posted Wire::post_runs(const transport::RunsOperation& operation) noexcept {
    return {Outcome::failed,
            fail(ARAUTO_ERR_UNSUPPORTED, "simulated ranks move single runs, not %zu at once",
                 operation.runs.size())};
}

size_t Wire::poll(std::span<transport::Completion> completions) noexcept {
    const auto mine = completions_.find(source_now());
    size_t filled = 0;
    while (mine != completions_.end() && filled < completions.size() && !mine->second.empty()) {
        completions[filled++] = mine->second.front();
        mine->second.pop_front();
    }
    return filled;
}

bool Wire::serve() noexcept {
    give_way_(context_);
    return false;
}

/// As a real network does: when in doubt, one asks, and waits for the answer.
bool Wire::is_flushed(int peer, Tracked& tracked) {
    if (tracked.known >= tracked.sent) {
        return true;
    }
    if (tracked.asked < tracked.sent) {
        Message message{};
        message.what = What::question;
        message.source = source_now();
        message.target = peer;
        message.ticket = tracked.sent;
        count(message, 0);
        tracked.asked = tracked.sent;
        under_way_.push_back(std::move(message));
    }
    return false;
}

bool Wire::is_flushed_to(int peer) noexcept {
    const auto mine = tracked_.find(source_now());
    if (mine == tracked_.end()) {
        return true;
    }
    const auto its = mine->second.find(peer);
    return its == mine->second.end() || is_flushed(peer, its->second);
}

bool Wire::is_flushed_except(int peer, transport::Flush) noexcept {
    const auto mine = tracked_.find(source_now());
    if (mine == tracked_.end()) {
        return true;
    }
    bool all = true;
    for (auto& [number, tracked] : mine->second) {
        all = (number == peer || is_flushed(number, tracked)) && all;
    }
    return all;
}

Posted Wire::send(int peer, std::span<const std::byte> active_message, bool) noexcept {
    Message message{};
    message.what = What::active_message;
    message.source = source_now();
    message.target = peer;
    message.data.assign(active_message.begin(), active_message.end());
    count(message, active_message.size());
    under_way_.push_back(std::move(message));
    return kDone;
}

bool Wire::receive(transport::ActiveMessage* active_message_out, transport::Arrived) noexcept {
    const auto mine = active_messages_.find(source_now());
    if (mine == active_messages_.end() || mine->second.empty()) {
        return false;
    }
    *active_message_out = mine->second.front();
    mine->second.pop_front();
    return true;
}

/// All of a source's messages or none in one pass, so that they stay in order; which sources are
/// held up changes from pass to pass.
bool Wire::goes_now(int source) const noexcept {
    const uint64_t mixed = (static_cast<uint64_t>(source) * uint64_t{0x9e3779b97f4a7c15}) ^
                           (passes_ * uint64_t{0xc2b2ae3d27d4eb4f});
    return (mixed >> 40 & 3) != 0;
}

void Wire::arrive(Message& message) {
    std::byte* const heap = job_.heap(message.target);
    switch (message.what) {
    case What::put:
        std::memcpy(heap + message.offset, message.data.data(), message.data.size());
        break;
    case What::get:
        std::memcpy(message.to, heap + message.offset, message.bytes);
        break;
    case What::atomic: {
        const uint64_t old = transport::apply(message.atomic, heap + message.offset);
        if (message.atomic.old != nullptr) {
            *message.atomic.old = old;
        }
        break;
    }
    case What::active_message:
        active_messages_[message.target].push_back({message.source, std::move(message.data)});
        break;
    case What::question:
        tracked_[message.source][message.target].known = static_cast<uint32_t>(message.ticket);
        break;
    }
    if (message.has_signal) {
        static_cast<void>(transport::apply(message.atomic, heap + message.signal_offset));
    }
    if (message.ticket != 0 && message.what != What::question) {
        completions_[message.source].push_back({message.ticket, ARAUTO_OK});
    }
}

void Wire::deliver(std::vector<int>& reached) {
    ++passes_;
    std::vector<Message> now;
    now.swap(under_way_);
    for (Message& message : now) {
        if (!goes_now(message.source)) {
            under_way_.push_back(std::move(message));
            continue;
        }
        arrive(message);
        reached.push_back(message.target);
        if (message.ticket != 0) {
            reached.push_back(message.source);
        }
    }
}

size_t Wire::peers_of(int rank) const noexcept {
    return peers_[static_cast<size_t>(rank)].size();
}

void Wire::clear_traffic() noexcept {
    std::fill(traffic_.begin(), traffic_.end(), Traffic{});
}

} // namespace arauto::simulation
