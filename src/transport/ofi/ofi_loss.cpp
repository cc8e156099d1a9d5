// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Peers that can no longer be reached: operations that wait for such a peer fail, and
// resources that the network may keep for ever are replaced. The peer may live: it is fenced off.
#include "base/clock.hpp"
#include "base/naming.hpp"
#include "transport/ofi/ofi.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace arauto::transport {

using namespace ofi;

namespace {

constexpr int64_t kTakingNs = 200'000'000; // arrived messages are taken sooner
constexpr int kQueueReads = 256; // empty the longest queue

} // namespace

/// The peer is gone: it replies to no message any more, and messages for it that the network still
/// has may stay there.
void Ofi::lose(int peer) noexcept {
    Peer& lost = peers_[peer]; // also one that this process has not addressed yet
    if (lost.is_gone) {
        return;
    }
    lost.is_gone = true;
    probes_.erase(peer);
    if (row_.is_for(peer)) {
        items_.give_back(row_.release());
    }
    regions_.revoke(peer);
    lost_.push_back(peer);
    has_lost_.store(true, std::memory_order_relaxed); // relaxed because a hint
    while (Item* const item = lost.arrivals.drop()) { // the earlier ones will not come
        static_cast<void>(receive(*item));
    }
    const size_t count = items_.count(); // behind them is what makes up for others
    for (size_t i = 0; i < count; ++i) {
        Item& item = items_[i];
        if (item.serial == 0 || item.peer != peer) {
            continue;
        }
        const bool is_queued = std::find(replies_.begin(), replies_.end(), &item) != replies_.end();
        const bool is_stuck = item.use == Use::reply ? !is_queued : !item.is_sent;
        if (item.use != Use::reply && item.ticket != 0) {
            give_up(item);
        }
        if (is_stuck) {
            make_up_for(item);
        }
    }
}

/// The network may keep it for ever: others must not run short.
void Ofi::make_up_for(const Item& stuck) noexcept {
    const size_t bytes = Items::memory_bytes_of(stuck);
    MessageMemory memory = bytes > 0 ? make_memory(bytes) : MessageMemory{};
    if (bytes == 0 || memory.bytes != nullptr) {
        items_.replace(stuck, std::move(memory));
    }
}

/// Completes the operation of the caller that waits. The item stays in use while the network has
/// it: perhaps for ever.
void Ofi::give_up(Item& item) noexcept {
    if (item.ticket != kProbe) {
        ended_.push_back({{item.ticket, ARAUTO_ERR_FAILED},
                          std::string(name_of(item.peer).text) + " was lost before it replied"});
    }
    item.ticket = 0;
    if (item.use == Use::request && item.is_sent) {
        items_.give_back(item);
    }
}

bool Ofi::is_foreign(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    const auto known = peers_.find(peer);
    return known != peers_.end() && known->second.is_foreign;
}

/// Empty where the network has no listener, or its address is not known yet.
std::span<const std::byte>
Ofi::listener_of(const Peer& peer, std::span<std::byte, kEndpointBytesMax> room) const noexcept {
    return peer.address != FI_ADDR_UNSPEC ? fabric_.listener_of(peer.address, room)
                                          : std::span<const std::byte>{};
}

os::ListenerState Ofi::probe(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    const Peer& known = peers_[peer];
    if (!known.is_gone) {
        static_cast<void>(reach(peer)); // to learn its address
    }
    std::byte room[kEndpointBytesMax];
    const auto address = listener_of(known, room);
    return address.empty() ? os::ListenerState::none : probes_[peer].at(address);
}

std::vector<transport::Network::SilentPeer> Ofi::silent_peers(int64_t milliseconds) {
    const std::lock_guard guard(mutex_);
    std::vector<SilentPeer> found;
    for (const os::Connections::SilentConnection& each :
         connections_.silent_connections(milliseconds)) {
        for (const auto& [number, peer] : peers_) {
            std::byte room[kEndpointBytesMax];
            const auto address =
                peer.is_gone ? std::span<const std::byte>{} : listener_of(peer, room);
            if (!address.empty() && each.is_of(address)) {
                found.push_back({number, each.milliseconds});
                break;
            }
        }
    }
    return found;
}

void Ofi::abandon(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    lose(peer);
    fence_off(peer);
}

bool Ofi::counts_as_failed(int peer) const noexcept {
    const std::atomic<boot::ImageState>& state = setup_.job.images[peer].state;
    // PAIR job.changes: look at states
    return state.load(std::memory_order_acquire) == boot::ImageState::failed;
}

/// All ranks of its node are.
bool Ofi::is_host_gone(int peer) noexcept {
    const boot::ProcessManager* const manager = setup_.job.manager;
    for (int rank = 0; manager != nullptr && rank < setup_.job.size; ++rank) {
        const auto other = peers_.find(rank);
        if (manager->node_of(rank) == manager->node_of(peer) &&
            (other == peers_.end() || !other->second.is_gone)) {
            return false;
        }
    }
    return manager != nullptr;
}

/// Fences the peer off. Its keys are closed, but a provider checks keys once for each write: the
/// rest of a long one would land whenever it comes. So its connections are cut, and what has
/// arrived by them is taken here and now. It is not known which connections the peer has made
/// itself; those of its host are known, and are cut when no other peer is left there.
void Ofi::fence_off(int peer) noexcept {
    Peer& lost = peers_.at(peer);
    if (lost.is_fenced_off) {
        return;
    }
    lost.is_fenced_off = true;
    if (lost.address != FI_ADDR_UNSPEC && counts_as_failed(peer)) {
        static_cast<void>(send_dismissal(peer, lost)); // or it would take this process for dead
    }
    std::byte room[kEndpointBytesMax];
    std::vector<int> cut;
    if (const auto address = listener_of(lost, room); !address.empty()) {
        cut = connections_.cut(address, is_host_gone(peer));
    }
    const int64_t end = now_ns() + kTakingNs;
    for (int i = 0; i < kQueueReads || (os::have_unread(cut) && now_ns() < end); ++i) {
        if (!read_queue() && !os::have_unread(cut)) {
            break;
        }
    }
    std::erase_if(kept_, [&](Item* item) {
        Header header;
        std::memcpy(&header, item->message, sizeof header);
        const bool is_its = header.source == static_cast<uint32_t>(peer);
        return is_its && receive(*item) == ARAUTO_OK;
    });
}

void Ofi::dismiss(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    dismissals_.add(peer);
}

void Ofi::try_dismissals() noexcept {
    if (dismissals_.empty()) [[likely]] {
        return;
    }
    const int64_t now = now_ns();
    for (int peer = dismissals_.next_due(now); peer >= 0; peer = dismissals_.next_due(now)) {
        if (!try_dismissal(peer)) {
            dismissals_.remove(peer);
        }
    }
}

/// Looks the peer up, probes it or sends it a dismissal. @return whether to go on: not when its
/// process has ended, or cannot be found
bool Ofi::try_dismissal(int number) noexcept {
    Peer& peer = peers_[number];
    if (peer.address == FI_ADDR_UNSPEC) {
        if (peer.lookup == LookupState::none) {
            peer.lookup = LookupState::awaited;
            search_.begin(number);
        }
        take_found();
        return peer.lookup != LookupState::unknown;
    }
    if (dismissals_.is_probe_due(number)) {
        std::byte room[kEndpointBytesMax];
        const auto address = listener_of(peer, room);
        if (!address.empty() && probes_[number].at(address) == os::ListenerState::closed) {
            probes_.erase(number);
            return false;
        }
    }
    if (const Item* const message = send_dismissal(number, peer); message != nullptr) {
        dismissals_.note_sent(number, message);
    }
    return true;
}

/// @return null when the network does not take it now
Ofi::Item* Ofi::send_dismissal(int number, const Peer& peer) noexcept {
    Item* const item = items_.take(Use::request, sizeof(Header));
    if (item == nullptr) {
        return nullptr;
    }
    Header header{};
    header.token = token_;
    header.source = static_cast<uint32_t>(setup_.job.rank);
    header.owner = static_cast<uint32_t>(number);
    header.verb = Verb::dismissal;
    std::memcpy(item->message, &header, sizeof header);
    item->bytes = sizeof header;
    item->peer = number;
    item->use = Use::dismissal;
    if (send(*item, peer.address) != 0) {
        items_.give_back(*item);
        return nullptr;
    }
    return item;
}

void Ofi::end_dismissal(Item& item, bool is_delivered) noexcept {
    dismissals_.end(&item, is_delivered, now_ns());
    items_.give_back(item);
}

int Ofi::dismissed_by() noexcept {
    const std::lock_guard guard(mutex_);
    const int peer = dismissed_by_.empty() ? -1 : dismissed_by_.front();
    if (peer >= 0) {
        dismissed_by_.pop_front();
    }
    return peer;
}

int Ofi::next_lost() noexcept {
    if (!has_lost_.load(std::memory_order_relaxed)) { // relaxed because a hint
        return -1;
    }
    const std::lock_guard guard(mutex_);
    const int peer = lost_.empty() ? -1 : lost_.front();
    if (peer >= 0) {
        lost_.pop_front();
    }
    has_lost_.store(!lost_.empty(), std::memory_order_relaxed); // relaxed because a hint
    return peer;
}

} // namespace arauto::transport
