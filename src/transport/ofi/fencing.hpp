// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Peers that can no longer be reached, or that the job has given up: which are lost, which are
// fenced off, and which are to be told to end. A lost peer's key is closed, so that it reaches this
// process's memory no more. One that is fenced off has no connection left either, since a provider
// checks keys once for each write and the rest of a long one would land whenever it comes.
// Dismissals are sent to those that may live (dismissals.hpp). Listeners show which do.
//
// Its owner ends what is under way to a lost peer, and takes what has come by a cut connection.
#pragma once

#include "boot/job.hpp"
#include "os/connections.hpp"
#include "os/liveness_probe.hpp"
#include "transport/contract.hpp"
#include "transport/ofi/dismissals.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/items.hpp"
#include "transport/ofi/peers.hpp"
#include "transport/ofi/regions.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace arauto::transport::ofi {

class Fencing {
  public:
    struct Parts {
        Fabric& fabric;
        Regions& regions;
        Items& items;
        Peers& peers;
        os::Connections& connections;
    };
    Fencing(const boot::Job& job, const Parts& parts) noexcept
        : job_(job), fabric_(parts.fabric), regions_(parts.regions), items_(parts.items),
          peers_(parts.peers), connections_(parts.connections) {}

    /// The peer is gone from now on, and its key is closed. It may be one that this process has not
    /// addressed yet. @return false: it was gone before, and nothing has changed
    [[nodiscard]] bool lose(int peer) noexcept;
    /// A hint, which may be asked for at any time: the only one that needs no lock of the owner.
    [[nodiscard]] bool has_lost() const noexcept {
        return has_lost_.load(std::memory_order_relaxed); // relaxed because a hint
    }
    /// A peer that was lost and not returned before; -1: none.
    [[nodiscard]] int next_lost() noexcept;

    /// Cuts the connections of a peer that is gone, and sends it a dismissal before if it counts as
    /// failed: or it would take this process for dead. By which connections it has made itself is
    /// not known. So those from its host are cut only when all ranks there are gone.
    /// @return the files of the connections: what has come by them can still be read; nothing if
    /// the peer was fenced off before
    [[nodiscard]] std::optional<std::vector<int>> fence_off(int peer) noexcept;

    /// Probes the peer's listener, or looks at the probe under way.
    [[nodiscard]] os::ListenerState probe(int peer) noexcept;
    /// See Network.
    [[nodiscard]] std::vector<Network::SilentPeer> silent_peers(int64_t milliseconds) const;

    /// From now on the peer gets dismissals, until its process has ended.
    void dismiss(int peer) noexcept { dismissals_.add(peer); }
    /// A message has come of a peer that is gone: one that the job has given up lives.
    void answer(int peer) noexcept;
    /// The next peer to which a dismissal is due; -1: none.
    [[nodiscard]] int next_due(int64_t now_ns) noexcept {
        return dismissals_.empty() ? -1 : dismissals_.next_due(now_ns);
    }
    [[nodiscard]] bool has_dismissals() const noexcept { return !dismissals_.empty(); }
    /// Looks up the peer that is due, probes it, or sends it a dismissal; to be called after
    /// Peers::take_found().
    void try_dismissal(int peer) noexcept;
    /// The network is done with an item of Use::dismissal.
    void end_dismissal(Item& item, bool is_delivered, int64_t now_ns) noexcept;

    /// A dismissal has come: the peer has given up this process.
    void note_dismissal(int by) { dismissed_by_.push_back(by); }
    /// A peer that has, and was not returned before; -1: none.
    [[nodiscard]] int dismissed_by() noexcept;

  private:
    [[nodiscard]] bool may_go_on(int number) noexcept;
    [[nodiscard]] Item* send_dismissal(int number, const Peer& peer) noexcept;

    const boot::Job& job_;
    Fabric& fabric_;
    Regions& regions_;
    Items& items_;
    Peers& peers_;
    os::Connections& connections_;
    std::deque<int> lost_;
    std::atomic<bool> has_lost_{false};
    std::unordered_map<int, os::LivenessProbe> probes_; // under way, or their answer was the last
    Dismissals dismissals_;
    std::deque<int> dismissed_by_;
};

} // namespace arauto::transport::ofi
