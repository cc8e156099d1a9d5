// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. The target's side: requests that the network cannot carry out alone.
#include "arauto/spi/wait.hpp"
#include "base/log.hpp"
#include "base/naming.hpp"
#include "os/cma.hpp"
#include "os/futex.hpp"
#include "transport/atomics.hpp"
#include "transport/ofi/ofi.hpp"
#include "transport/ofi/remote_data.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::transport {
namespace {

using namespace ofi;

constexpr size_t kSentenceBytes = 256; // room for why something failed

/// Memory of this node that a request names; null, with a sentence, when it may not be touched.
class Memory {
  public:
    Memory(const boot::Job& job, int owner, size_t heap_bytes) noexcept
        : owner_(owner), heap_(job.near.has(owner) ? job.heap(owner) : nullptr),
          heap_bytes_(heap_bytes) {}

    [[nodiscard]] std::byte* find(Space space, const Piece& piece) noexcept {
        if (space == Space::foreign) {
            if (mapped_.contains(piece.remote, piece.bytes)) {
                return reinterpret_cast<std::byte*>(piece.remote);
            }
            static_cast<void>(
                fail(ARAUTO_ERR_RANGE, "address %#llx of %llu bytes is not mapped at %s",
                     static_cast<unsigned long long>(piece.remote),
                     static_cast<unsigned long long>(piece.bytes), name_of(owner_).text));
            return nullptr;
        }
        if (heap_ != nullptr && piece.remote <= heap_bytes_ &&
            piece.bytes <= heap_bytes_ - piece.remote) {
            return heap_ + piece.remote;
        }
        static_cast<void>(fail(ARAUTO_ERR_RANGE, "%llu bytes at offset %llu reach past the heap",
                               static_cast<unsigned long long>(piece.bytes),
                               static_cast<unsigned long long>(piece.remote)));
        return nullptr;
    }

    /// Carries out an atomic or a signal. @return whether it could
    [[nodiscard]] bool apply_word(const Word& word, uint64_t* old_out) noexcept {
        const bool is_sound =
            word.op <= static_cast<uint8_t>(AtomicOp::compare_swap) &&
            (word.width == 1 || word.width == 2 || word.width == 4 || word.width == 8);
        if (!is_sound || word.offset % word.width != 0) {
            static_cast<void>(fail(ARAUTO_ERR_ARGUMENT,
                                   "there is no operation %u on words of %u bytes at %llu", word.op,
                                   word.width, static_cast<unsigned long long>(word.offset)));
            return false;
        }
        std::byte* const at = find(static_cast<Space>(word.space), {word.offset, word.width});
        if (at == nullptr) {
            return false;
        }
        *old_out = apply(
            {static_cast<AtomicOp>(word.op), word.width, word.operand, word.compare, nullptr}, at);
        return true;
    }

  private:
    int owner_;
    std::byte* heap_;
    size_t heap_bytes_;
    os::MappedHere mapped_;
};

/// The parts of a message, which is_whole() has looked at.
struct Parts {
    const std::byte* message;
    const Header& header;

    [[nodiscard]] Piece piece(uint32_t number) const noexcept {
        Piece piece;
        std::memcpy(&piece, message + sizeof(Header) + number * sizeof piece, sizeof piece);
        return piece;
    }
    [[nodiscard]] const std::byte* behind_pieces() const noexcept {
        return message + sizeof(Header) + header.pieces * sizeof(Piece);
    }
    [[nodiscard]] Word word() const noexcept {
        Word word;
        std::memcpy(&word, behind_pieces(), sizeof word);
        return word;
    }
    [[nodiscard]] const std::byte* data() const noexcept {
        return behind_pieces() + (header.has_word != 0 ? sizeof(Word) : 0);
    }
};

/// Whether all parts that the header describes lie inside the message, and a reply to it inside
/// another.
bool is_whole(const Header& header, size_t bytes) noexcept {
    if (header.verb < Verb::put || header.verb > Verb::dismissal || header.pieces > kPiecesMax ||
        header.bytes > kDataMax || header.has_word > 1 ||
        (header.verb == Verb::atomic && header.has_word == 0) ||
        (header.verb == Verb::region && header.pieces != 1) ||
        (header.verb == Verb::active_message && header.bytes > ActiveMessage::kBytesMax)) {
        return false;
    }
    const bool has_data = header.verb != Verb::get && header.verb != Verb::region;
    const size_t data = has_data ? header.bytes : 0;
    return bytes == sizeof header + header.pieces * sizeof(Piece) +
                        (header.has_word != 0 ? sizeof(Word) : 0) + data;
}

/// Moves the data of all pieces. @return whether all could be; else the sentence describes the
/// first
bool move_pieces(const Parts& parts, std::byte* reply, Memory& memory) noexcept {
    const Header& header = parts.header;
    const std::byte* from = parts.data();
    size_t left = header.bytes;
    for (uint32_t i = 0; i < header.pieces; ++i) {
        const Piece piece = parts.piece(i);
        std::byte* const at = memory.find(static_cast<Space>(header.space), piece);
        if (at == nullptr || piece.bytes > left) {
            return false;
        }
        if (header.verb == Verb::put) {
            std::memmove(at, from, piece.bytes);
            from += piece.bytes;
        } else {
            std::memmove(reply, at, piece.bytes);
            reply += piece.bytes;
        }
        left -= piece.bytes;
    }
    return true;
}

} // namespace

void Ofi::wake() noexcept {
    boot::ImageBlock& self = setup_.job.self();
    spi::ring(spi::Bell{self.doorbell, self.sleepers}, os::futex_wake_all);
}

void Ofi::take_signal(uint64_t data) noexcept {
    if (apply_data(data, {setup_.job.heap(setup_.job.rank), setup_.heap_bytes})) {
        wake();
    }
}

bool Ofi::describe_region(int peer, const Piece& piece, Region* region_out) noexcept {
    const auto heap = reinterpret_cast<uint64_t>(setup_.job.heap(setup_.job.rank));
    os::MappedHere mapped;
    if (piece.remote - heap >= setup_.heap_bytes && !mapped.contains(piece.remote, piece.bytes)) {
        static_cast<void>(fail(ARAUTO_ERR_RANGE, "address %#llx of %llu bytes is not mapped at %s",
                               static_cast<unsigned long long>(piece.remote),
                               static_cast<unsigned long long>(piece.bytes),
                               name_of(setup_.job.rank).text));
        return false;
    }
    const Result<Region> region = regions_.cover(peer, piece.remote, piece.bytes);
    *region_out = region.value;
    return region.ok();
}

/// Requests are handled in the order of sending; one that came too early waits.
void Ofi::take_message(Item& item) noexcept {
    Header header{};
    if (item.bytes >= sizeof header) {
        std::memcpy(&header, item.message, sizeof header);
    }
    const bool is_ours = item.bytes >= sizeof header && header.token == token_ &&
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
        static_cast<void>(receive(item));
        return;
    }
    if (header.verb == Verb::dismissal) { // also from a rank that counts as gone here
        dismissed_by_.push_back(static_cast<int>(header.source));
        static_cast<void>(receive(item));
        return;
    }
    Peer& peer = peers_[static_cast<int>(header.source)]; // its address is found when it is needed
    if (peer.is_gone) {
        if (counts_as_failed(static_cast<int>(header.source))) { // and lives
            dismissals_.add(static_cast<int>(header.source));
        }
        static_cast<void>(receive(item));
        return;
    }
    if (header.verb == Verb::reply) {
        take_reply(header, item.message + sizeof header);
        static_cast<void>(receive(item));
        return;
    }
    if (header.sequence == peer.handled) [[likely]] {
        ++peer.handled;
        kept_.push_back(&item);
        handle_in_order(peer);
    } else {
        peer.early.emplace(header.sequence, &item);
    }
}

void Ofi::handle_in_order(Peer& peer) noexcept {
    while (!peer.early.empty()) {
        const auto next = peer.early.find(peer.handled);
        if (next == peer.early.end()) {
            break;
        }
        Item& item = *next->second;
        peer.early.erase(next);
        ++peer.handled;
        kept_.push_back(&item);
    }
    static_cast<void>(handle_kept());
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
        static_cast<void>(receive(item));
    }
    if (has_moved) {
        wake();
    }
    return has_handled;
}

bool Ofi::handle(const Header& header, const std::byte* message) noexcept {
    if (header.verb != Verb::active_message) {
        return reply_to(header, message);
    }
    ActiveMessage& active_message = active_messages_.emplace_back();
    active_message.source = static_cast<int>(header.source);
    const std::byte* const data = Parts{message, header}.data();
    active_message.data.assign(data, data + header.bytes);
    return true;
}

bool Ofi::reply_to(const Header& request, const std::byte* message) noexcept {
    const size_t reply_bytes =
        std::max<size_t>(request.verb == Verb::get ? request.bytes : 0, kSentenceBytes);
    Item* const item =
        request.ticket != 0 ? items_.take(Use::reply, sizeof(Header) + reply_bytes) : nullptr;
    if (item == nullptr && request.ticket != 0) {
        return false;
    }
    std::byte nowhere[1];
    std::byte* const data = item != nullptr ? item->message + sizeof(Header) : nowhere;
    const Parts parts{message, request};
    Memory memory(setup_.job, static_cast<int>(request.owner), setup_.heap_bytes);
    uint64_t old = 0;
    Region region{};
    const bool is_done =
        request.verb == Verb::region
            ? describe_region(static_cast<int>(request.source), parts.piece(0), &region)
            : (request.verb != Verb::get || item != nullptr) && move_pieces(parts, data, memory) &&
                  (request.has_word == 0 || memory.apply_word(parts.word(), &old));
    if (item == nullptr) {
        return true; // no reply is wanted
    }
    Header reply = request;
    reply.verb = Verb::reply;
    reply.source = static_cast<uint32_t>(setup_.job.rank);
    reply.pieces = 0;
    reply.has_word = 0;
    reply.status = is_done ? ARAUTO_OK : ARAUTO_ERR_RANGE;
    reply.bytes = request.verb == Verb::get ? request.bytes : 0;
    if (!is_done) {
        const char* const sentence = last_error();
        reply.bytes = static_cast<uint32_t>(std::min(std::strlen(sentence), reply_bytes));
        std::memcpy(data, sentence, reply.bytes);
    } else if (request.verb == Verb::region) {
        reply.bytes = sizeof region;
        std::memcpy(data, &region, sizeof region);
    } else if (request.verb == Verb::atomic) {
        reply.bytes = sizeof old;
        std::memcpy(data, &old, sizeof old);
    }
    std::memcpy(item->message, &reply, sizeof reply);
    item->bytes = sizeof reply + reply.bytes;
    item->peer = static_cast<int>(request.source);
    replies_.push_back(item);
    send_replies();
    return true;
}

/// Takes a reply: the region of a range of the peer's memory, or why there is none.
void Ofi::take_region(Item& item, const Header& header, const std::byte* data) noexcept {
    const auto peer = peers_.find(item.peer);
    if (peer == peers_.end()) {
        return;
    }
    peer->second.is_region_requested = false;
    if (header.status < 0) {
        peer->second.refusal = header.status;
        peer->second.refusal_text.assign(reinterpret_cast<const char*>(data), header.bytes);
    } else if (header.bytes == sizeof(Region)) {
        Region region;
        std::memcpy(&region, data, sizeof region);
        peer->second.regions.add(region);
    }
}

void Ofi::take_reply(const Header& header, const std::byte* data) noexcept {
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

/// A peer that takes none now does not hold up others.
bool Ofi::send_replies() noexcept {
    bool has_sent = false;
    int busy = -1;
    for (size_t i = 0; i < replies_.size();) {
        Item& item = *replies_[i];
        const Result<Peer*> peer = reach(item.peer);
        const bool is_busy = item.peer == busy || (peer.ok() && peer.value == nullptr);
        const ssize_t code = is_busy     ? -FI_EAGAIN
                             : peer.ok() ? send(item, peer.value->address)
                                         : -FI_EOTHER;
        if (code == -FI_EAGAIN) {
            busy = item.peer;
            ++i;
            continue;
        }
        replies_.erase(replies_.begin() + static_cast<std::ptrdiff_t>(i));
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
