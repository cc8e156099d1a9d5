// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How it is found out that a peer has what was sent to it without a ticket: by a reply to a request
// behind it, or where the network allows, by a read behind it.
#include "transport/ofi/ofi.hpp"

#include <algorithm>

namespace arauto::transport {

using namespace ofi;

/// Makes a flush wait for a write that no caller awaits.
void Ofi::track_write(int number,
                      Peer& peer,
                      const fi_rma_iov& there,
                      const Signal* signal) noexcept {
    peer.flush.note_write(there, signal != nullptr);
    note_unflushed(number, peer);
}

void Ofi::note_unflushed(int number, Peer& peer) noexcept {
    if (!peer.is_in_unflushed) {
        peer.is_in_unflushed = true;
        unflushed_.push_back(number);
    }
}

bool Ofi::is_known_flushed(const Peer& peer, Flush wanted) noexcept {
    return peer.is_gone || peer.flush.is_flushed(wanted);
}

/// Whether all has reached the peer; if not, starts what will show it, unless that is under way.
bool Ofi::is_flushed(int number, Peer& peer, Flush wanted) noexcept {
    if (is_known_flushed(peer, wanted)) {
        return true;
    }
    const PeerFlush::Step step = peer.flush.next_step(wanted, fabric_.gets_what_was_put(1));
    if (step == PeerFlush::Step::probe) {
        probe(number, peer);
    }
    if (step != PeerFlush::Step::request) {
        return false;
    }
    const Posted posted = request(
        {.verb = Verb::put, .peer = number, .space = Space::heap, .ticket = kProbe, .runs = {}});
    return posted.outcome == Outcome::failed;
}

/// Reads a byte of the last write.
void Ofi::probe(int number, Peer& peer) noexcept {
    Item* const item = items_.take(Use::request, 1, &peer.held);
    if (item == nullptr) {
        return;
    }
    item->use = Use::probe;
    item->peer = number;
    item->mark = peer.flush.mark();
    void* description = item->description();
    const iovec here{item->message, 1};
    const fi_msg_rma message{&here, &description,   1, peer.address, &peer.flush.last_byte(),
                             1,     &item->context, 0};
    const ssize_t code = fabric_.read(message, FI_COMPLETION);
    if (code == 0) {
        peer.flush.note_probe();
        return;
    }
    items_.give_back(*item);
    if (code != -FI_EAGAIN) {
        lose_unless_refused(number, code);
    }
}

void Ofi::end_probe(Item& item) noexcept {
    if (const auto peer = peers_.find(item.peer); peer != peers_.end()) {
        peer->second.flush.take_probe(item.mark);
    }
    items_.give_back(item);
    wake(); // as in finish()
}

bool Ofi::is_flushed_to(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    const auto known = peers_.find(peer);
    const auto is_done = [&] {
        return end_row_before(peer, RowEnd::fence) && is_flushed(peer, known->second, Flush::data);
    };
    if (known == peers_.end() || is_done()) {
        return true;
    }
    advance();
    return is_done();
}

bool Ofi::is_flushed_except(int peer, Flush wanted) noexcept {
    const std::lock_guard guard(mutex_);
    const bool is_excepted_row =
        peer >= 0 && row_.was_last(peer); // it may end with what comes next
    const bool is_row_sent = is_excepted_row || end_row(RowEnd::fence);
    if (std::all_of(unflushed_.begin(), unflushed_.end(), [&](int number) {
            return number == peer || is_known_flushed(peers_.at(number), wanted);
        })) { // there is nothing to learn
        return is_row_sent;
    }
    advance();
    bool all = is_row_sent;
    for (size_t i = 0; i < unflushed_.size();) {
        const int number = unflushed_[i];
        Peer& unflushed = peers_.at(number);
        if (number != peer) {
            all = is_flushed(number, unflushed, wanted) && all;
        }
        if (is_known_flushed(unflushed, Flush::data_and_signals)) {
            unflushed.is_in_unflushed = false;
            unflushed_[i] = unflushed_.back();
            unflushed_.pop_back();
        } else {
            ++i;
        }
    }
    return all;
}

} // namespace arauto::transport
