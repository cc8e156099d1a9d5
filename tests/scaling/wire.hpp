// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The network between simulated nodes: carries posted operations from heap to heap, late and in the
// order that the contract promises, and counts them. One object serves all ranks; the origin is the
// rank that runs now.
#pragma once

#include "boot/job.hpp"
#include "transport/contract.hpp"

#include <deque>
#include <unordered_map>
#include <vector>

namespace arauto::simulation {

/// The traffic of one rank since the last clear_traffic().
struct Traffic {
    uint64_t messages; // that it sent, but for replies
    uint64_t bytes; // of data, values and signals in them
    uint64_t round_trips; // of those messages: whose answer it waited for
    uint64_t received; // messages that others sent to it
    uint64_t bytes_received;
};

class Wire final : public transport::Network {
  public:
    /// Lets other simulated ranks run.
    using GiveWay = void (*)(void* context);

    Wire(const boot::Job& job, GiveWay give_way, void* context);

    [[nodiscard]] transport::Capabilities capabilities() const noexcept override;
    [[nodiscard]] transport::Posted post(const transport::Operation& operation) noexcept override;
    [[nodiscard]] transport::Posted
    post_runs(const transport::RunsOperation& operation) noexcept override;
    [[nodiscard]] size_t poll(std::span<transport::Completion> completions) noexcept override;
    bool serve() noexcept override;
    [[nodiscard]] size_t unticketed_bytes_max() const noexcept override;
    [[nodiscard]] bool carries(const transport::Signal&) const noexcept override { return true; }
    [[nodiscard]] bool is_flushed_to(int peer) noexcept override;
    [[nodiscard]] bool is_flushed_except(int peer, transport::Flush wanted) noexcept override;
    [[nodiscard]] transport::Posted
    send(int peer, std::span<const std::byte> active_message, bool is_tracked) noexcept override;
    [[nodiscard]] bool receive(transport::ActiveMessage* active_message_out,
                               transport::Arrived arrived) noexcept override;
    [[nodiscard]] int next_lost() noexcept override { return -1; }
    [[nodiscard]] bool is_foreign(int) noexcept override { return false; }
    [[nodiscard]] os::ListenerState probe(int) noexcept override { return {}; }
    void abandon(int) noexcept override {}
    void rest(int) noexcept override {}
    [[nodiscard]] const char* description() const noexcept override { return "simulated"; }

    /// Carries part of what is under way, each source's in order; ranks that got something are
    /// added to `reached`.
    void deliver(std::vector<int>& reached);
    [[nodiscard]] bool is_empty() const noexcept { return under_way_.empty(); }

    [[nodiscard]] const Traffic& traffic(int rank) const noexcept {
        return traffic_[static_cast<size_t>(rank)];
    }
    /// Ranks that it has sent something to, ever: what needs an address.
    [[nodiscard]] size_t peers_of(int rank) const noexcept;
    void clear_traffic() noexcept;

  private:
    enum class What : uint8_t { put, get, atomic, active_message, question };
    struct Message {
        What what;
        int source;
        int target;
        uint64_t offset;
        std::vector<std::byte> data; // of a put, an active message
        std::byte* to; // of a get
        size_t bytes;
        transport::Atomic atomic; // also a put's signal
        uint64_t signal_offset;
        bool has_signal;
        uint64_t ticket;
    };
    /// Counts of a source's operations to a peer: sent, known to have arrived, and asked about.
    struct Tracked {
        uint32_t sent = 0;
        uint32_t known = 0;
        uint32_t asked = 0;
    };

    void count(const Message& message, size_t bytes);
    void arrive(Message& message);
    [[nodiscard]] bool is_flushed(int peer, Tracked& tracked);
    [[nodiscard]] bool goes_now(int source) const noexcept;

    const boot::Job job_;
    const GiveWay give_way_;
    void* const context_;
    uint64_t passes_ = 0;
    std::vector<Message> under_way_;
    std::vector<Traffic> traffic_;
    std::vector<std::vector<int>> peers_; // sorted
    std::unordered_map<int, std::unordered_map<int, Tracked>> tracked_; // by source, then peer
    std::unordered_map<int, std::deque<transport::Completion>> completions_;
    std::unordered_map<int, std::deque<transport::ActiveMessage>> active_messages_;
};

} // namespace arauto::simulation
