// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The contract of every transport. Rooms above read capabilities as data and do not depend on a
// transport's internals; a transport does not depend on them. No call blocks. Completions are
// values returned by poll, never callbacks. tests/conformance holds every transport to this
// contract.
#pragma once

#include "base/run.hpp"
#include "base/status.hpp"
#include "os/liveness_probe.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arauto::transport {

/// Where an address lies at the peer: `heap` counts from the start of its heap, `foreign` is a
/// pointer as it sees it.
enum class Space : uint8_t { heap, foreign };

struct Address {
    int peer;
    Space space;
    uint64_t value;
};

enum class AtomicOp : uint8_t {
    load,
    store,
    add,
    bit_and,
    bit_or,
    bit_xor,
    swap,
    min,
    max,
    compare_swap
};

/// Values travel in the low bytes. `old` is written before the operation completes; it may be null.
struct Atomic {
    AtomicOp op;
    uint8_t width; // 1, 2, 4, 8
    uint64_t operand;
    uint64_t compare;
    uint64_t* old;
};

enum class Kind : uint8_t { put, get, atomic };

/// The signal at the end of a put, done at the target when all its data are visible there: an
/// operation on an aligned word of the target's heap, after which that process is woken if it
/// sleeps.
struct Signal {
    AtomicOp op;
    uint8_t width; // 4 or 8
    uint64_t offset; // in the heap
    uint64_t operand;
};

/// One contiguous operation. `local` must stay valid until completion.
struct Operation {
    Kind kind;
    Address remote;
    void* local; // put: read, get: written, atomic: unused
    size_t bytes; // atomic: its width
    Atomic atomic; // for Kind::atomic
    uint64_t ticket; // given back in the completion
    const Signal* signal = nullptr; // of a put to a Network; it may have no bytes then
    bool is_tracked = true; // false: is_flushed_to() need not know of it; of puts without a ticket
    bool is_ordered = false; // of a put or get with a ticket to a Network: see there
    int owner = -1; // of an atomic by a Network: whose heap, of the peer's node; -1: the peer's
};

/// A put or get of several runs of one peer, in the order given: where runs of a put overlap at the
/// peer, a later one wins. `runs`, and what they name, must stay valid until completion.
struct RunsOperation {
    Kind kind; // put or get
    int peer;
    Space space; // what Run::remote counts from
    std::span<const Run> runs; // not empty
    uint64_t ticket;
};

/// done: complete, also at the target. posted: a completion with the ticket will come. again:
/// nothing was taken, try later. failed: nothing will come, `status` and last_error() say why.
enum class Outcome : uint8_t { done, posted, again, failed };

struct Posted {
    Outcome outcome;
    Status status;
};

struct Completion {
    uint64_t ticket;
    Status status;
};

struct Capabilities {
    const char* name;
    bool foreign; // Space::foreign is reachable
    const char* foreign_by; // how: "memcpy", "cross-memory attach", "copy ring served by its owner"
    size_t heap_bytes_max; // largest put or get of one run of a heap; remote/post cuts longer ones
    size_t bytes_max; // the same of foreign memory, and of all runs of an operation together
    size_t runs_max; // of one operation
};

class Transport {
  public:
    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    [[nodiscard]] virtual Capabilities capabilities() const noexcept = 0;

    /// Starts one operation. Puts to one peer may overtake each other; an atomic is atomic against
    /// all others.
    [[nodiscard]] virtual Posted post(const Operation& operation) noexcept = 0;

    /// Starts one operation on several runs. After a failure some of them may have been moved; the
    /// sentence names the first that was not.
    [[nodiscard]] virtual Posted post_runs(const RunsOperation& operation) noexcept = 0;

    /// Fills `completions`, oldest first; returns how many. Bounded.
    [[nodiscard]] virtual size_t poll(std::span<Completion> completions) noexcept = 0;

    /// One bounded step on behalf of peers that need this process's help. Returns true when it did
    /// something.
    virtual bool serve() noexcept = 0;
};

/// A message from one rank's runtime to another's.
struct ActiveMessage {
    static constexpr size_t kBytesMax = size_t{8} << 10;
    int source;
    std::vector<std::byte> data;
};

/// Which of the messages that have arrived Network::receive() returns.
enum class Arrived : uint8_t {
    at_hand, // those for which it need not wait for another thread
    acknowledged, // each that its sender may count as received, also what another thread takes
};

/// Where the allocation that has an offset of the heap lies.
struct Extent {
    uint64_t offset;
    uint64_t bytes; // 0: there is none
};
using FindExtent = Extent (*)(uint64_t offset);

/// Where a process keeps which notifications have come from other nodes. Called by one thread at a
/// time, behind the addition.
/// @param source  the rank; -1: not known
/// @param offset  of the word in the heap of this rank
/// @param before  its value before
using NoteArrival = void (*)(int source, uint64_t offset, uint64_t before);

/// How much is_flushed_except() asks for. Between nodes the target's process counts signals, so
/// that it has to reply, while the network may know where data are.
enum class Flush : uint8_t { data, data_and_signals };

/// A transport between nodes. Puts and signals without a ticket, active messages, atomics, and what
/// names foreign memory or runs, happen at one peer in the order in which one rank has posted them.
/// Contiguous puts and gets of heaps with a ticket are in no order with anything until they have
/// completed, unless they ask for it (`is_ordered`): then they come after operations posted before,
/// and such a put completes as soon as `local` may be used again. Operations posted after that come
/// after it, and is_flushed_to() returns true once it is visible.
class Network : public Transport {
  public:
    /// Longest put that may go without a ticket (0): `local` may be used again at once, and only
    /// is_flushed_to() shows its completion. Such puts may end with a signal.
    [[nodiscard]] virtual size_t unticketed_bytes_max() const noexcept = 0;

    /// Whether a put of any length may end with this signal; if not, only those up to
    /// unticketed_bytes_max().
    [[nodiscard]] virtual bool carries(const Signal& signal) const noexcept = 0;

    /// Whether all data that have been posted to a peer without a ticket, and are tracked, are
    /// visible there; if not, starts what it takes to find out. Data that a dead peer has not
    /// received count as visible. It says nothing of the signals of puts.
    [[nodiscard]] virtual bool is_flushed_to(int peer) noexcept = 0;
    /// Whether is_flushed_to() holds for all peers but one (-1: for all), and where signals are
    /// wanted, they have been counted; if not, starts what it takes to find out.
    [[nodiscard]] virtual bool is_flushed_except(int peer, Flush wanted) noexcept = 0;

    /// @param is_tracked  false: is_flushed_to() need not know of it
    [[nodiscard]] virtual Posted
    send(int peer, std::span<const std::byte> active_message, bool is_tracked) noexcept = 0;
    /// The messages that have arrived, oldest first. @return false when there are none
    [[nodiscard]] virtual bool receive(ActiveMessage* active_message_out,
                                       Arrived arrived) noexcept = 0;

    /// A peer that can no longer be reached and has not been reported before, or -1.
    [[nodiscard]] virtual int next_lost() noexcept = 0;
    /// Whether it cannot be reached because its address does not come from this job.
    [[nodiscard]] virtual bool is_foreign(int peer) noexcept = 0;
    /// Probes the peer's listener, or looks at the probe under way; the peer itself need not do
    /// anything. When the listener was open and is closed, the peer's process has ended. none: the
    /// network has no listeners, or does not know the peer's address yet.
    [[nodiscard]] virtual os::ListenerState probe(int peer) noexcept = 0;
    /// The peer counts as dead, whether or not its process lives: operations that wait for it end
    /// with ARAUTO_ERR_FAILED, and it is fenced off. Messages of the peer that have come are
    /// delivered when this returns; nothing that it has under way or does later changes memory here
    /// or is delivered, where the provider has keys for each peer (decision 21).
    virtual void abandon(int peer) noexcept = 0;
    struct SilentPeer {
        int peer; // the first of its host
        int64_t milliseconds;
    };
    /// Peers whose hosts have acknowledged nothing for at least so long, neither data nor, where
    /// there are none, the kernel's keep-alive probes. A connection that is under way for so long
    /// is given up. To be called a few times in such a time.
    [[nodiscard]] virtual std::vector<SilentPeer> silent_peers(int64_t /*milliseconds*/) {
        return {};
    }
    /// Sends a dismissal to a peer that was abandoned, which may live, as soon as it can be
    /// reached.
    virtual void dismiss(int) noexcept {}
    /// A peer that has dismissed this process and was not returned before, or -1.
    [[nodiscard]] virtual int dismissed_by() noexcept { return -1; }

    /// Sleeps until serve() or receive() may have something to do, or the time is over; only for a
    /// moment while another thread is in a call of the network.
    virtual void rest(int milliseconds) noexcept = 0;

    /// For `arauto info` and sentences: "tcp;ofi_rxm over eth0, manual progress".
    [[nodiscard]] virtual const char* description() const noexcept = 0;
};

} // namespace arauto::transport
