// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See peers.hpp.
#include "transport/ofi/peers.hpp"

#include "base/naming.hpp"

#include <algorithm>
#include <atomic>

namespace arauto::transport::ofi {

Result<Peer*> Peers::look_up(int number) noexcept {
    Peer& peer = peers_[number];
    if (peer.is_gone || counts_as_failed(number)) {
        return {fail(ARAUTO_ERR_FAILED, "%s can no longer be reached", name_of(number).text),
                nullptr};
    }
    switch (peer.lookup) {
    case LookupState::none:
        begin_lookup(number, peer);
        return {ARAUTO_OK, nullptr};
    case LookupState::awaited:
        return {ARAUTO_OK, peer.address != FI_ADDR_UNSPEC ? &peer : nullptr};
    case LookupState::unknown:
        break;
    }
    peer.lookup = LookupState::none; // the next try asks again
    return {fail(ARAUTO_ERR_SYSTEM, "%s cannot be reached: its address is not known",
                 name_of(number).text),
            nullptr};
}

void Peers::begin_lookup(int number, Peer& peer) noexcept {
    if (peer.lookup == LookupState::none) {
        peer.lookup = LookupState::awaited;
        search_.begin(number);
    }
}

std::vector<int> Peers::take_found() noexcept {
    std::vector<int> foreign;
    for (const NameSearch::Found& each : search_.take_found()) {
        Peer& peer = peers_[each.peer];
        if (each.is_there && !is_authentic(each.peer, job_.secret, each.name)) {
            peer.is_foreign = true;
            foreign.push_back(each.peer);
            continue;
        }
        peer.heap = each.name.heap;
        peer.heap_bytes = each.name.heap_bytes;
        if (!each.is_there || fabric_.insert(each.name.endpoint, &peer.address) < 0) {
            peer.lookup = LookupState::unknown;
            continue;
        }
        connections_.add({each.name.endpoint, each.name.bytes});
    }
    return foreign;
}

bool Peers::counts_as_failed(int number) const noexcept {
    const std::atomic<boot::ImageState>& state = job_.images[number].state;
    // PAIR job.changes: look at states
    return state.load(std::memory_order_acquire) == boot::ImageState::failed;
}

bool Peers::is_host_gone(int number) const noexcept {
    const boot::ProcessManager* const manager = job_.manager;
    for (int rank = 0; manager != nullptr && rank < job_.size; ++rank) {
        const auto other = peers_.find(rank);
        if (manager->node_of(rank) == manager->node_of(number) &&
            (other == peers_.end() || !other->second.is_gone)) {
            return false;
        }
    }
    return manager != nullptr;
}

std::span<const std::byte>
Peers::listener_of(const Peer& peer, std::span<std::byte, kEndpointBytesMax> room) const noexcept {
    return peer.address != FI_ADDR_UNSPEC ? fabric_.listener_of(peer.address, room)
                                          : std::span<const std::byte>{};
}

bool Peers::are_known_flushed_except(int number, Flush wanted) const noexcept {
    return std::all_of(unflushed_.begin(), unflushed_.end(), [&](int each) {
        return each == number || peers_.at(each).is_known_flushed(wanted);
    });
}

bool Peers::forget_flushed(size_t place) noexcept {
    Peer& peer = peers_.at(unflushed_[place]);
    if (!peer.is_known_flushed(Flush::data_and_signals)) {
        return false;
    }
    peer.is_in_unflushed = false;
    unflushed_[place] = unflushed_.back();
    unflushed_.pop_back();
    return true;
}

} // namespace arauto::transport::ofi
