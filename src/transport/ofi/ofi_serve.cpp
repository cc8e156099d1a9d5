// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. What this process does for peers whose network cannot do it alone.
#include "os/cma.hpp"
#include "transport/atomics.hpp"
#include "transport/ofi/ofi.hpp"

#include <csignal>
#include <cstring>
#include <ctime>

namespace arauto::transport {
namespace {

using namespace ofi; // NOLINT: this file is about them

constexpr int kNapMs = 20; // an ending process waits so long at most

/// Memory of this process that a request names; null, with a sentence, when it may not be touched.
class Memory {
  public:
    Memory(std::byte* heap, size_t heap_bytes) noexcept : heap_(heap), heap_bytes_(heap_bytes) {}

    [[nodiscard]] std::byte* find(Space space, const Piece& piece) noexcept {
        if (space == Space::foreign) {
            if (mapped_.contains(piece.remote, piece.bytes)) {
                return reinterpret_cast<std::byte*>(piece.remote);
            }
            static_cast<void>(fail(ARAUTO_ERR_RANGE,
                                   "address %#llx of %llu bytes is not mapped in the process that "
                                   "it was said to be of",
                                   static_cast<unsigned long long>(piece.remote),
                                   static_cast<unsigned long long>(piece.bytes)));
            return nullptr;
        }
        if (piece.remote <= heap_bytes_ && piece.bytes <= heap_bytes_ - piece.remote) {
            return heap_ + piece.remote;
        }
        static_cast<void>(fail(ARAUTO_ERR_RANGE, "%llu bytes at offset %llu reach past the heap",
                               static_cast<unsigned long long>(piece.bytes),
                               static_cast<unsigned long long>(piece.remote)));
        return nullptr;
    }

  private:
    std::byte* heap_;
    size_t heap_bytes_;
    os::MappedHere mapped_;
};

Piece piece_at(const std::byte* message, uint32_t number) noexcept {
    Piece piece;
    std::memcpy(&piece, message + sizeof(Header) + number * sizeof piece, sizeof piece);
    return piece;
}

/// Whether all that the header tells of lies inside the message, and a reply to it inside another.
bool is_whole(const Header& header, size_t bytes) noexcept {
    if (header.magic != kMagic || header.pieces > kPiecesMax || header.bytes > kDataMax) {
        return false;
    }
    const size_t data = header.verb == Verb::get ? 0 : header.bytes;
    return bytes == sizeof header + header.pieces * sizeof(Piece) + data;
}

/// Moves the data of all pieces. @return how many were moved; one less than all: the next was wrong
uint32_t move_pieces(const Header& header,
                     const std::byte* message,
                     std::byte* reply,
                     Memory& memory) noexcept {
    const std::byte* from = message + sizeof header + header.pieces * sizeof(Piece);
    size_t left = header.bytes;
    for (uint32_t i = 0; i < header.pieces; ++i) {
        const Piece piece = piece_at(message, i);
        std::byte* const at = memory.find(static_cast<Space>(header.space), piece);
        if (at == nullptr || piece.bytes > left) {
            return i;
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
    return header.pieces;
}

} // namespace

bool Ofi::handle(const std::byte* message, size_t bytes) noexcept {
    Header header{};
    if (bytes < sizeof header) {
        return true;
    }
    std::memcpy(&header, message, sizeof header);
    if (!is_whole(header, bytes)) {
        return true; // from outside the job, or of another version
    }
    if (header.verb != Verb::reply) {
        return answer(header, message);
    }
    take_reply(header, message + sizeof header);
    return true;
}

bool Ofi::answer(const Header& request, const std::byte* message) noexcept {
    const auto origin = static_cast<int>(request.source);
    const Result<const Peer*> peer = reach(origin);
    if (!peer.ok()) {
        return true; // nobody of the job
    }
    Item* const item = take_item(Use::reply);
    if (item == nullptr) {
        return false;
    }
    Header reply = request;
    reply.verb = Verb::reply;
    reply.source = static_cast<uint32_t>(setup_.rank);
    reply.pieces = 0;
    reply.status = ARAUTO_OK;
    Memory memory(setup_.heap, setup_.heap_bytes);
    std::byte* const data = item->message + sizeof reply;
    if (request.verb == Verb::atomic) {
        reply.bytes = 0;
        std::byte* const at = memory.find(static_cast<Space>(request.space), piece_at(message, 0));
        if (at == nullptr) {
            reply.status = ARAUTO_ERR_RANGE;
        } else {
            reply.compare = apply({static_cast<AtomicOp>(request.op), request.width,
                                   request.operand, request.compare, nullptr},
                                  at);
        }
    } else {
        const bool is_done = move_pieces(request, message, data, memory) == request.pieces;
        reply.status = is_done ? ARAUTO_OK : ARAUTO_ERR_RANGE;
        reply.bytes = request.verb == Verb::get ? request.bytes : 0;
    }
    if (reply.status < 0) {
        const char* const sentence = last_error();
        reply.bytes = static_cast<uint32_t>(std::strlen(sentence));
        std::memcpy(data, sentence, reply.bytes);
    }
    std::memcpy(item->message, &reply, sizeof reply);
    item->bytes = sizeof reply + reply.bytes;
    item->peer = origin;
    answers_.push_back(item);
    send_answers();
    return true;
}

bool Ofi::send_answers() noexcept {
    bool has_sent = false;
    while (!answers_.empty()) {
        Item& item = *answers_.front();
        const Result<const Peer*> peer = reach(item.peer);
        const ssize_t code = peer.ok() ? send(item, peer.value->address) : -FI_EOTHER;
        if (code == -FI_EAGAIN) {
            break;
        }
        answers_.pop_front();
        has_sent = true;
        if (code != 0) {
            give_back(item); // whoever asked is gone
        }
    }
    return has_sent;
}

bool Ofi::handle_kept() noexcept {
    bool has_handled = false;
    while (!kept_.empty()) {
        Item& item = *kept_.front();
        if (!handle(item.message, item.bytes)) {
            break;
        }
        kept_.pop_front();
        has_handled = true;
        static_cast<void>(receive(item));
    }
    return has_handled;
}

bool Ofi::serve() noexcept {
    const std::unique_lock guard(mutex_, std::try_to_lock);
    return guard.owns_lock() && advance();
}

void Ofi::serve_while_asleep() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    while (!is_ending_.load(std::memory_order_relaxed)) { // relaxed because nothing hangs on it
        if (serve()) {
            continue;
        }
        fi_cq_data_entry none;
        // Zero entries: it only waits for one.
        fi_cq_sread(fabric_.queue(), &none, 0, nullptr, kNapMs);
    }
}

} // namespace arauto::transport
