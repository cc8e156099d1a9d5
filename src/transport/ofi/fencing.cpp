// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fencing.hpp.
#include "transport/ofi/fencing.hpp"

#include "transport/ofi/item_calls.hpp"

#include <cstring>

namespace arauto::transport::ofi {
namespace {

/// Takes the first one; -1: there is none.
int take_first(std::deque<int>& peers) noexcept {
    if (peers.empty()) {
        return -1;
    }
    const int peer = peers.front();
    peers.pop_front();
    return peer;
}

} // namespace

bool Fencing::lose(int peer) noexcept {
    Peer& lost = peers_[peer];
    if (lost.is_gone) {
        return false;
    }
    lost.is_gone = true;
    probes_.erase(peer);
    regions_.revoke(peer);
    lost_.push_back(peer);
    has_lost_.store(true, std::memory_order_relaxed); // relaxed because a hint
    return true;
}

int Fencing::next_lost() noexcept {
    const int peer = take_first(lost_);
    has_lost_.store(!lost_.empty(), std::memory_order_relaxed); // relaxed because a hint
    return peer;
}

std::optional<std::vector<int>> Fencing::fence_off(int peer) noexcept {
    Peer& lost = peers_.at(peer);
    if (lost.is_fenced_off) {
        return std::nullopt;
    }
    lost.is_fenced_off = true;
    if (lost.address != FI_ADDR_UNSPEC && peers_.counts_as_failed(peer)) {
        static_cast<void>(send_dismissal(peer, lost));
    }
    std::byte room[kEndpointBytesMax];
    const auto address = peers_.listener_of(lost, room);
    return address.empty() ? std::vector<int>{}
                           : connections_.cut(address, peers_.is_host_gone(peer));
}

os::ListenerState Fencing::probe(int peer) noexcept {
    std::byte room[kEndpointBytesMax];
    const auto address = peers_.listener_of(peers_[peer], room);
    return address.empty() ? os::ListenerState::none : probes_[peer].at(address);
}

std::vector<Network::SilentPeer> Fencing::silent_peers(int64_t milliseconds) const {
    std::vector<Network::SilentPeer> found;
    for (const os::Connections::SilentConnection& each :
         connections_.silent_connections(milliseconds)) {
        for (const auto& [number, peer] : peers_.all()) {
            std::byte room[kEndpointBytesMax];
            const auto address =
                peer.is_gone ? std::span<const std::byte>{} : peers_.listener_of(peer, room);
            if (!address.empty() && each.is_of(address)) {
                found.push_back({number, each.milliseconds});
                break;
            }
        }
    }
    return found;
}

void Fencing::answer(int peer) noexcept {
    if (peers_.counts_as_failed(peer)) {
        dismissals_.add(peer);
    }
}

void Fencing::try_dismissal(int peer) noexcept {
    if (!may_go_on(peer)) {
        dismissals_.remove(peer);
    }
}

/// @return whether to go on: not when its process has ended, or cannot be found
bool Fencing::may_go_on(int number) noexcept {
    Peer& peer = peers_[number];
    if (peer.address == FI_ADDR_UNSPEC) {
        peers_.begin_lookup(number, peer);
        return peer.lookup != LookupState::unknown;
    }
    if (dismissals_.is_probe_due(number) && probe(number) == os::ListenerState::closed) {
        probes_.erase(number);
        return false;
    }
    if (const Item* const message = send_dismissal(number, peer); message != nullptr) {
        dismissals_.note_sent(number, message);
    }
    return true;
}

/// @return null when the network does not take it now
Item* Fencing::send_dismissal(int number, const Peer& peer) noexcept {
    Item* const item = items_.take(Use::request, sizeof(Header));
    if (item == nullptr) {
        return nullptr;
    }
    Header header{};
    header.token = job_.secret[0];
    header.source = static_cast<uint32_t>(job_.rank);
    header.owner = static_cast<uint32_t>(number);
    header.verb = Verb::dismissal;
    std::memcpy(item->message, &header, sizeof header);
    item->bytes = sizeof header;
    item->peer = number;
    item->use = Use::dismissal;
    if (send(fabric_, *item, peer.address) != 0) {
        items_.give_back(*item);
        return nullptr;
    }
    return item;
}

void Fencing::end_dismissal(Item& item, bool is_delivered, int64_t now_ns) noexcept {
    dismissals_.end(&item, is_delivered, now_ns);
    items_.give_back(item);
}

int Fencing::dismissed_by() noexcept {
    return take_first(dismissed_by_);
}

} // namespace arauto::transport::ofi
