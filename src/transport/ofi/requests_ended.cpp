// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See requests.hpp. How requests end: the network is done with them, a reply has come, or the peer
// is gone.
#include "base/naming.hpp"
#include "transport/ofi/item_calls.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/wake.hpp"

#include <cstring>
#include <utility>

namespace arauto::transport::ofi {

/// The item is free again, with the registration that was for it alone.
void Requests::release(Item& item) noexcept {
    if (item.local != nullptr) {
        fi_close(&item.local->fid);
    }
    items_.give_back(item);
}

void Requests::finish(Item& item, Status status, std::string sentence) noexcept {
    if (item.has_late_signal && status >= 0) {
        if (Peer* const peer = peers_.find(item.peer); peer != nullptr) {
            peer->flush.note_write({}, true);
            peers_.note_unflushed(item.peer, *peer);
        }
    }
    if (item.ticket != 0 && item.ticket != kOwnTicket) {
        ended_.push_back({{item.ticket, status}, std::move(sentence)});
    }
    release(item);
    if (item.ticket != 0) {
        wake(job_.self()); // another thread than the one that waits for it may have read the queue
    }
}

/// Ends one whose message the network has sent, and whose reply has come if one is wanted.
void Requests::end_request(Item& item) noexcept {
    if (!item.is_sent || (!item.is_replied && item.ticket != 0)) {
        return;
    }
    if (item.is_replied) {
        if (Peer* const peer = peers_.find(item.peer); peer != nullptr) {
            peer->flush.take_reply(item.mark);
        }
    }
    finish(item, item.status, std::move(item.sentence));
}

void Requests::complete(Item& item) noexcept {
    switch (item.use) {
    case Use::access:
        finish(item, ARAUTO_OK, {});
        break;
    case Use::probe:
        if (Peer* const peer = peers_.find(item.peer); peer != nullptr) {
            peer->flush.take_probe(item.mark);
        }
        items_.give_back(item);
        wake(job_.self()); // as in finish()
        break;
    case Use::request:
        item.is_sent = true;
        end_request(item);
        break;
    case Use::reply:
    case Use::dismissal:
    case Use::receive:
        break; // the owner's
    }
}

void Requests::fail(Item& item, int error) noexcept {
    switch (item.use) {
    case Use::access:
        finish(item, ARAUTO_ERR_FAILED,
               std::string("the network lost an access to ") + name_of(item.peer).text + ": " +
                   fabric_.explain(error));
        break;
    case Use::probe:
        items_.give_back(item);
        break;
    case Use::request:
        item.is_sent = true;
        if (item.ticket != 0) {
            give_up(item);
        } else {
            end_request(item);
        }
        break;
    case Use::reply:
    case Use::dismissal:
    case Use::receive:
        break; // the owner's
    }
}

/// Takes a reply: the region of a range of the peer's memory, or why there is none.
void Requests::take_region(Item& item, const Header& header, const std::byte* data) noexcept {
    Peer* const peer = peers_.find(item.peer);
    if (peer == nullptr) {
        return;
    }
    peer->is_region_requested = false;
    if (header.status < 0) {
        peer->refusal = header.status;
        peer->refusal_text.assign(reinterpret_cast<const char*>(data), header.bytes);
    } else if (header.bytes == sizeof(Region)) {
        Region region;
        std::memcpy(&region, data, sizeof region);
        peer->regions.add(region);
    }
}

void Requests::take_reply(const Header& header, const std::byte* data) noexcept {
    Item* const item = items_.find(header.ticket);
    if (item == nullptr || item->use != Use::request || item->is_replied) {
        return; // nothing of ours; a peer that was given up may still reply
    }
    item->is_replied = true;
    item->status = header.status;
    if (item->is_about_region) {
        take_region(*item, header, data);
    } else if (header.status < 0) {
        item->sentence.assign(reinterpret_cast<const char*>(data), header.bytes);
    } else {
        for (const Run& run : item->runs) {
            std::memcpy(run.local, data, run.bytes);
            data += run.bytes;
        }
        if (item->old != nullptr) {
            std::memcpy(item->old, data, sizeof *item->old);
        }
    }
    end_request(*item);
}

/// Completes the operation of the caller that waits. The item stays in use while the network has
/// it: perhaps for ever.
void Requests::give_up(Item& item) noexcept {
    if (item.ticket != kOwnTicket) {
        ended_.push_back({{item.ticket, ARAUTO_ERR_FAILED},
                          std::string(name_of(item.peer).text) + " was lost before it replied"});
    }
    item.ticket = 0;
    if (item.use == Use::request && item.is_sent) {
        items_.give_back(item);
    }
}

/// The network may keep it for ever: others must not run short.
void Requests::make_up_for(const Item& stuck) noexcept {
    const size_t bytes = Items::memory_bytes_of(stuck);
    MessageMemory memory = bytes > 0 ? make_memory(fabric_, bytes) : MessageMemory{};
    if (bytes == 0 || memory.bytes != nullptr) {
        items_.replace(stuck, std::move(memory));
    }
}

void Requests::end_all_of(int peer) noexcept {
    const size_t count = items_.count(); // behind them is what makes up for others
    for (size_t i = 0; i < count; ++i) {
        Item& item = items_[i];
        if (item.serial == 0 || item.peer != peer) {
            continue;
        }
        const bool is_stuck = item.use == Use::reply ? !item.is_queued : !item.is_sent;
        if (item.use != Use::reply && item.ticket != 0) {
            give_up(item);
        }
        if (is_stuck) {
            make_up_for(item);
        }
    }
}

size_t Requests::take_ended(std::span<Completion> completions) noexcept {
    size_t count = 0;
    while (count < completions.size() && !ended_.empty()) {
        const Ended& ended = ended_.front();
        if (ended.completion.status < 0) {
            static_cast<void>(arauto::fail(ended.completion.status, "%s", ended.sentence.c_str()));
        }
        completions[count++] = ended.completion;
        ended_.pop_front();
    }
    return count;
}

} // namespace arauto::transport::ofi
