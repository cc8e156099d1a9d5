// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. The target's side: requests that the network cannot carry out alone.
#include "base/log.hpp"
#include "base/naming.hpp"
#include "os/cma.hpp"
#include "transport/ofi/item_calls.hpp"
#include "transport/ofi/ofi.hpp"
#include "transport/ofi/remote_data.hpp"
#include "transport/ofi/wake.hpp"

#include <cstring>

namespace arauto::transport {

using namespace ofi;

void Ofi::take_signal(uint64_t data) noexcept {
    if (apply_data(data, {setup_.job.heap(setup_.job.rank), setup_.heap_bytes},
                   setup_.note_arrival)) {
        wake(setup_.job.self());
    }
}

/// Answers with the region that has the one piece of a request, for the peer that has sent it.
Answer
Ofi::describe_region(int peer, const std::byte* message, std::span<std::byte> room) noexcept {
    const Piece piece = piece_of(message, 0);
    const auto heap = reinterpret_cast<uint64_t>(setup_.job.heap(setup_.job.rank));
    os::MappedHere mapped;
    if (piece.remote - heap >= setup_.heap_bytes && !mapped.contains(piece.remote, piece.bytes)) {
        static_cast<void>(fail(ARAUTO_ERR_RANGE, "address %#llx of %llu bytes is not mapped at %s",
                               static_cast<unsigned long long>(piece.remote),
                               static_cast<unsigned long long>(piece.bytes),
                               name_of(setup_.job.rank).text));
        return answer_failure(room);
    }
    const Result<Region> region = regions_.cover(peer, piece.remote, piece.bytes);
    if (!region.ok() || room.size() < sizeof region.value) {
        return answer_failure(room);
    }
    std::memcpy(room.data(), &region.value, sizeof region.value);
    return {true, sizeof region.value};
}

/// Requests are handled in the order of sending; one that came too early waits.
void Ofi::take_message(Item& item) noexcept {
    Header header{};
    if (item.bytes >= sizeof header) {
        std::memcpy(&header, item.message, sizeof header);
    }
    const bool is_ours = item.bytes >= sizeof header && header.token == setup_.job.secret[0] &&
                         header.source < static_cast<uint32_t>(setup_.job.size) &&
                         is_whole(header, item.bytes);
    if (!is_ours) {
        if (item.bytes != 0 && !has_reported_foreign_) {
            has_reported_foreign_ = true;
            log(LogLevel::warn,
                "%s has received a message of %zu bytes that is not of this job; it and all like "
                "it are ignored",
                name_of(setup_.job.rank).text, item.bytes);
        }
        static_cast<void>(ofi::receive(fabric_, item));
        return;
    }
    if (header.verb == Verb::dismissal) { // also from a rank that counts as gone here
        fencing_.note_dismissal(static_cast<int>(header.source));
        static_cast<void>(ofi::receive(fabric_, item));
        return;
    }
    Peer& peer = peers_[static_cast<int>(header.source)]; // its address is found when it is needed
    if (peer.is_gone) {
        fencing_.answer(static_cast<int>(header.source));
        static_cast<void>(ofi::receive(fabric_, item));
        return;
    }
    if (header.verb == Verb::reply) {
        requests_.take_reply(header, item.message + sizeof header);
        static_cast<void>(ofi::receive(fabric_, item));
        return;
    }
    if (peer.arrivals.take(header.sequence, item)) [[likely]] {
        kept_.push_back(&item);
        while (Item* const next = peer.arrivals.take_next()) {
            kept_.push_back(next);
        }
        static_cast<void>(handle_kept());
    }
}

/// Wakes threads that wait for memory to change; active messages are delivered later, and ring
/// themselves.
/// @return whether it handled something
bool Ofi::handle_kept() noexcept {
    bool has_handled = false;
    bool has_moved = false;
    while (!kept_.empty()) {
        Item& item = *kept_.front();
        Header header;
        std::memcpy(&header, item.message, sizeof header);
        if (!handle(header, item.message)) {
            break;
        }
        kept_.pop_front();
        has_handled = true;
        has_moved = has_moved || header.verb != Verb::active_message;
        static_cast<void>(ofi::receive(fabric_, item));
    }
    if (has_moved) {
        wake(setup_.job.self());
    }
    return has_handled;
}

bool Ofi::handle(const Header& header, const std::byte* message) noexcept {
    if (header.verb != Verb::active_message) {
        return reply_to(header, message);
    }
    ActiveMessage& active_message = active_messages_.emplace_back();
    active_message.source = static_cast<int>(header.source);
    const std::span<const std::byte> data = data_in(message);
    active_message.data.assign(data.begin(), data.end());
    return true;
}

bool Ofi::reply_to(const Header& request, const std::byte* message) noexcept {
    const size_t room_bytes = answer_bytes_max(request);
    Item* const item =
        request.ticket != 0 ? items_.take(Use::reply, sizeof(Header) + room_bytes) : nullptr;
    if (item == nullptr && request.ticket != 0) {
        return false;
    }
    const std::span<std::byte> room = item != nullptr
                                          ? std::span(item->message + sizeof(Header), room_bytes)
                                          : std::span<std::byte>{};
    const Answer answer = request.verb == Verb::region
                              ? describe_region(static_cast<int>(request.source), message, room)
                              : server_.serve(message, room);
    if (item == nullptr) {
        return true; // no reply is wanted
    }
    const Header reply = reply_header(request, setup_.job.rank, answer);
    std::memcpy(item->message, &reply, sizeof reply);
    item->bytes = sizeof reply + reply.bytes;
    item->peer = static_cast<int>(request.source);
    item->is_queued = true;
    replies_.push_back(item);
    send_replies();
    return true;
}

/// A peer that takes none now does not hold up others.
bool Ofi::send_replies() noexcept {
    bool has_sent = false;
    int busy = -1;
    for (size_t i = 0; i < replies_.size();) {
        Item& item = *replies_[i];
        const Result<Peer*> peer = reach(item.peer);
        const bool is_busy = item.peer == busy || (peer.ok() && peer.value == nullptr);
        const ssize_t code = is_busy     ? -FI_EAGAIN
                             : peer.ok() ? ofi::send(fabric_, item, peer.value->address)
                                         : -FI_EOTHER;
        if (code == -FI_EAGAIN) {
            busy = item.peer;
            ++i;
            continue;
        }
        replies_.erase(replies_.begin() + static_cast<std::ptrdiff_t>(i));
        item.is_queued = false;
        has_sent = true;
        if (code != 0 && is_refusal(code)) {
            end_for_refusal(code, item.peer);
        }
        if (code != 0) {
            items_.give_back(item); // the origin is gone
        }
    }
    return has_sent;
}

} // namespace arauto::transport
