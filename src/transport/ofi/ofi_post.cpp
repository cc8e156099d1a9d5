// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Chooses how an operation is carried out: a write of a copy, a remote memory access,
// or a message.
#include "base/naming.hpp"
#include "transport/ofi/ofi.hpp"
#include "transport/ofi/remote_data.hpp"

#include <cstring>

namespace arauto::transport {

using namespace ofi;

/// The remote data that carry a signal to the peer; 0: none can.
uint64_t Ofi::data_of(const Signal& signal) const noexcept {
    return fabric_.data_way() == DataWay::none
               ? 0
               : ofi::data_of(signal, 8 * fabric_.info().domain_attr->cq_data_size);
}

bool Ofi::carries(const Signal& signal) const noexcept {
    return data_of(signal) != 0;
}

/// Whether the network may write it though no caller awaits it: what is sent later comes after it.
/// It happens before the peer's process handles a message that came before it, so data may not
/// follow one that writes, nor a signal one that does anything that a signal may be about.
bool Ofi::may_write(const Operation& operation, const Peer& peer) const noexcept {
    const Signal* const signal = operation.signal;
    return operation.kind == Kind::put && operation.ticket == 0 &&
           operation.remote.space == Space::heap && fabric_.keeps_order(operation.bytes) &&
           peer.flush.may_write() &&
           (operation.bytes > 0 || (signal != nullptr && peer.regions.any() != nullptr)) &&
           (signal == nullptr || (peer.flush.may_signal() && carries(*signal)));
}

/// Whether an access that asks for order may start: what came before it is there, or comes before
/// it in the same stream.
bool Ofi::may_follow(const Operation& operation, Peer& peer) noexcept {
    const bool is_in_order = operation.kind == Kind::put
                                 ? fabric_.keeps_order(operation.bytes)
                                 : fabric_.gets_what_was_put(operation.bytes);
    return (is_in_order && peer.flush.may_write()) ||
           is_flushed(operation.remote.peer, peer, Flush::data);
}

/// A put that no caller awaits, with its notification if it has one, or a signal alone: 2 us less
/// one way than a message.
Posted Ofi::write(const Operation& operation, Peer& peer) noexcept {
    Posted posted{};
    const Region* const region =
        operation.bytes > 0 ? find_region(peer, operation, &posted) : peer.regions.any();
    if (region == nullptr) {
        return posted;
    }
    const int number = operation.remote.peer;
    const uint64_t address =
        operation.bytes > 0 ? peer.heap + operation.remote.value : region->start; // of no bytes
    const fi_rma_iov there{address - region->base, operation.bytes, region->key};
    if (row_.joins(operation, there, peer.habit)) {
        return join(operation, peer, there);
    }
    if (operation.signal != nullptr) {
        row_.note_combinable(number);
    }
    if (!end_row_before(number)) {
        return {Outcome::again, ARAUTO_OK};
    }
    if (row_.joins(operation, there, peer.habit)) { // as the first
        return join(operation, peer, there);
    }
    posted = write_copy(operation, peer, there);
    if (posted.outcome == Outcome::done && operation.is_tracked) {
        track_write(number, peer, there, operation.signal);
        if (operation.bytes > 0 && operation.signal == nullptr) {
            row_.note_alone(number, peer.habit);
        }
    }
    return posted;
}

/// We copy it. As a message it would be copied four times more, and wait for the peer's process.
/// The provider is not asked to copy it (fi_inject): libfabric 1.17 crashes when such a write has
/// to be given up because the peer has died, since it has no context to report it by.
Posted Ofi::write_copy(const Operation& operation, Peer& peer, const fi_rma_iov& there) noexcept {
    Item* const item = items_.take(Use::request, operation.bytes, &peer.held);
    if (item == nullptr) {
        return refuse(nullptr, -FI_EAGAIN, operation.remote.peer);
    }
    item->use = Use::access;
    item->peer = operation.remote.peer;
    if (operation.bytes > 0) {
        std::memcpy(item->message, operation.local, operation.bytes);
    }
    Operation copied = operation;
    copied.local = item->message;
    void* const description = item->description();
    const ssize_t code =
        access(copied, {peer.address, {&there, 1}, description, FI_COMPLETION}, *item);
    return code == 0 ? Posted{Outcome::done, ARAUTO_OK}
                     : refuse(item, code, item->peer, &operation);
}

/// Hands an access to the network.
ssize_t Ofi::access(const Operation& operation, const RemoteAccess& remote, Item& item) noexcept {
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

const Region* Ofi::find_region(Peer& peer, const Operation& operation, Posted* otherwise) noexcept {
    const Address& remote = operation.remote;
    if (remote.space == Space::heap &&
        (remote.value > peer.heap_bytes || operation.bytes > peer.heap_bytes - remote.value)) {
        *otherwise = {Outcome::failed,
                      fail(ARAUTO_ERR_RANGE, "%zu bytes at offset %llu reach past the memory of %s",
                           operation.bytes, static_cast<unsigned long long>(remote.value),
                           name_of(remote.peer).text)};
        return nullptr;
    }
    const uint64_t address = remote.value + (remote.space == Space::heap ? peer.heap : 0);
    if (const Region* const known = peer.regions.find(address, operation.bytes); known != nullptr)
        [[likely]] {
        return known;
    }
    if (peer.refusal < 0) {
        *otherwise = {Outcome::failed, fail(peer.refusal, "%s", peer.refusal_text.c_str())};
        peer.refusal = ARAUTO_OK;
    } else {
        *otherwise = request_region(remote.peer, peer, {address, nullptr, operation.bytes});
    }
    advance();
    return nullptr;
}

/// Requests the region that has a range of addresses of a peer, unless a request is under way.
Posted Ofi::request_region(int number, Peer& peer, const Run& range) noexcept {
    if (!peer.is_region_requested) {
        const Posted posted = request({.verb = Verb::region,
                                       .peer = number,
                                       .space = Space::foreign,
                                       .ticket = kProbe,
                                       .runs = std::span(&range, 1)});
        peer.is_region_requested = posted.outcome == Outcome::posted;
        if (posted.outcome == Outcome::failed) {
            return posted;
        }
    }
    return {Outcome::again, ARAUTO_OK};
}

Posted Ofi::start_access(const Operation& operation, Peer& peer) noexcept {
    const Address& remote = operation.remote;
    Posted otherwise{};
    const Region* const region = find_region(peer, operation, &otherwise);
    if (region == nullptr) {
        return otherwise;
    }
    Item* const item = items_.take(Use::access, 0);
    if (item == nullptr) {
        return refuse(nullptr, -FI_EAGAIN, remote.peer);
    }
    item->peer = remote.peer;
    item->ticket = operation.ticket;
    fid_mr* local =
        fabric_.needs_local() ? regions_.find_local(operation.local, operation.bytes) : nullptr;
    if (fabric_.needs_local() && local == nullptr) {
        local = item->local = fabric_.register_local(operation.local, operation.bytes);
        if (local == nullptr) {
            items_.give_back(*item);
            return {Outcome::failed, ARAUTO_ERR_SYSTEM};
        }
    }
    // One in order with what follows needs no reply from there: the source is free sooner.
    const bool is_put = operation.kind == Kind::put;
    const bool is_early = is_put && operation.is_ordered && fabric_.keeps_order(operation.bytes);
    const uint64_t address = remote.value + (remote.space == Space::heap ? peer.heap : 0);
    const fi_rma_iov there{address - region->base, operation.bytes, region->key};
    const RemoteAccess way{peer.address,
                           {&there, 1},
                           local != nullptr ? fi_mr_desc(local) : nullptr,
                           FI_COMPLETION |
                               (is_put && !is_early ? uint64_t{FI_DELIVERY_COMPLETE} : 0)};
    const ssize_t code = access(operation, way, *item);
    if (code != 0) {
        return refuse(item, code, remote.peer, &operation);
    }
    if (is_early) {
        track_write(remote.peer, peer, there, operation.signal);
    } else { // what is asked before it is complete may overtake it
        item->has_late_signal = operation.signal != nullptr;
    }
    return {Outcome::posted, ARAUTO_OK};
}

/// @param has_effect  it carries data, or changes a word
void Ofi::note_sent(const Request& what, Peer& peer, bool has_effect) noexcept {
    peer.flush.note_message({.is_tracked = what.is_tracked,
                             .may_change_memory = what.is_tracked || what.verb == Verb::atomic,
                             .has_effect = has_effect,
                             .asks_for_reply = what.ticket == kProbe});
    if (what.is_tracked) {
        note_unflushed(what.peer, peer);
    }
}

/// Puts a message together and sends it.
Posted Ofi::request(const Request& what) noexcept {
    const Result<Peer*> peer = reach(what.peer);
    if (peer.value == nullptr) {
        return peer.ok() ? refuse(nullptr, -FI_EAGAIN, what.peer)
                         : Posted{Outcome::failed, peer.status};
    }
    const bool carries_data = what.verb == Verb::put || what.verb == Verb::active_message;
    size_t data = what.active_message.size();
    for (const Run& run : what.runs) {
        data += what.verb != Verb::region ? run.bytes : 0;
    }
    const size_t bytes = sizeof(Header) + what.runs.size() * sizeof(Piece) +
                         (what.word != nullptr ? sizeof(Word) : 0) + (carries_data ? data : 0);
    Item* const item = items_.take(Use::request, bytes, &peer.value->held);
    if (item == nullptr) {
        return refuse(nullptr, -FI_EAGAIN, what.peer);
    }
    item->peer = what.peer;
    item->ticket = what.ticket;
    item->old = what.old;
    item->is_about_region = what.verb == Verb::region;
    item->bytes = bytes;
    Header header{};
    header.token = token_;
    header.source = static_cast<uint32_t>(setup_.job.rank);
    header.owner = static_cast<uint32_t>(what.owner >= 0 ? what.owner : what.peer);
    header.ticket = what.ticket != 0 ? Items::reply_ticket(*item) : 0;
    item->mark = peer.value->flush.mark();
    header.sequence = static_cast<uint32_t>(item->mark.messages);
    header.verb = what.verb;
    header.space = static_cast<uint8_t>(what.space);
    header.has_word = what.word != nullptr ? 1 : 0;
    header.pieces = static_cast<uint32_t>(what.runs.size());
    header.bytes = static_cast<uint32_t>(data);
    std::byte* at = item->message;
    const auto append = [&at](const void* from, size_t count) {
        if (count > 0) {
            std::memcpy(at, from, count);
        }
        at += count;
    };
    append(&header, sizeof header);
    for (const Run& run : what.runs) {
        const Piece piece{run.remote, run.bytes};
        append(&piece, sizeof piece);
    }
    if (what.word != nullptr) {
        append(what.word, sizeof *what.word);
    }
    append(what.active_message.data(), what.active_message.size());
    for (const Run& run : what.runs) {
        if (carries_data) {
            append(run.local, run.bytes);
        } else if (what.verb == Verb::get) {
            item->runs.push_back(run);
        }
    }
    const ssize_t code = send(*item, peer.value->address);
    if (code != 0) {
        return refuse(item, code, what.peer);
    }
    note_sent(what, *peer.value, what.word != nullptr || (carries_data && data > 0));
    return {what.ticket != 0 ? Outcome::posted : Outcome::done, ARAUTO_OK};
}

namespace {

Word word_of(const Signal& signal) noexcept {
    Word word{};
    word.offset = signal.offset;
    word.operand = signal.operand;
    word.op = static_cast<uint8_t>(signal.op);
    word.width = signal.width;
    return word;
}

} // namespace

Posted Ofi::post(const Operation& operation) noexcept {
    const std::lock_guard guard(mutex_);
    const Address& remote = operation.remote;
    if (operation.kind == Kind::atomic) {
        if (!end_row_before(remote.peer)) {
            return {Outcome::again, ARAUTO_OK};
        }
        const Atomic& atomic = operation.atomic;
        Word word{};
        word.offset = remote.value;
        word.operand = atomic.operand;
        word.compare = atomic.compare;
        word.space = static_cast<uint8_t>(remote.space);
        word.op = static_cast<uint8_t>(atomic.op);
        word.width = atomic.width;
        return request({.verb = Verb::atomic,
                        .peer = remote.peer,
                        .space = remote.space,
                        .ticket = operation.ticket,
                        .runs = {},
                        .word = &word,
                        .old = atomic.old,
                        .owner = operation.owner});
    }
    const Signal* const signal = operation.signal;
    const Result<Peer*> peer = reach(remote.peer);
    if (peer.value == nullptr) {
        return peer.ok() ? refuse(nullptr, -FI_EAGAIN, remote.peer)
                         : Posted{Outcome::failed, peer.status};
    }
    if (operation.bytes == 0 && peer.value->regions.any() == nullptr &&
        regions_.has_keys_for_each()) [[unlikely]] { // a signal: later ones will be writes
        static_cast<void>(request_region(remote.peer, *peer.value, {peer.value->heap, nullptr, 1}));
    }
    if (may_write(operation, *peer.value)) {
        return write(operation, *peer.value);
    }
    if (!end_row_before(remote.peer)) {
        return {Outcome::again, ARAUTO_OK};
    }
    const bool may_access = (remote.space == Space::heap || regions_.takes_foreign()) &&
                            operation.bytes > 0 && operation.ticket != 0;
    if (may_access && (signal == nullptr || carries(*signal))) {
        if (!operation.is_ordered || may_follow(operation, *peer.value)) {
            return start_access(operation, *peer.value);
        }
        advance();
        return {Outcome::again, ARAUTO_OK};
    }
    if (signal != nullptr && operation.bytes > kDataMax) { // the caller asked carries() too early
        end_for_refusal(-FI_EOPNOTSUPP, remote.peer);
    }
    const Run run{remote.value, operation.local, operation.bytes};
    const Word word = signal != nullptr ? word_of(*signal) : Word{};
    // The reply to a signal shows when the next may be written.
    const bool is_confirmed = operation.ticket == 0 && signal != nullptr && carries(*signal);
    const Posted posted =
        request({.verb = operation.kind == Kind::put ? Verb::put : Verb::get,
                 .peer = remote.peer,
                 .space = remote.space,
                 .ticket = is_confirmed ? kProbe : operation.ticket,
                 .runs = std::span(&run, operation.bytes > 0 || signal == nullptr ? 1 : 0),
                 .word = signal != nullptr ? &word : nullptr,
                 .is_tracked = operation.ticket == 0 && operation.is_tracked});
    return is_confirmed && posted.outcome == Outcome::posted ? Posted{Outcome::done, ARAUTO_OK}
                                                             : posted;
}

Posted Ofi::post_runs(const RunsOperation& operation) noexcept {
    const std::lock_guard guard(mutex_);
    if (!end_row_before(operation.peer)) {
        return {Outcome::again, ARAUTO_OK};
    }
    return request({.verb = operation.kind == Kind::put ? Verb::put : Verb::get,
                    .peer = operation.peer,
                    .space = operation.space,
                    .ticket = operation.ticket,
                    .runs = operation.runs,
                    .is_tracked = operation.ticket == 0});
}

Posted Ofi::send(int peer, std::span<const std::byte> active_message, bool is_tracked) noexcept {
    const std::lock_guard guard(mutex_);
    if (!end_row_before(peer)) {
        return {Outcome::again, ARAUTO_OK};
    }
    return request({.verb = Verb::active_message,
                    .peer = peer,
                    .space = Space::heap,
                    .ticket = 0,
                    .runs = {},
                    .active_message = active_message,
                    .is_tracked = is_tracked});
}

} // namespace arauto::transport
