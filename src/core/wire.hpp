// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What core keeps in the heaps: a wire format between the ranks of a job (fixed widths, a cache
// line per writer).
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

/// A counting slot (an event, a notification): arrivals and takings on two lines, so that taking
/// does not pull the line back from the next origin.
struct SlotCell {
    alignas(64) std::atomic<uint64_t> arrived; // PAIR slot.arrived: origins add, the owner looks
    alignas(64) std::atomic<uint64_t> taken; // PAIR slot.taken: the owner's threads add
};
static_assert(sizeof(SlotCell) == 128);

/// One place of a board's ring. `state` is lap << 26 | (owner + 1) << 2 | phase: zeroed memory is
/// free for lap 0. A claim names its owner, so that the place of an origin that died between claim
/// and commit is recognised and skipped.
struct alignas(64) BoardPlace {
    std::atomic<uint64_t> state; // PAIR board.place: claim (origin), commit (origin), free (owner)
    uint64_t bytes;
    uint64_t where; // offset of the data in the owner's heap; 0: not known
    int32_t tag;
};
static_assert(sizeof(BoardPlace) == 64);

/// A board: `capacity` places follow in memory.
struct BoardCell {
    alignas(64) std::atomic<uint64_t> next; // a hint: no place before this one is free
    alignas(64) std::atomic<uint64_t> freed; // PAIR board.room: the owner adds what it has freed
    std::atomic<uint32_t> bell; // for origins that wait for room
    std::atomic<uint32_t> bell_sleepers;
};
static_assert(sizeof(BoardCell) == 128);

/// A lock: who came last, and who holds it. 0: nobody; else a node id.
struct alignas(64) LockCell {
    std::atomic<uint64_t> tail;
    std::atomic<uint64_t> holder;
};
static_assert(sizeof(LockCell) == 64);

inline constexpr size_t kExchangeInline = 48;
inline constexpr size_t kExchangeBytes = 2048; // longest payload of one exchange
inline constexpr size_t kChunkBytes = size_t{64} << 10;

/// One message of an exchange: the sequence number is written last, on the same line as a short
/// payload, so that data and signal cross in one hand-over.
struct alignas(64) ExchangeSlot {
    std::atomic<uint64_t>
        sequence; // PAIR exchange.sequence: sender stores (seq_cst), receiver looks
    uint64_t signature;
    std::byte payload[kExchangeInline];
    std::byte more[kExchangeBytes]; // payloads longer than kExchangeInline
};
static_assert(sizeof(ExchangeSlot) == 64 + kExchangeBytes);

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
    // What its owner put into its last two exchanges; read by others only after a failure.
    ExchangeSlot published[2];
};
static_assert(sizeof(TeamCell) == 3 * 64 + 2 * sizeof(ExchangeSlot));

} // namespace arauto::core
