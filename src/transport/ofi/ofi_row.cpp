// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Write combining: short puts in a row to one peer are combined. The first is sent at
// once. Those after it wait until one does not fit into the write, until another operation follows,
// or until poll or serve finds that the row has stopped growing. The first waits too where the put
// before it could have been combined with the next. One write then has a piece for each stretch of
// the peer's memory, and may end with a signal. Most of the cost of a short write is the kernel's
// work for each call.
#include "transport/ofi/ofi.hpp"

namespace arauto::transport {

using namespace ofi;

/// Whether a put may join the row, begin the one behind it, or begin to wait as the first of one. A
/// signal alone may end any.
bool Ofi::joins(const Operation& operation,
                const Peer& peer,
                const fi_rma_iov& there) const noexcept {
    const bool follows = row_.last == operation.remote.peer;
    if (operation.bytes == 0) {
        return follows && row_.item != nullptr;
    }
    if (!operation.is_tracked || row_pieces_max_ == 0) {
        return false;
    }
    if (row_.item == nullptr) {
        return operation.signal == nullptr && operation.bytes <= kRowBytes &&
               (peer.expects_more || (follows && operation.bytes <= kJoinedMax));
    }
    return follows && operation.bytes <= kJoinedMax &&
           (operation.signal == nullptr || row_.put.fits(there));
}

/// Sends the row into which this put does not fit, and begins the next row with it.
bool Ofi::begin_next(int peer) noexcept {
    row_.is_speculative = false;
    const bool has_gone = end_row();
    row_.last = has_gone ? peer : -1;
    return has_gone;
}

/// A put that ends with a notification ends the row with it. A full row waits too, since what comes
/// next is often the signal, which then needs no write of its own.
Posted Ofi::join(const Operation& operation, const fi_rma_iov& there) noexcept {
    const int peer = operation.remote.peer;
    if (row_.item != nullptr && operation.bytes > 0 && !row_.put.fits(there) && !begin_next(peer)) {
        return {Outcome::again, ARAUTO_OK};
    }
    if (row_.item == nullptr) {
        note_combinable(peer);
        row_.item = items_.take(Use::access, kRowBytes);
        if (row_.item == nullptr) {
            return refuse(nullptr, -FI_EAGAIN, peer);
        }
        row_.is_speculative = row_.last != peer;
        row_.item->peer = peer;
        row_.put.begin(row_.item->message, kRowBytes, row_pieces_max_);
        row_.last = peer;
    } else if (operation.bytes > 0) {
        row_.is_speculative = false;
    }
    if (operation.bytes > 0) {
        row_.put.append(operation.local, there);
        ++row_.puts;
    }
    if (operation.signal == nullptr) {
        return {Outcome::done, ARAUTO_OK};
    }
    const ssize_t code = send_row(operation.signal, false);
    if (code != 0) { // the caller tries again
        row_.put.take_back(there);
    }
    if (code == 0) {
        row_.last = -1;
    }
    return code == 0 ? Posted{Outcome::done, ARAUTO_OK} : refuse(nullptr, code, peer, &operation);
}

/// Hands the row to the network. With `is_confirmed`, its completion means that it has arrived, and
/// all that was written before it: that saves a question.
ssize_t Ofi::send_row(const Signal* signal, bool is_confirmed) noexcept {
    Item& item = *row_.item;
    Peer& peer = peers_.at(item.peer);
    Operation joined{};
    joined.kind = Kind::put;
    joined.local = row_.put.memory();
    joined.bytes = item.bytes = row_.put.bytes();
    joined.signal = signal;
    void* const description = item.description();
    const std::span<const fi_rma_iov> there = row_.put.pieces();
    const uint64_t flags = FI_COMPLETION | (is_confirmed ? uint64_t{FI_DELIVERY_COMPLETE} : 0);
    const ssize_t code = access(joined, {peer.address, there, description, flags}, item);
    if (code != 0) {
        return code;
    }
    track_write(item.peer, peer, there.back(), signal);
    if (is_confirmed) {
        item.use = Use::probe;
        item.mark = peer.flush.mark();
        peer.flush.note_probe();
    }
    row_.item = nullptr;
    return 0;
}

/// A put or signal to this peer, or a fence (-1), comes now. If it comes right after a put that has
/// gone alone, that one should have waited for it: the two would have been one write.
void Ofi::note_combinable(int peer) noexcept {
    if (row_.item == nullptr && row_.last >= 0 && (peer < 0 || peer == row_.last)) {
        peers_.at(row_.last).expects_more = true;
    }
}

/// Ends the row, so that later operations come after it. @return false when the network takes it
/// only later
bool Ofi::end_row(bool is_confirmed) noexcept {
    if (is_confirmed) {
        note_combinable(-1);
    } else if (row_.item != nullptr && row_.is_speculative) {
        peers_.at(row_.item->peer).expects_more = false;
    }
    row_.last = -1;
    const ssize_t code = row_.item != nullptr ? send_row(nullptr, is_confirmed) : 0;
    if (code == -FI_EAGAIN) {
        advance(); // which drops it when the peer is found to be gone
    } else if (code != 0) {
        lose_unless_refused(row_.item->peer, code);
    }
    return row_.item == nullptr;
}

/// Ends the row before the next operation on one peer. A row to another peer that does not take it,
/// since it may have been cut off, does not hold this one up: otherwise no peer would get signs of
/// life.
bool Ofi::end_row_before(int peer, bool is_confirmed) noexcept {
    return end_row(is_confirmed) || row_.item->peer != peer;
}

/// Its peer is gone.
void Ofi::drop_row() noexcept {
    items_.give_back(*row_.item);
    row_.item = nullptr;
    row_.last = -1;
}

/// In poll and serve: sends a row that has not grown since the last call of them: the program does
/// something else.
void Ofi::end_idle_row() noexcept {
    if (row_.item != nullptr && row_.seen == row_.puts) {
        static_cast<void>(end_row());
    }
    row_.seen = row_.puts;
}

} // namespace arauto::transport
