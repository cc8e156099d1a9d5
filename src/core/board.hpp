// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tagged notifications. Each rank has a ring that any rank writes to: an origin claims a place,
// fills it and commits it, and the owner moves what has come into its store of unexpected ones, or
// takes it at once when it is what somebody waits for. A full ring pushes back on the origin.
// Modelled in tests/model/board.pml.
#pragma once

#include "core/brief_lock.hpp"
#include "core/segment.hpp"
#include "core/unexpected.hpp"
#include "core/wait.hpp"
#include "core/wire.hpp"

#include <mutex>

namespace arauto::core {

inline constexpr uint32_t kBoardCapacityMax = uint32_t{1} << 20;

class Board {
  public:
    /// @param capacity  a power of two, at least 4
    Board(Segment* segment, uint32_t capacity) noexcept;
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    [[nodiscard]] static size_t bytes(uint32_t capacity) noexcept {
        return sizeof(BoardCell) + capacity * sizeof(BoardPlace);
    }
    [[nodiscard]] Segment* segment() const noexcept { return segment_; }

    /// From here to withdraw() every wait of this process serves the board.
    void enlist() noexcept;
    void withdraw() noexcept;

    /// Tells `rank`; what this rank has done to `rank`'s memory comes first. Waits while its ring
    /// is full. @error ARAUTO_ERR_FAILED, ARAUTO_ERR_STOPPED
    [[nodiscard]] Status post(int rank, const Arrival& arrival, const char* call) noexcept;

    /// Takes `expected` matching ones, oldest first, when that many are there; `last_out` is the
    /// last of them. Never blocks.
    [[nodiscard]] bool test(Pattern pattern, uint64_t expected, Arrival* last_out) noexcept;
    [[nodiscard]] Status
    wait(Pattern pattern, uint64_t expected, Arrival* last_out, const char* call) noexcept;
    [[nodiscard]] uint64_t count(Pattern pattern) noexcept;

    /// Empties the ring into the store, when no other thread is at it, so that origins get room.
    void serve() noexcept;

  private:
    [[nodiscard]] BoardCell& cell(int rank) const noexcept {
        return *reinterpret_cast<BoardCell*>(runtime().heap(rank) + segment_->offset);
    }
    [[nodiscard]] BoardPlace& place(int rank, uint64_t position) const noexcept {
        return reinterpret_cast<BoardPlace*>(&cell(rank) + 1)[position & (capacity_ - 1)];
    }
    [[nodiscard]] bool is_bare() const noexcept;
    [[nodiscard]] BoardPlace* claim(int rank, uint64_t* lap_out) const noexcept;
    [[nodiscard]] bool has_next() noexcept;
    [[nodiscard]] Arrival head() const noexcept;
    void pass() noexcept;
    void free_passed() noexcept;
    [[nodiscard]] bool store_head() noexcept;
    void store_all() noexcept;
    [[nodiscard]] bool take_next(Pattern pattern, Arrival* out) noexcept;
    [[nodiscard]] bool take_locked(Pattern pattern, uint64_t expected, Arrival* last_out) noexcept;

    Segment* segment_;
    uint32_t capacity_;
    uint32_t lap_bits_;
    BriefLock lock_; // guards what follows: several threads may wait at one board
    Unexpected unexpected_;
    uint64_t next_ = 0; // position of the first that has not been passed
    uint64_t freed_ = 0; // places before this one have been freed
    std::atomic<uint64_t> stored_{0}; // PAIR board.stored: how many went into the store
    std::atomic<uint64_t> kept_{0}; // PAIR board.peek: how many are in the store
    std::atomic<uint64_t> peek_{0}; // PAIR board.peek: next_, to be read without the lock
};

} // namespace arauto::core
