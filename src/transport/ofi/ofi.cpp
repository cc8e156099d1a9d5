// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. The origin's side; ofi_serve.cpp is the target's.
#include "transport/ofi/ofi.hpp"

#include "base/clock.hpp"
#include "transport/ofi/combined_put.hpp"
#include "transport/ofi/item_calls.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace arauto::transport {
namespace {

using namespace ofi;

void nap() noexcept {
    constexpr timespec kMoment = {0, 200'000};
    nanosleep(&kMoment, nullptr);
}

} // namespace

Result<Ofi*> Ofi::make(const Setup& setup) {
    std::unique_ptr<Ofi> made(new (std::nothrow) Ofi(setup));
    if (made == nullptr) {
        return {fail(ARAUTO_ERR_MEMORY, "there is no memory for the network"), nullptr};
    }
    if (const Status status = made->open(); status < 0) {
        return {status, nullptr};
    }
    return {ARAUTO_OK, made.release()};
}

Status Ofi::open() {
    const int peers = setup_.job.far_ranks();
    if (const Status status = fabric_.open(peers); status < 0) {
        return status;
    }
    connections_.add(fabric_.name());
    connections_max_ = static_cast<size_t>(peers) + 1; // and the listening socket
    fabric_.limit_registration(setup_.locked_bytes);
    std::byte* const heap = setup_.job.heap(setup_.job.rank);
    if (const Status status = regions_.open({heap, setup_.heap_bytes, setup_.find_extent});
        status < 0) {
        return status;
    }
    const std::span<const std::byte> endpoint = fabric_.name();
    name_.magic = kNameMagic;
    name_.bytes = static_cast<uint32_t>(endpoint.size());
    std::copy(endpoint.begin(), endpoint.end(), name_.endpoint);
    name_.heap = reinterpret_cast<uint64_t>(heap);
    name_.heap_bytes = setup_.heap_bytes;
    authenticate(setup_.job.rank, setup_.job.secret, &name_);
    const size_t pieces = // fi_writedata takes one
        fabric_.data_way() == DataWay::call ? 1 : fabric_.info().tx_attr->rma_iov_limit;
    row_.open(fabric_.keeps_order(kRowBytes) ? std::min(CombinedPut::kPiecesMax, pieces) : 0);
    return prepare_messages();
}

Status Ofi::prepare_messages() {
    MessageMemory memory = make_memory(fabric_, Items::memory_bytes());
    if (memory.bytes == nullptr) {
        return ARAUTO_ERR_SYSTEM;
    }
    items_.open(std::move(memory));
    while (Item* const item = items_.take_receive()) {
        if (const Status status = ofi::receive(fabric_, *item); status < 0) {
            return status;
        }
    }
    return ARAUTO_OK;
}

Capabilities Ofi::capabilities() const noexcept {
    return {.name = "ofi",
            .foreign = true,
            .foreign_by = "messages served by its owner",
            .heap_bytes_max = fabric_.info().ep_attr->max_msg_size,
            .bytes_max = kDataMax,
            .runs_max = kPiecesMax};
}

Result<Ofi::Peer*> Ofi::reach(int number) noexcept {
    Peer& peer = peers_[number];
    if (peer.is_reachable()) [[likely]] {
        return {ARAUTO_OK, &peer};
    }
    take_found();
    return peers_.look_up(number);
}

void Ofi::take_found() noexcept {
    for (const int foreign : peers_.take_found()) {
        lose(foreign);
    }
}

void Ofi::read_error() noexcept {
    fi_cq_err_entry error{};
    if (fabric_.read_error(&error) <= 0 || error.op_context == nullptr ||
        fabric_.is_of_trial(error.op_context)) {
        return;
    }
    Item& item = *static_cast<Item*>(error.op_context);
    const int peer = item.peer;
    if (item.use != Use::receive && is_late_refusal(error.err)) {
        end_for_refusal(-error.err, peer);
    }
    switch (item.use) {
    case Use::access:
    case Use::probe:
    case Use::request:
        requests_.fail(item, error.err);
        lose(peer);
        break;
    case Use::reply:
        items_.give_back(item);
        lose(peer); // or it would wait for ever, should it live
        break;
    case Use::dismissal:
        fencing_.end_dismissal(item, false, now_ns());
        break;
    case Use::receive:
        static_cast<void>(ofi::receive(fabric_, item));
        break;
    }
}

bool Ofi::read_queue() noexcept {
    fi_cq_data_entry entries[16];
    const ssize_t count = fabric_.read_queue(entries);
    if (count == -FI_EAVAIL) {
        read_error();
        return true;
    }
    for (ssize_t i = 0; i < count; ++i) {
        // Only a put counts, since its key was right: any process can send a message with data.
        if ((entries[i].flags & FI_REMOTE_CQ_DATA) != 0 && (entries[i].flags & FI_MSG) == 0) {
            take_signal(entries[i].data);
        }
        if (entries[i].op_context == nullptr || fabric_.is_of_trial(entries[i].op_context)) {
            continue;
        }
        Item& item = *static_cast<Item*>(entries[i].op_context);
        switch (item.use) {
        case Use::access:
        case Use::probe:
        case Use::request:
            requests_.complete(item);
            break;
        case Use::reply:
            items_.give_back(item);
            break;
        case Use::dismissal:
            fencing_.end_dismissal(item, true, now_ns());
            break;
        case Use::receive:
            item.bytes = (entries[i].flags & FI_REMOTE_CQ_DATA) != 0 ? 0 : entries[i].len;
            take_message(item);
            break;
        }
    }
    moved_ += count > 0 ? 1 : 0;
    return count > 0;
}

bool Ofi::advance() noexcept {
    const bool has_sent = send_replies();
    const bool has_read = read_queue();
    try_dismissals();
    return handle_kept() || has_sent || has_read;
}

size_t Ofi::poll(std::span<Completion> completions) noexcept {
    const std::lock_guard guard(mutex_);
    if (!requests_.has_ended()) {
        end_idle_row();
        advance();
    }
    return requests_.take_ended(completions);
}

bool Ofi::serve() noexcept {
    const std::unique_lock guard(mutex_, std::try_to_lock);
    if (!guard.owns_lock()) {
        return false;
    }
    end_idle_row();
    return advance();
}

bool Ofi::receive(ActiveMessage* active_message_out, Arrived arrived) noexcept {
    std::unique_lock guard(mutex_, std::defer_lock);
    if (arrived == Arrived::acknowledged) {
        guard.lock();
        // The provider acknowledges a message when its entry is in the queue.
        while (active_messages_.empty() && advance()) {
        }
    } else {
        static_cast<void>(guard.try_lock());
    }
    if (!guard.owns_lock() || active_messages_.empty()) {
        return false;
    }
    *active_message_out = std::move(active_messages_.front());
    active_messages_.pop_front();
    return true;
}

void Ofi::rest(int milliseconds) noexcept {
    std::unique_lock guard(mutex_, std::try_to_lock);
    // The holder of the lock moves data, perhaps for long: leave the core to it. Nor may a row wait
    // long, or what waits in the provider's place.
    if (!guard.owns_lock() || row_.item() != nullptr || !fabric_.may_sleep()) {
        if (guard.owns_lock()) {
            guard.unlock();
        }
        nap();
        return;
    }
    if (fabric_.polls()) {
        rest_on_sockets(std::move(guard), milliseconds);
        return;
    }
    guard.unlock();
    fi_cq_data_entry none;
    // Zero entries: it only waits for one.
    fi_cq_sread(fabric_.queue(), &none, 0, nullptr, milliseconds);
}

/// The provider polls its sockets when its queue is read, and has nothing to sleep on. All
/// that came before that poll has been moved, so this sleep misses nothing.
void Ofi::rest_on_sockets(std::unique_lock<std::mutex> guard, int milliseconds) noexcept {
    constexpr int kInVainMax = 256; // a long message comes in many pieces
    const bool has_found = connections_.find(connections_max_) > 0;
    connections_.note_full();
    if (advance()) {
        return;
    }
    const uint64_t moved = moved_;
    guard.unlock();
    in_vain_ = moved == moved_when_woken_ ? in_vain_ + 1 : 0;
    // None without /proc; in vain where something is there that the provider does not take.
    if (!has_found || in_vain_ > kInVainMax) {
        nap();
    }
    moved_when_woken_ = has_found && connections_.wait(milliseconds) ? moved : UINT64_MAX;
}

} // namespace arauto::transport
