// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See peer_flush.hpp.
#include "transport/ofi/peer_flush.hpp"

#include <algorithm>

namespace arauto::transport::ofi {

void PeerFlush::note_message(const Message& message) noexcept {
    ++sent_;
    if (message.may_change_memory) {
        written_ = sent_;
    }
    if (message.has_effect) {
        ordered_ = sent_;
    }
    if (message.asks_for_reply) {
        ack_requested_ = sent_;
        probed_ = count_requested_ = writes_;
    }
    if (message.is_tracked) {
        tracked_ = sent_;
    }
}

void PeerFlush::note_write(const fi_rma_iov& there, bool has_signal) noexcept {
    ++writes_;
    if (has_signal) {
        signalled_ = writes_;
    }
    if (there.len > 0) {
        with_data_ = writes_;
        last_byte_ = {there.addr, 1, there.key};
    }
}

void PeerFlush::take_reply(const Mark& mark) noexcept {
    known_ = std::max(known_, mark.messages + 1); // that message, and all before
    landed_ = std::max(landed_, mark.writes);
    counted_ = std::max(counted_, mark.writes);
}

void PeerFlush::take_probe(const Mark& mark) noexcept {
    landed_ = std::max(landed_, mark.writes);
}

PeerFlush::Step PeerFlush::next_step(Flush wanted, bool has_probes) const noexcept {
    if (is_flushed(wanted)) {
        return Step::none;
    }
    if (has_probes && known_ >= tracked_ && has_counted(wanted)) {
        return probed_ >= writes_ ? Step::await : Step::probe;
    }
    const bool is_requested = ack_requested_ >= tracked_ && count_requested_ >= writes_;
    return is_requested ? Step::await : Step::request;
}

} // namespace arauto::transport::ofi
