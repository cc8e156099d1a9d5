// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The layouts of shared data structures in the heaps: slots, boards, locks, cells of teams. A wire
// format between the ranks of a job (fixed widths, a cache line per writer).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::core {

/// A count that only grows, alone on its line: one writer adds, one waiter looks.
struct alignas(64) Count {
    std::atomic<uint64_t> value;
};
static_assert(sizeof(Count) == 64);

/// How often one rank, the writer, has arrived for the owner of the line in SYNC IMAGES.
struct alignas(64) PairLine {
    std::atomic<uint64_t> arrived; // PAIR pairwise.arrived: the writer stores, the owner looks
    // The writer's last SYNC IMAGES(*), in a job of several nodes; written before `arrived`.
    std::atomic<uint64_t> team; // the offset of its block, plus one
    std::atomic<uint64_t> calls; // how many over that team
    std::atomic<uint64_t> closed; // PAIR pairwise.closed: by the owner: the writer is fenced off
};
static_assert(sizeof(PairLine) == 64);

/// The partners that a rank is about to arrive for in SYNC IMAGES. Others read it only after the
/// rank has failed. `begun` and `planned` follow, each a number for each possible partner.
struct alignas(64) PairIntent {
    std::atomic<uint64_t> is_committed; // 1: all of `planned` counts
};
static_assert(sizeof(PairIntent) == 64);

/// A counting slot (an event, a notification): arrivals and takings on two lines, so that taking
/// does not pull the line back from the next origin.
struct SlotCell {
    alignas(64) std::atomic<uint64_t> arrived; // PAIR slot.arrived: origins add, the owner looks
    alignas(64) std::atomic<uint64_t> taken; // PAIR slot.taken: the owner's threads add
};
static_assert(sizeof(SlotCell) == 128);

/// One entry of a board. `state` is the position of its notification, plus one: zeroed memory holds
/// nothing. The owner only reads it, so that a notification crosses in one transfer of its line.
struct alignas(64) BoardEntry {
    std::atomic<uint64_t> state; // PAIR board.entry: commit (origin), look (owner)
    uint64_t bytes;
    uint64_t where; // offset of the data in the owner's heap; 0: not known
    int32_t tag;
    int32_t source;
};
static_assert(sizeof(BoardEntry) == 64);

/// A board. The claims, one for each ring entry, the ring entries and the overflow entries follow
/// it.
struct BoardCell {
    alignas(64) std::atomic<uint64_t> next; // a hint: no position before this one is unclaimed
    std::atomic<uint64_t> ring_end; // PAIR board.freed: positions before it have a ring entry
    alignas(64) std::atomic<uint64_t> freed; // PAIR board.freed: how many the owner has done with
    std::atomic<uint32_t> bell; // for origins that wait for room
    std::atomic<uint32_t> bell_sleepers;
    alignas(64) std::atomic<
        uint64_t> overflowed; // PAIR board.overflow: how many have gone to overflow entries
};
static_assert(sizeof(BoardCell) == 192);

/// The origin that claimed a ring entry last: laps so far << 24 | origin. By position: a claim for
/// lap n replaces one for lap n - 1.
using BoardClaim = std::atomic<uint64_t>;

/// A lock: the last in its queue, and its holder. 0: none; else a node id.
struct alignas(64) LockCell {
    std::atomic<uint64_t> tail;
    std::atomic<uint64_t> holder;
    std::atomic<uint64_t> acquisitions; // in a traced job: how often it was acquired
};
static_assert(sizeof(LockCell) == 64);

inline constexpr size_t kExchangeInline = 48;
inline constexpr size_t kExchangeBytes = 2048; // longest payload of one exchange
inline constexpr size_t kChunkBytes = size_t{64} << 10;

/// One message of an exchange: the sequence number is written last, on the same line as a short
/// payload, so that data and signal cross in one transfer of the line.
struct alignas(64) ExchangeSlot {
    std::atomic<uint64_t>
        sequence; // PAIR exchange.sequence: sender stores (seq_cst), receiver looks
    uint64_t signature;
    std::byte payload[kExchangeInline];
    std::byte more[kExchangeBytes]; // payloads longer than kExchangeInline
};
static_assert(sizeof(ExchangeSlot) == 64 + kExchangeBytes);

/// The offset of the data that have been gathered for this member, as of turn `turn` - 1.
struct alignas(64) Offer {
    std::atomic<uint64_t> turn; // PAIR gather.offer: the offerer stores (seq_cst), this one looks
    uint64_t offset; // in its heap
};
static_assert(sizeof(Offer) == 64);

/// How a member's turns of one kind (barriers, or exchanges) have ended, in a team over several
/// nodes. Others read it only after a failure; see survivors.hpp.
struct alignas(64) TurnRecord {
    std::atomic<uint64_t> ended; // PAIR turn.ended: turn << 1 | 1 when every member took part
    std::atomic<uint64_t> stopped; // PAIR turn.stopped: the first turn that a stopped member missed
    std::atomic<uint64_t> follows; // PAIR turn.follows: turn << 24 | the leader it waits for
    alignas(64) std::atomic<uint64_t> calls; // PAIR turn.calls: others add when a look at them pays
};
static_assert(sizeof(TurnRecord) == 128);

/// A member's part of a team, in its own heap at the team's offset. `signal` and `slot` have as
/// many rounds as the team needs; see TeamLayout.
struct TeamCell {
    Count entered; // PAIR barrier.entered: its owner's barriers so far
    // Central barrier; used in the cell of team rank 0.
    Count arrivals;
    alignas(64) std::atomic<uint64_t> generation; // PAIR barrier.generation
    std::atomic<uint32_t> bell;
    std::atomic<uint32_t> bell_sleepers;
    uint8_t pad[48];
    // The contributions of its owner to its last two exchanges. Over several nodes the result
    // replaces it once the exchange has ended for the owner. Other nodes' members read it only
    // after a failure.
    ExchangeSlot published[2];
};
static_assert(sizeof(TeamCell) == 3 * size_t{64} + 2 * sizeof(ExchangeSlot));

} // namespace arauto::core
