// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A network that wraps another one and injects faults, within the limits of the contract: it delays
// operations, reorders unordered ones, refuses with `again`, and gives up a peer. It loses nothing
// else. Its decisions follow from a seed and the rank, in the order of posts. Where it delays,
// every eighth active message waits for up to a millisecond between the network and its handler.
//
// It has no thread: a delayed operation continues in the next call of any kind after its time.
#pragma once

#include "transport/contract.hpp"
#include "transport/faults.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <string>
#include <vector>

namespace arauto::transport {

class Fault final : public Network {
  public:
    /// `inner` outlives this.
    Fault(Network& inner, const Faults& faults, int rank);
    /// Posts the operations that are still held.
    ~Fault() override;

    [[nodiscard]] Capabilities capabilities() const noexcept override {
        return inner_.capabilities();
    }
    [[nodiscard]] Posted post(const Operation& operation) noexcept override;
    [[nodiscard]] Posted post_runs(const RunsOperation& operation) noexcept override;
    [[nodiscard]] size_t poll(std::span<Completion> completions) noexcept override;
    bool serve() noexcept override;

    [[nodiscard]] size_t unticketed_bytes_max() const noexcept override {
        return inner_.unticketed_bytes_max();
    }
    [[nodiscard]] bool carries(const Signal& signal) const noexcept override {
        return inner_.carries(signal);
    }
    [[nodiscard]] bool is_flushed_to(int peer) noexcept override;
    [[nodiscard]] bool is_flushed_except(int peer, Flush wanted) noexcept override;
    [[nodiscard]] Posted
    send(int peer, std::span<const std::byte> active_message, bool is_tracked) noexcept override;
    [[nodiscard]] bool receive(ActiveMessage* active_message_out,
                               Arrived arrived) noexcept override;
    [[nodiscard]] int next_lost() noexcept override;
    [[nodiscard]] bool is_foreign(int peer) noexcept override { return inner_.is_foreign(peer); }
    [[nodiscard]] os::ListenerState probe(int peer) noexcept override { return inner_.probe(peer); }
    void abandon(int peer) noexcept override;
    void dismiss(int peer) noexcept override { inner_.dismiss(peer); }
    [[nodiscard]] std::vector<SilentPeer> silent_peers(int64_t milliseconds) override {
        return inner_.silent_peers(milliseconds);
    }
    [[nodiscard]] int dismissed_by() noexcept override { return inner_.dismissed_by(); }
    void rest(int milliseconds) noexcept override;
    [[nodiscard]] const char* description() const noexcept override { return description_.c_str(); }

  private:
    enum class OperationKind : uint8_t { operation, runs, active_message };

    /// Something that the inner network does not know of yet.
    struct Held {
        OperationKind kind;
        bool is_ordered; // behind all earlier ones of its peer that are ordered
        int peer;
        int64_t due_ns;
        uint64_t ticket; // 0: no completion is wanted
        Operation operation{};
        Signal signal{};
        RunsOperation runs{};
        std::vector<std::byte> copy; // of memory that the caller may reuse at once
        std::vector<Run> copied_runs;
        bool is_tracked = true;
    };

    /// A completion that poll has not returned yet.
    struct PendingCompletion {
        Completion completion;
        std::string sentence;
        int64_t due_ns;
    };

    // All below hold mutex_.
    [[nodiscard]] uint64_t draw() noexcept;
    [[nodiscard]] int64_t draw_due() noexcept;
    [[nodiscard]] bool draw_again() noexcept;
    void count_post(int peer) noexcept;
    [[nodiscard]] Posted begin(int peer) noexcept;
    [[nodiscard]] bool holds_unticketed(int peer, bool is_excepted) const noexcept;
    /// Whether the peer is given up, with the sentence.
    [[nodiscard]] bool is_gone(int peer) const noexcept;
    [[nodiscard]] Posted hold(Held&& held) noexcept;
    [[nodiscard]] Posted hand_on(const Held& held) noexcept;
    bool release(int64_t now) noexcept;
    void drop(int peer) noexcept;
    void end(uint64_t ticket, Status status, int64_t due_ns);

    Network& inner_;
    const Faults faults_;
    const std::string description_;
    std::mutex mutex_;
    std::list<Held> held_; // oldest first
    std::deque<PendingCompletion> ended_;
    uint64_t state_;
    int64_t posts_ = 0; // to the peer that shall fail
    bool has_failed_ = false;
    bool is_failure_reported_ = false;
    std::atomic<uint64_t> received_{0}; // active messages
};

/// The network itself, or wrapped in the faults that the settings ask for; then it lives until the
/// process ends.
/// @error ARAUTO_ERR_ARGUMENT when the setting cannot be read
[[nodiscard]] Result<Network*> with_faults(Network* inner, int rank);

} // namespace arauto::transport
