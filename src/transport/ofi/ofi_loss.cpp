// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Peers that can no longer be reached: each part lets go of what it has of them.
#include "base/clock.hpp"
#include "transport/ofi/item_calls.hpp"
#include "transport/ofi/ofi.hpp"

#include <cstring>
#include <optional>

namespace arauto::transport {

using namespace ofi;

namespace {

constexpr int64_t kTakingNs = 200'000'000; // arrived messages are taken sooner
constexpr int kQueueReads = 256; // empty the longest queue

} // namespace

void Ofi::lose(int peer) noexcept {
    if (!fencing_.lose(peer)) {
        return;
    }
    if (row_.is_for(peer)) {
        items_.give_back(row_.release());
    }
    while (Item* const item = peers_[peer].arrivals.drop()) { // the earlier ones will not come
        static_cast<void>(ofi::receive(fabric_, *item));
    }
    requests_.end_all_of(peer);
}

/// Data that had arrived before the connections were cut are taken here and now: none may come once
/// the caller knows of the loss.
void Ofi::fence_off(int peer) noexcept {
    const std::optional<std::vector<int>> cut = fencing_.fence_off(peer);
    if (!cut) {
        return;
    }
    const int64_t end = now_ns() + kTakingNs;
    for (int i = 0; i < kQueueReads || (os::have_unread(*cut) && now_ns() < end); ++i) {
        if (!read_queue() && !os::have_unread(*cut)) {
            break;
        }
    }
    std::erase_if(kept_, [&](Item* item) {
        Header header;
        std::memcpy(&header, item->message, sizeof header);
        const bool is_its = header.source == static_cast<uint32_t>(peer);
        return is_its && ofi::receive(fabric_, *item) == ARAUTO_OK;
    });
}

void Ofi::abandon(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    lose(peer);
    fence_off(peer);
}

int Ofi::next_lost() noexcept {
    if (!fencing_.has_lost()) {
        return -1;
    }
    const std::lock_guard guard(mutex_);
    return fencing_.next_lost();
}

bool Ofi::is_foreign(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    const Peer* const known = peers_.find(peer);
    return known != nullptr && known->is_foreign;
}

os::ListenerState Ofi::probe(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    if (!peers_[peer].is_gone) {
        static_cast<void>(reach(peer)); // to learn its address
    }
    return fencing_.probe(peer);
}

std::vector<transport::Network::SilentPeer> Ofi::silent_peers(int64_t milliseconds) {
    const std::lock_guard guard(mutex_);
    return fencing_.silent_peers(milliseconds);
}

void Ofi::dismiss(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    fencing_.dismiss(peer);
}

void Ofi::try_dismissals() noexcept {
    if (!fencing_.has_dismissals()) [[likely]] {
        return;
    }
    const int64_t now = now_ns();
    for (int peer = fencing_.next_due(now); peer >= 0; peer = fencing_.next_due(now)) {
        take_found();
        fencing_.try_dismissal(peer);
    }
}

int Ofi::dismissed_by() noexcept {
    const std::lock_guard guard(mutex_);
    return fencing_.dismissed_by();
}

} // namespace arauto::transport
