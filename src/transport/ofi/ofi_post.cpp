// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Chooses how an operation is carried out: a write of a copy, a remote memory access,
// or a message.
#include "base/naming.hpp"
#include "transport/ofi/ofi.hpp"

namespace arauto::transport {

using namespace ofi;

bool Ofi::carries(const Signal& signal) const noexcept {
    return requests_.data_of(signal) != 0;
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
           (is_flushed(operation.remote.peer, peer, Flush::data) && !peer.is_gone);
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
    if (const ssize_t code = requests_.write_copy(operation, peer, there); code != 0) {
        return refuse(code, number, &operation);
    }
    if (operation.is_tracked && operation.bytes > 0 && operation.signal == nullptr) {
        row_.note_alone(number, peer.habit);
    }
    return {Outcome::done, ARAUTO_OK};
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
                                       .ticket = kOwnTicket,
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
    const uint64_t address = remote.value + (remote.space == Space::heap ? peer.heap : 0);
    const fi_rma_iov there{address - region->base, operation.bytes, region->key};
    const Result<ssize_t> code = requests_.access(operation, peer, there);
    if (!code.ok()) {
        return {Outcome::failed, code.status};
    }
    return code.value == 0 ? Posted{Outcome::posted, ARAUTO_OK}
                           : refuse(code.value, remote.peer, &operation);
}

Posted Ofi::request(const Request& what) noexcept {
    const Result<Peer*> peer = reach(what.peer);
    if (!peer.ok()) {
        return {Outcome::failed, peer.status};
    }
    const ssize_t code = peer.value != nullptr ? requests_.send(what, *peer.value) : -FI_EAGAIN;
    if (code != 0) {
        return refuse(code, what.peer);
    }
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
        return peer.ok() ? refuse(-FI_EAGAIN, remote.peer) : Posted{Outcome::failed, peer.status};
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
                 .ticket = is_confirmed ? kOwnTicket : operation.ticket,
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
