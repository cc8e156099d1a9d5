// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// All peers on other nodes that this process knows of, by rank. Their addresses are looked up at
// first contact. Also the list of those to which something may be under way that no caller awaits.
// Peers stay: their addresses in memory are fixed. Sends nothing.
#pragma once

#include "boot/job.hpp"
#include "os/connections.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/name_search.hpp"
#include "transport/ofi/peer.hpp"

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

namespace arauto::transport::ofi {

class Peers {
  public:
    using Lookup = NameSearch::Lookup;

    struct Parts {
        Fabric& fabric; // which gets the addresses
        os::Connections& connections; // and which connections lead there
    };
    /// @param context  of `lookup`
    Peers(const boot::Job& job, const Parts& parts, Lookup lookup, void* context)
        : job_(job), fabric_(parts.fabric), connections_(parts.connections),
          search_(lookup, context) {}

    /// A peer that was not known is made.
    [[nodiscard]] Peer& operator[](int number) noexcept { return peers_[number]; }
    [[nodiscard]] Peer& at(int number) noexcept { return peers_.at(number); }
    /// @return null when the peer was not known before
    [[nodiscard]] Peer* find(int number) noexcept {
        const auto known = peers_.find(number);
        return known != peers_.end() ? &known->second : nullptr;
    }
    [[nodiscard]] const std::unordered_map<int, Peer>& all() const noexcept { return peers_; }

    /// For a peer that is not reachable yet; to be called after take_found().
    /// @return null without a failure while its name is looked up: try again
    /// @error ARAUTO_ERR_FAILED (it is gone), ARAUTO_ERR_SYSTEM (its address is not known)
    [[nodiscard]] Result<Peer*> look_up(int number) noexcept;
    /// Begins to look up its name, unless that was begun before.
    void begin_lookup(int number, Peer& peer) noexcept;
    /// Takes the names that were found since the last call. @return those that are not of this job:
    /// nothing may be sent there, since the token would be
    [[nodiscard]] std::vector<int> take_found() noexcept;

    /// Whether the job counts it as failed, which its process may not know.
    [[nodiscard]] bool counts_as_failed(int number) const noexcept;
    /// Whether all ranks of its node are gone.
    [[nodiscard]] bool is_host_gone(int number) const noexcept;
    /// Where its kernel takes connections. Empty where the network has no listener, or its address
    /// is not known yet.
    [[nodiscard]] std::span<const std::byte>
    listener_of(const Peer& peer, std::span<std::byte, kEndpointBytesMax> room) const noexcept;

    /// Something may be under way to the peer that no caller awaits.
    void note_unflushed(int number, Peer& peer) noexcept {
        if (!peer.is_in_unflushed) {
            peer.is_in_unflushed = true;
            unflushed_.push_back(number);
        }
    }
    [[nodiscard]] std::span<const int> unflushed() const noexcept { return unflushed_; }
    /// Whether it is known, without a step, that all is there of what was sent to all but one peer
    /// (-1: to all).
    [[nodiscard]] bool are_known_flushed_except(int number, Flush wanted) const noexcept;
    /// Takes the peer at this place off the list if all is there, and puts another into its place.
    /// @return whether it did
    bool forget_flushed(size_t place) noexcept;

  private:
    const boot::Job& job_;
    Fabric& fabric_;
    os::Connections& connections_;
    NameSearch search_;
    std::unordered_map<int, Peer> peers_;
    std::vector<int> unflushed_;
};

} // namespace arauto::transport::ofi
