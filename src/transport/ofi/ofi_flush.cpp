// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Whether peers have what was sent to them without a ticket.
#include "transport/ofi/ofi.hpp"

namespace arauto::transport {

using namespace ofi;

/// Whether all has reached the peer; if not, starts what will show it, unless that is under way.
bool Ofi::is_flushed(int number, Peer& peer, Flush wanted) noexcept {
    if (peer.is_known_flushed(wanted)) {
        return true;
    }
    const ssize_t code = requests_.step_to_flush(number, peer, wanted);
    if (code != 0 && code != -FI_EAGAIN) { // then callers look at the network themselves
        static_cast<void>(refuse(code, number));
    }
    return peer.is_known_flushed(wanted);
}

bool Ofi::is_flushed_to(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    Peer* const known = peers_.find(peer);
    const auto is_done = [&] {
        return end_row_before(peer, RowEnd::fence) && is_flushed(peer, *known, Flush::data);
    };
    if (known == nullptr || is_done()) {
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
    if (peers_.are_known_flushed_except(peer, wanted)) { // there is nothing to learn
        return is_row_sent;
    }
    advance();
    bool all = is_row_sent;
    for (size_t place = 0; place < peers_.unflushed().size();) {
        const int number = peers_.unflushed()[place];
        if (number != peer) {
            all = is_flushed(number, peers_.at(number), wanted) && all;
        }
        if (!peers_.forget_flushed(place)) {
            ++place;
        }
    }
    return all;
}

} // namespace arauto::transport
