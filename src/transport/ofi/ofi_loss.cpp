// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. Peers that can no longer be reached: who waits for one is told, and what the network
// may keep of it for ever is made up for.
#include "base/naming.hpp"
#include "transport/ofi/ofi.hpp"

#include <algorithm>

namespace arauto::transport {

using namespace ofi; // NOLINT: this file is about them

/// The peer is gone: what has been sent to it is not answered any more, and what the network still
/// has for it may stay there.
void Ofi::lose(int peer) noexcept {
    Peer& lost = peers_[peer]; // also one that has not been met yet
    if (lost.is_gone) {
        return;
    }
    lost.is_gone = true;
    knocks_.erase(peer);
    if (row_.item != nullptr && row_.item->peer == peer) {
        drop_row();
    }
    departed_.push_back(peer);
    has_departed_.store(true, std::memory_order_relaxed); // relaxed because a hint
    for (const auto& [sequence, item] : lost.early) { // what came before them will not
        static_cast<void>(receive(*item));
    }
    lost.early.clear();
    const size_t count = items_.size(); // behind them is what makes up for others
    for (size_t i = 0; i < count; ++i) {
        Item& item = *items_[i];
        if (item.serial == 0 || item.peer != peer) {
            continue;
        }
        const bool is_queued = std::find(answers_.begin(), answers_.end(), &item) != answers_.end();
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
    if (stuck.shelf == Shelf::bare) {
        ++stuck_accesses_;
        return;
    }
    const bool is_small = stuck.shelf == Shelf::small || stuck.shelf == Shelf::small_reply;
    const size_t bytes = is_small                    ? kSmallBytes
                         : stuck.shelf == Shelf::row ? kRowBytes
                                                     : kMessageBytes;
    Spare spare{std::make_unique<std::byte[]>(bytes), nullptr};
    spare.region = fabric_.register_local(spare.memory.get(), bytes);
    if (spare.region != nullptr || !fabric_.needs_local()) {
        give_back(add_item(stuck.shelf, spare.memory.get(), spare.region));
        spares_.push_back(std::move(spare));
    }
}

/// Who waits for it is told. It stays in use as long as the network has it: that may be for ever.
void Ofi::give_up(Item& item) noexcept {
    if (item.ticket != kQuestion) {
        ended_.push_back(
            {{item.ticket, ARAUTO_ERR_FAILED},
             std::string(name_of(item.peer).text) + " was lost before it had answered"});
    }
    item.ticket = 0;
    if (item.use == Use::request && item.is_sent) {
        give_back(item);
    }
}

bool Ofi::is_foreign(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    const auto known = peers_.find(peer);
    return known != peers_.end() && known->second.is_foreign;
}

os::Door Ofi::knock(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    const Result<Peer*> known = reach(peer);
    if (!known.ok() || known.value == nullptr) {
        return os::Door::unknown;
    }
    std::byte room[kEndpointBytesMax];
    const std::span<const std::byte> address = fabric_.door_of(known.value->address, room);
    return address.empty() ? os::Door::unknown : knocks_[peer].at(address);
}

void Ofi::abandon(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    lose(peer);
}

int Ofi::departed() noexcept {
    if (!has_departed_.load(std::memory_order_relaxed)) { // relaxed because a hint
        return -1;
    }
    const std::lock_guard guard(mutex_);
    const int peer = departed_.empty() ? -1 : departed_.front();
    if (peer >= 0) {
        departed_.pop_front();
    }
    has_departed_.store(!departed_.empty(), std::memory_order_relaxed); // relaxed because a hint
    return peer;
}

} // namespace arauto::transport
