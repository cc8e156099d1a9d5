// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Short puts in a row to one peer go in one write: row.hpp decides which, and this
// file sends it.
#include "transport/ofi/ofi.hpp"

namespace arauto::transport {

using namespace ofi;

/// A put that ends with a notification ends the row with it. A full row waits too, since what comes
/// next is often the signal, which then needs no write of its own.
Posted Ofi::join(const Operation& operation, Peer& peer, const fi_rma_iov& there) noexcept {
    const int number = operation.remote.peer;
    if (row_.needs_next(there)) {
        if (!end_row(RowEnd::full)) {
            return {Outcome::again, ARAUTO_OK};
        }
        row_.expect_next(number);
    }
    if (row_.item() == nullptr) {
        row_.note_combinable(number);
        Item* const item = items_.take(Use::access, kRowBytes);
        if (item == nullptr) {
            return refuse(-FI_EAGAIN, number);
        }
        item->peer = number;
        row_.begin(*item, peer.habit);
    }
    row_.append(operation, there);
    if (operation.signal == nullptr) {
        return {Outcome::done, ARAUTO_OK};
    }
    const ssize_t code = send_row(operation.signal, false);
    if (code == 0) {
        return {Outcome::done, ARAUTO_OK};
    }
    row_.take_back(there); // the caller tries again
    return refuse(code, number, &operation);
}

ssize_t Ofi::send_row(const Signal* signal, bool is_confirmed) noexcept {
    const ssize_t code = requests_.write_row(row_, signal, is_confirmed);
    if (code == 0) {
        row_.release();
    }
    return code;
}

/// Ends the row, so that later operations come after it. @return false when the network takes it
/// only later
bool Ofi::end_row(RowEnd why) noexcept {
    row_.end(why);
    const ssize_t code = row_.item() != nullptr ? send_row(nullptr, why == RowEnd::fence) : 0;
    if (code == -FI_EAGAIN) {
        advance(); // which drops it when the peer is found to be gone
    } else if (code != 0) {
        lose_unless_refused(row_.item()->peer, code);
    }
    return row_.item() == nullptr;
}

/// Ends the row before the next operation on one peer. A row to another peer that does not take it,
/// since it may have been cut off, does not hold this one up: otherwise no peer would get signs of
/// life.
bool Ofi::end_row_before(int peer, RowEnd why) noexcept {
    return end_row(why) || !row_.is_for(peer);
}

/// In poll and serve: sends a row that has not grown since the last call of them: the program does
/// something else.
void Ofi::end_idle_row() noexcept {
    if (row_.has_stopped_growing()) {
        static_cast<void>(end_row());
    }
}

} // namespace arauto::transport
