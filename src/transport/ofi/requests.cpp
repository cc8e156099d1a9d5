// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See requests.hpp. How requests are handed to the network; requests_ended.cpp is how they end.
#include "transport/ofi/requests.hpp"

#include "transport/ofi/item_calls.hpp"
#include "transport/ofi/remote_data.hpp"

#include <rdma/fi_errno.h>

#include <cstring>

namespace arauto::transport::ofi {
namespace {

bool carries_data(const Request& request) noexcept {
    return request.verb == Verb::put || request.verb == Verb::active_message;
}

/// The bytes that it moves, here or there.
size_t data_bytes(const Request& request) noexcept {
    size_t bytes = request.active_message.size();
    for (const Run& run : request.runs) {
        bytes += request.verb != Verb::region ? run.bytes : 0;
    }
    return bytes;
}

/// @param data  the bytes that it moves
size_t message_bytes(const Request& request, size_t data) noexcept {
    return sizeof(Header) + request.runs.size() * sizeof(Piece) +
           (request.word != nullptr ? sizeof(Word) : 0) + (carries_data(request) ? data : 0);
}

} // namespace

uint64_t Requests::data_of(const Signal& signal) const noexcept {
    return fabric_.data_way() == DataWay::none
               ? 0
               : ofi::data_of(signal, 8 * fabric_.info().domain_attr->cq_data_size,
                              names_origin_ ? job_.rank : -1);
}

ssize_t
Requests::hand_over(const Operation& operation, const RemoteAccess& remote, Item& item) noexcept {
    const Signal* const signal = operation.signal;
    const iovec here{operation.local, operation.bytes};
    void* description = remote.description;
    const fi_msg_rma message{&here,
                             &description,
                             1,
                             remote.address,
                             remote.there.data(),
                             remote.there.size(),
                             &item.context,
                             signal != nullptr ? data_of(*signal) : 0};
    if (operation.kind == Kind::get) {
        return fabric_.read(message, remote.flags);
    }
    return fabric_.write(message,
                         remote.flags | (signal != nullptr ? uint64_t{FI_REMOTE_CQ_DATA} : 0));
}

/// Makes a flush wait for a write that no caller awaits.
void Requests::note_write(int number,
                          Peer& peer,
                          const fi_rma_iov& there,
                          const Signal* signal) noexcept {
    peer.flush.note_write(there, signal != nullptr);
    peers_.note_unflushed(number, peer);
}

/// As a message it would be copied four times more, and wait for the peer's process. The provider
/// is not asked to copy it (fi_inject): libfabric 1.17 crashes when such a write has to be given up
/// because the peer has died, since it has no context to report it by.
ssize_t
Requests::write_copy(const Operation& operation, Peer& peer, const fi_rma_iov& there) noexcept {
    Item* const item = items_.take(Use::request, operation.bytes, &peer.held);
    if (item == nullptr) {
        return -FI_EAGAIN;
    }
    item->use = Use::access;
    item->peer = operation.remote.peer;
    if (operation.bytes > 0) {
        std::memcpy(item->message, operation.local, operation.bytes);
    }
    Operation copied = operation;
    copied.local = item->message;
    const ssize_t code =
        hand_over(copied, {peer.address, {&there, 1}, item->description(), FI_COMPLETION}, *item);
    if (code != 0) {
        release(*item);
        return code;
    }
    if (operation.is_tracked) {
        note_write(operation.remote.peer, peer, there, operation.signal);
    }
    return 0;
}

ssize_t Requests::write_row(const Row& row, const Signal* signal, bool is_confirmed) noexcept {
    Item& item = *row.item();
    Peer& peer = peers_.at(item.peer);
    Operation joined{};
    joined.kind = Kind::put;
    joined.local = row.put().memory();
    joined.bytes = item.bytes = row.put().bytes();
    joined.signal = signal;
    const std::span<const fi_rma_iov> there = row.put().pieces();
    const uint64_t flags = FI_COMPLETION | (is_confirmed ? uint64_t{FI_DELIVERY_COMPLETE} : 0);
    const ssize_t code = hand_over(joined, {peer.address, there, item.description(), flags}, item);
    if (code != 0) {
        return code;
    }
    note_write(item.peer, peer, there.back(), signal);
    if (is_confirmed) {
        item.use = Use::probe;
        item.mark = peer.flush.mark();
        peer.flush.note_probe();
    }
    return 0;
}

Result<ssize_t>
Requests::access(const Operation& operation, Peer& peer, const fi_rma_iov& there) noexcept {
    Item* const item = items_.take(Use::access, 0);
    if (item == nullptr) {
        return {ARAUTO_OK, -FI_EAGAIN};
    }
    item->peer = operation.remote.peer;
    item->ticket = operation.ticket;
    fid_mr* local =
        fabric_.needs_local() ? regions_.find_local(operation.local, operation.bytes) : nullptr;
    if (fabric_.needs_local() && local == nullptr) {
        local = item->local = fabric_.register_local(operation.local, operation.bytes);
        if (local == nullptr) {
            items_.give_back(*item);
            return {ARAUTO_ERR_SYSTEM, 0};
        }
    }
    // One in order with what follows needs no reply from there: the source is free sooner.
    const bool is_put = operation.kind == Kind::put;
    const bool is_early = is_put && operation.is_ordered && fabric_.keeps_order(operation.bytes);
    const RemoteAccess way{peer.address,
                           {&there, 1},
                           local != nullptr ? fi_mr_desc(local) : nullptr,
                           FI_COMPLETION |
                               (is_put && !is_early ? uint64_t{FI_DELIVERY_COMPLETE} : 0)};
    const ssize_t code = hand_over(operation, way, *item);
    if (code != 0) {
        release(*item);
    } else if (is_early) {
        note_write(item->peer, peer, there, operation.signal);
    } else { // what is asked before it is complete may overtake it
        item->has_late_signal = operation.signal != nullptr;
    }
    return {ARAUTO_OK, code};
}

/// @param data  the bytes that it moves
void Requests::put_together(const Request& request, size_t data, Item& item) noexcept {
    Header header{};
    header.token = job_.secret[0];
    header.source = static_cast<uint32_t>(job_.rank);
    header.owner = static_cast<uint32_t>(request.owner >= 0 ? request.owner : request.peer);
    header.ticket = request.ticket != 0 ? Items::reply_ticket(item) : 0;
    header.sequence = static_cast<uint32_t>(item.mark.messages);
    header.verb = request.verb;
    header.space = static_cast<uint8_t>(request.space);
    header.has_word = request.word != nullptr ? 1 : 0;
    header.pieces = static_cast<uint32_t>(request.runs.size());
    header.bytes = static_cast<uint32_t>(data);
    std::byte* at = item.message;
    const auto append = [&at](const void* from, size_t count) {
        if (count > 0) {
            std::memcpy(at, from, count);
        }
        at += count;
    };
    append(&header, sizeof header);
    for (const Run& run : request.runs) {
        const Piece piece{run.remote, run.bytes};
        append(&piece, sizeof piece);
    }
    if (request.word != nullptr) {
        append(request.word, sizeof *request.word);
    }
    append(request.active_message.data(), request.active_message.size());
    for (const Run& run : request.runs) {
        if (carries_data(request)) {
            append(run.local, run.bytes);
        } else if (request.verb == Verb::get) {
            item.runs.push_back(run);
        }
    }
}

ssize_t Requests::send(const Request& request, Peer& peer) noexcept {
    const size_t data = data_bytes(request);
    const size_t bytes = message_bytes(request, data);
    Item* const item = items_.take(Use::request, bytes, &peer.held);
    if (item == nullptr) {
        return -FI_EAGAIN;
    }
    item->peer = request.peer;
    item->ticket = request.ticket;
    item->old = request.old;
    item->is_about_region = request.verb == Verb::region;
    item->bytes = bytes;
    item->mark = peer.flush.mark();
    put_together(request, data, *item);
    if (const ssize_t code = ofi::send(fabric_, *item, peer.address); code != 0) {
        release(*item);
        return code;
    }
    note_sent(request, peer, request.word != nullptr || (carries_data(request) && data > 0));
    return 0;
}

/// @param has_effect  it carries data, or changes a word
void Requests::note_sent(const Request& request, Peer& peer, bool has_effect) noexcept {
    peer.flush.note_message(
        {.is_tracked = request.is_tracked,
         .may_change_memory = request.is_tracked || request.verb == Verb::atomic,
         .has_effect = has_effect,
         .asks_for_reply = request.ticket == kOwnTicket});
    if (request.is_tracked) {
        peers_.note_unflushed(request.peer, peer);
    }
}

/// By a reply to a request behind what was sent, or where the network allows, by a read behind it.
ssize_t Requests::step_to_flush(int number, Peer& peer, Flush wanted) noexcept {
    switch (peer.flush.next_step(wanted, fabric_.gets_what_was_put(1))) {
    case PeerFlush::Step::none:
    case PeerFlush::Step::await:
        break;
    case PeerFlush::Step::probe:
        return probe(number, peer);
    case PeerFlush::Step::request:
        return send({.verb = Verb::put,
                     .peer = number,
                     .space = Space::heap,
                     .ticket = kOwnTicket,
                     .runs = {}},
                    peer);
    }
    return 0;
}

/// Reads a byte of the last write.
ssize_t Requests::probe(int number, Peer& peer) noexcept {
    Item* const item = items_.take(Use::request, 1, &peer.held);
    if (item == nullptr) {
        return -FI_EAGAIN;
    }
    item->use = Use::probe;
    item->peer = number;
    item->mark = peer.flush.mark();
    void* description = item->description();
    const iovec here{item->message, 1};
    const fi_msg_rma message{&here, &description,   1, peer.address, &peer.flush.last_byte(),
                             1,     &item->context, 0};
    const ssize_t code = fabric_.read(message, FI_COMPLETION);
    if (code != 0) {
        release(*item);
    } else {
        peer.flush.note_probe();
    }
    return code;
}

} // namespace arauto::transport::ofi
