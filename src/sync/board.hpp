// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tagged notifications. Each rank has a ring that any rank writes to: an origin claims a position,
// fills its entry and commits it. The owner moves arrivals into its store of unexpected
// notifications, or takes one at once when a thread waits for it. An origin that finds the ring
// full waits for room. Modelled in tests/model/board.pml.
#pragma once

#include "memory/layouts.hpp"
#include "runtime/wait.hpp"
#include "sync/brief_lock.hpp"
#include "sync/unexpected.hpp"
#include "team/segment.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <vector>

namespace arauto::core {

inline constexpr uint32_t kBoardCapacityMax = uint32_t{1} << 20;

/// Ring entries are reused while the owner keeps up: their lines stay in the caches, and their
/// first use touches a page or two of fresh memory. A post that finds them full goes to an
/// overflow entry; there are as many of those as the board's capacity.
inline constexpr uint32_t kRingEntries = 64;

/// Called before any message can come from another node.
void setup_boards() noexcept;

class Board {
  public:
    /// A position that this rank has claimed at another, and its entry.
    struct Claim {
        BoardEntry* entry = nullptr; // null: there is no room
        uint64_t position = 0;
    };

    /// @param capacity  a power of two, at least 4
    Board(Segment* segment, uint32_t capacity) noexcept;
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    [[nodiscard]] static size_t bytes(uint32_t capacity) noexcept {
        const uint32_t ring = std::min(capacity, kRingEntries);
        const size_t overflow = capacity > ring ? capacity : 0;
        return claims_end(ring) + (ring + overflow) * sizeof(BoardEntry);
    }
    [[nodiscard]] Segment* segment() const noexcept { return segment_; }
    [[nodiscard]] uint32_t capacity() const noexcept { return capacity_; }

    /// From here to withdraw() every wait of this process serves the board. When an origin finds
    /// the ring full, the duty thread serves it too, since the owner may go long
    /// without a wait.
    void enlist() noexcept;
    void withdraw() noexcept;

    /// Posts to `rank`, after all that this rank has done to `rank`'s memory. Waits while the ring
    /// is full. @error ARAUTO_ERR_FAILED, ARAUTO_ERR_STOPPED
    [[nodiscard]] Status post(int rank, const Arrival& arrival, const char* call) noexcept;

    /// Takes a post from a rank of another node into the store, past the ring. False when memory
    /// ran out, and nothing changed.
    [[nodiscard]] bool accept(const Arrival& arrival) noexcept;

    /// The two halves of a post that need not wait: nothing that can fail may come between them.
    [[nodiscard]] Claim claim(int rank) const noexcept;
    void commit(int rank, const Claim& claimed, const Arrival& arrival) const noexcept;

    /// Takes `expected` matching ones, oldest first, when that many are there; `last_out` is the
    /// last of them. Never blocks.
    /// @param looks  how often to look, in a small loop, for something to come first
    [[nodiscard]] bool
    test(Pattern pattern, uint64_t expected, Arrival* last_out, int looks = 0) noexcept;
    [[nodiscard]] Status
    wait(Pattern pattern, uint64_t expected, Arrival* last_out, const char* call) noexcept;
    /// Says what a wait for so many matches is for.
    void describe_wait(Pattern pattern, uint64_t needs, boot::WaitDetail& detail) noexcept;
    [[nodiscard]] uint64_t count(Pattern pattern) noexcept;
    /// The oldest matching one, which stays. @return whether there is one
    [[nodiscard]] bool peek(Pattern pattern, Arrival* out) noexcept;

    /// Empties the ring into the store, when no other thread is at it, so that origins get room.
    void serve() noexcept;
    /// Empties the ring into the store once it has the lock. @return whether something was there
    [[nodiscard]] bool empty() noexcept;

    /// Drops the notifications that were not taken. No rank posts and no thread looks meanwhile.
    void clear() noexcept;

  private:
    [[nodiscard]] static size_t claims_end(uint32_t ring) noexcept {
        return sizeof(BoardCell) + (ring * sizeof(BoardClaim) + 63) / 64 * 64;
    }
    [[nodiscard]] std::byte* memory(int rank) const noexcept {
        return this_rank().heap(rank) + segment_->offset;
    }
    [[nodiscard]] BoardCell& cell(int rank) const noexcept {
        return *reinterpret_cast<BoardCell*>(memory(rank));
    }
    [[nodiscard]] BoardClaim& claim_of(int rank, uint64_t position) const noexcept {
        return reinterpret_cast<BoardClaim*>(memory(rank) +
                                             sizeof(BoardCell))[position & (ring_ - 1)];
    }
    [[nodiscard]] BoardEntry& ring_entry(int rank, uint64_t position) const noexcept {
        return reinterpret_cast<BoardEntry*>(memory(rank) + ring_offset_)[position & (ring_ - 1)];
    }
    [[nodiscard]] BoardEntry& overflow_entry(int rank, uint64_t position) const noexcept {
        return reinterpret_cast<BoardEntry*>(memory(rank) +
                                             ring_offset_)[ring_ + (position & (capacity_ - 1))];
    }
    [[nodiscard]] bool is_in_ring(BoardCell& there, uint64_t position) const noexcept;
    [[nodiscard]] bool may_overflow(int rank, uint64_t position) const noexcept;
    [[nodiscard]] bool is_committed(int rank, uint64_t position) const noexcept;
    [[nodiscard]] bool has_overflow() const noexcept;
    [[nodiscard]] bool is_abandoned() const noexcept;
    [[nodiscard]] bool is_ring_empty() const noexcept;
    [[nodiscard]] bool is_bare() const noexcept;
    [[nodiscard]] bool comes_soon(int looks) const noexcept;
    [[nodiscard]] const BoardEntry* head() noexcept;
    void pass(const BoardEntry* at) noexcept;
    void free_passed() noexcept;
    [[nodiscard]] bool store(const BoardEntry& at) noexcept;
    void store_all() noexcept;
    [[nodiscard]] bool take_next(Pattern pattern, Arrival* out) noexcept;
    [[nodiscard]] bool take_locked(Pattern pattern, uint64_t expected, Arrival* last_out) noexcept;

    Segment* segment_;
    uint32_t capacity_;
    uint32_t ring_;
    uint32_t lap_bits_;
    size_t ring_offset_;
    BriefLock lock_; // guards what follows: several threads may wait at one board
    Unexpected unexpected_;
    uint64_t next_ = 0; // position of the first that has not been passed
    uint64_t freed_ = 0; // entries before this one have been freed
    std::atomic<uint64_t> spilled_{
        0}; // PAIR board.overflow: how many of the passed were in overflow entries
    std::atomic<uint64_t> stored_{0}; // PAIR board.stored: how many went into the store
    std::atomic<uint64_t> kept_{0}; // PAIR board.peek: how many are in the store
    std::atomic<uint64_t> peek_{0}; // PAIR board.peek: next_, to be read without the lock
};

/// Reuses a freed board: collective, the same for all members. Null when no freed board is common
/// to all. Its memory is in order as it is, where a new board's would have to be made zero, by a
/// system call here and another when it is freed.
[[nodiscard]] Result<Board*> reuse_board(Team& team, uint32_t capacity, const char* call) noexcept;

/// After a barrier of the free call. @return whether this rank has kept it; if not, the caller
/// frees it. Other ranks may decide otherwise: threads free boards of several teams in any order.
[[nodiscard]] bool keep_board(Board* board) noexcept;

/// A post to another node, by active message: a claim there would take four round trips.
struct PostMessage {
    uint64_t board; // offset of its memory in all heaps
    uint64_t bytes;
    uint64_t where;
    int32_t tag;
    int32_t source;
};

/// The boards of this rank. Only board.cpp looks into this.
struct Boards {
    std::mutex mutex; // guards all of this
    std::vector<Board*> enlisted;
    std::vector<Board*> spares;
    // Posts that came before their board had been made here, or for which there was no memory.
    std::deque<PostMessage> waiting;
    int looks_left = 0; // of the duty thread, which alone reads and writes it
};

} // namespace arauto::core
