// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// All that this process has asked of its peers and that is not complete: copied writes, remote
// accesses, messages that the peer's process serves, and the probes of a flush. Each takes an item
// for as long as the network or a reply may name it. This class hands them to the network, notes
// what a flush has to wait for, and keeps how they have ended until the caller polls.
//
// There is a limit to what may be under way, which Items sets: then, as where the network takes
// nothing now, the answer is -FI_EAGAIN, nothing was taken, and the caller waits and tries again.
// After any other error nothing was taken either. The owner decides what follows for the peer.
#pragma once

#include "boot/job.hpp"
#include "transport/contract.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/items.hpp"
#include "transport/ofi/message.hpp"
#include "transport/ofi/peers.hpp"
#include "transport/ofi/regions.hpp"
#include "transport/ofi/row.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>

namespace arauto::transport::ofi {

/// Ticket of a request of our own: a reply is wanted, which no caller awaits.
inline constexpr uint64_t kOwnTicket = ~uint64_t{0};

/// A request as it is put together.
struct Request {
    Verb verb;
    int peer;
    Space space;
    uint64_t ticket; // 0: no reply is wanted
    std::span<const Run> runs; // puts and gets
    const Word* word = nullptr;
    std::span<const std::byte> active_message{};
    uint64_t* old = nullptr;
    bool is_tracked = false;
    int owner = -1; // whose heap is meant, of the peer's node; -1: the peer's
};

class Requests {
  public:
    struct Parts {
        Fabric& fabric;
        const Regions& regions;
        Items& items;
        Peers& peers;
    };
    /// @param names_origin  signals tell their origin, where there is room for it
    Requests(const boot::Job& job, const Parts& parts, bool names_origin = false) noexcept
        : job_(job), fabric_(parts.fabric), regions_(parts.regions), items_(parts.items),
          peers_(parts.peers), names_origin_(names_origin) {}

    /// The remote data that carry a signal to a peer; 0: none can.
    [[nodiscard]] uint64_t data_of(const Signal& signal) const noexcept;

    // The calls that start something return 0, or why nothing was taken: an error of the network.

    /// Writes a copy of a short put, or a signal alone, that no caller awaits.
    [[nodiscard]] ssize_t
    write_copy(const Operation& operation, Peer& peer, const fi_rma_iov& there) noexcept;
    /// Writes the puts of a row, which the owner releases then.
    /// @param signal  at their end; may be null
    /// @param is_confirmed  its completion means that it has arrived, and all that was written
    /// before it: that saves a probe
    [[nodiscard]] ssize_t
    write_row(const Row& row, const Signal* signal, bool is_confirmed) noexcept;
    /// Starts a put or get from or to memory of the caller, who waits for its completion.
    /// @error ARAUTO_ERR_SYSTEM when that memory cannot be registered
    [[nodiscard]] Result<ssize_t>
    access(const Operation& operation, Peer& peer, const fi_rma_iov& there) noexcept;
    /// Puts a message together and sends it.
    [[nodiscard]] ssize_t send(const Request& request, Peer& peer) noexcept;
    /// Starts what will show that all has reached the peer, unless that is under way.
    [[nodiscard]] ssize_t step_to_flush(int number, Peer& peer, Flush wanted) noexcept;

    /// The network is done with an item of Use::access, Use::probe or Use::request.
    void complete(Item& item) noexcept;
    /// It has lost it: its peer is to be given up next.
    /// @param error  of libfabric
    void fail(Item& item, int error) noexcept;
    /// A reply has come; one to a request that is over says nothing.
    void take_reply(const Header& header, const std::byte* data) noexcept;
    /// The peer is gone: ends all that a caller awaits of it with ARAUTO_ERR_FAILED. Items that the
    /// network may keep for ever, replies and dismissals among them, are replaced.
    void end_all_of(int peer) noexcept;

    [[nodiscard]] bool has_ended() const noexcept { return !ended_.empty(); }
    /// The operations that have ended, oldest first. Sets this thread's sentence for a failure.
    [[nodiscard]] size_t take_ended(std::span<Completion> completions) noexcept;

  private:
    /// A completion, and its sentence: the thread that polls may not be the one that learnt of it.
    struct Ended {
        Completion completion;
        std::string sentence;
    };

    /// How the network is to do an access.
    struct RemoteAccess {
        fi_addr_t address;
        std::span<const fi_rma_iov> there;
        void* description; // of the memory here
        uint64_t flags;
    };

    [[nodiscard]] ssize_t
    hand_over(const Operation& operation, const RemoteAccess& remote, Item& item) noexcept;
    void put_together(const Request& request, size_t data, Item& item) noexcept;
    void note_sent(const Request& request, Peer& peer, bool has_effect) noexcept;
    void note_write(int number, Peer& peer, const fi_rma_iov& there, const Signal* signal) noexcept;
    [[nodiscard]] ssize_t probe(int number, Peer& peer) noexcept;
    void take_region(Item& item, const Header& header, const std::byte* data) noexcept;
    void end_request(Item& item) noexcept;
    void finish(Item& item, Status status, std::string sentence) noexcept;
    void give_up(Item& item) noexcept;
    void make_up_for(const Item& stuck) noexcept;
    void release(Item& item) noexcept;

    const boot::Job& job_;
    Fabric& fabric_;
    const Regions& regions_;
    Items& items_;
    Peers& peers_;
    const bool names_origin_;
    std::deque<Ended> ended_;
};

} // namespace arauto::transport::ofi
