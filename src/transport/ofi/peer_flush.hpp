// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Counts what this process has sent to one peer and no caller awaits, and how much of it is known
// to have reached the peer. It says whether a flush is over, what would show it, and what may be
// written now without overtaking a message. It sends nothing: its owner reports each message, write
// and probe that the network has taken, and each reply.
//
// Two streams lead to a peer. Its process handles messages, in the order of sending, and replies to
// those that want it. The network carries out writes, and the peer's process counts their signals
// later. A write happens before the peer handles a message that came before it, while a message is
// handled after all writes that were sent before it have landed and their signals are counted.
#pragma once

#include "transport/contract.hpp"

#include <rdma/fi_rma.h>

#include <cstdint>

namespace arauto::transport::ofi {

class PeerFlush {
  public:
    /// How much had been sent at some moment: a request remembers that of its own sending.
    struct Mark {
        uint64_t messages = 0;
        uint64_t writes = 0;
    };
    [[nodiscard]] Mark mark() const noexcept { return {sent_, writes_}; }

    struct Message {
        bool is_tracked; // a flush waits for it
        bool may_change_memory; // no write may overtake it
        bool has_effect; // that a signal may be about: no signal may overtake it
        bool asks_for_reply; // which nobody but a flush awaits
    };
    /// The network has taken a message; its mark was that of just before.
    void note_message(const Message& message) noexcept;
    /// The network has taken a write of `there.len` bytes that no caller awaits; of none, if it is
    /// a signal alone.
    void note_write(const fi_rma_iov& there, bool has_signal) noexcept;
    /// The network has taken an access that shows that all writes up to now have landed.
    void note_probe() noexcept { probed_ = writes_; }

    /// The peer has replied to the message with this mark.
    void take_reply(const Mark& mark) noexcept;
    /// The probe that was sent at this mark is complete.
    void take_probe(const Mark& mark) noexcept;

    /// Whether no message that may change memory is left to overtake.
    [[nodiscard]] bool may_write() const noexcept { return known_ >= written_; }
    /// The same of messages that a signal may be about.
    [[nodiscard]] bool may_signal() const noexcept { return known_ >= ordered_; }

    [[nodiscard]] bool is_flushed(Flush wanted) const noexcept {
        return known_ >= tracked_ && landed_ >= with_data_ && has_counted(wanted);
    }

    /// none: it is flushed. await: what will show it is under way. probe: a read of a byte of the
    /// last write is due. request: a request that does nothing, for its reply, is due.
    enum class Step : uint8_t { none, await, probe, request };
    /// The next step towards a flush. Only a reply shows that messages are handled and signals
    /// counted. Where only data of writes are in doubt, a probe needs no help of the peer's
    /// process.
    /// @param has_probes  reads come after writes on this network
    [[nodiscard]] Step next_step(Flush wanted, bool has_probes) const noexcept;
    /// A byte of the last write that had data, for a probe to read.
    [[nodiscard]] const fi_rma_iov& last_byte() const noexcept { return last_byte_; }

  private:
    [[nodiscard]] bool has_counted(Flush wanted) const noexcept {
        return wanted == Flush::data || counted_ >= signalled_;
    }

    uint64_t sent_ = 0; // messages
    uint64_t tracked_ = 0; // of those: up to the last that is tracked
    uint64_t written_ = 0; // of those: up to the last that may have changed memory
    uint64_t ordered_ = 0; // of those: up to the last that a signal must not overtake
    uint64_t known_ = 0; // of those: how many it is known to have handled
    uint64_t ack_requested_ = 0; // of those: up to the last that asks for a reply
    uint64_t writes_ = 0; // of the network that no caller awaits and that are tracked
    uint64_t with_data_ = 0; // of those: up to the last that has data
    uint64_t landed_ = 0; // of those: of how many the data are known to be there
    uint64_t signalled_ = 0; // of those: up to the last that has a signal
    uint64_t counted_ = 0; // of those: of how many the signals are known to be counted
    uint64_t probed_ = 0; // of those: how many before the last probe, or request for a reply
    uint64_t count_requested_ = 0; // of those: how many before the last request for a reply
    fi_rma_iov last_byte_{};
};

} // namespace arauto::transport::ofi
