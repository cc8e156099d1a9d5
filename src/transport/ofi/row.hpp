// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Write combining: short puts in a row to one peer are combined into one write. The first is sent
// at once. Those after it wait until one does not fit into the write, until another operation
// follows, or until poll or serve finds that the row has stopped growing. The first waits too where
// the put before it could have been combined with the next. One write then has a piece for each
// stretch of the peer's memory, and may end with a signal. Most of the cost of a short write is the
// kernel's work for each call.
//
// Row decides which puts wait, and has their bytes. It sends nothing: its owner sends the row as
// one write, and says here what it has sent.
#pragma once

#include "transport/contract.hpp"
#include "transport/ofi/combined_put.hpp"
#include "transport/ofi/items.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::transport::ofi {

class Row {
  public:
    /// Experience with earlier puts to one peer. Its owner keeps one for each peer, at a fixed
    /// address.
    struct Habit {
        bool expects_more = false; // the last put alone could have gone with what came next
    };

    /// @param pieces_max  of one write; 0: no put ever waits
    void open(size_t pieces_max) noexcept { pieces_max_ = pieces_max; }

    /// Whether a put may join the row, begin the one behind it, or begin to wait as the first of
    /// one. A signal alone may end any.
    [[nodiscard]] bool
    joins(const Operation& operation, const fi_rma_iov& there, const Habit& habit) const noexcept;
    /// Whether a put that joins does so as the first of the next row, since it does not fit.
    [[nodiscard]] bool needs_next(const fi_rma_iov& there) const noexcept {
        return item_ != nullptr && there.len > 0 && !put_.fits(there);
    }
    /// Whether the last of all operations was a short put to this peer.
    [[nodiscard]] bool was_last(int peer) const noexcept { return last_ == peer; }

    /// Begins a row in the memory of an item, kRowBytes. None waits.
    void begin(Item& item, Habit& habit) noexcept;
    /// Adds a put that joins and fits; nothing for a signal alone.
    void append(const Operation& operation, const fi_rma_iov& there) noexcept;
    /// Takes away what was appended last, since the network does not take the row now.
    void take_back(const fi_rma_iov& there) noexcept { put_.take_back(there); }

    /// The puts that wait; null: none do. Its message has their bytes.
    [[nodiscard]] Item* item() const noexcept { return item_; }
    [[nodiscard]] const CombinedPut& put() const noexcept { return put_; }
    [[nodiscard]] bool is_for(int peer) const noexcept {
        return item_ != nullptr && item_->peer == peer;
    }
    /// The network has the row, or its peer is gone. @return its item, which is the caller's again
    Item& release() noexcept;

    /// Why a row ends: an operation that cannot join follows; the caller asks whether all has
    /// arrived; or the next put does not fit.
    enum class End : uint8_t { other, fence, full };
    /// Nothing joins any more; the row waits until it is released.
    void end(End why) noexcept;
    /// The full row has gone: a put to the same peer follows.
    void expect_next(int peer) noexcept { last_ = peer; }

    /// A put or signal to this peer, or a fence (-1), comes now. If it comes right after a put that
    /// has gone alone, that one should have waited for it: the two would have been one write.
    void note_combinable(int peer) noexcept;
    /// A put without a signal has gone alone, after all rows have ended.
    void note_alone(int peer, Habit& habit) noexcept;

    /// To be called in each poll and serve. @return whether puts wait and none has joined since the
    /// last call: the program does something else
    [[nodiscard]] bool has_stopped_growing() noexcept;

  private:
    int last_ = -1; // the last put's peer, if a short one was the last of all operations
    Habit* habit_ = nullptr; // of that peer, which is the row's if puts wait
    Item* item_ = nullptr;
    CombinedPut put_;
    size_t pieces_max_ = 0;
    bool is_speculative_ = false; // one put, which waits since the last one should have
    uint64_t puts_ = 0; // that have ever waited
    uint64_t seen_ = 0; // how many had at the last look
};

} // namespace arauto::transport::ofi
