// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See serving.hpp.
#include "transport/ofi/serving.hpp"

#include "base/naming.hpp"
#include "base/status.hpp"
#include "os/cma.hpp"
#include "transport/atomics.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kSentenceBytes = 256; // room for why something failed

Header header_of(const std::byte* message) noexcept {
    Header header;
    std::memcpy(&header, message, sizeof header);
    return header;
}

const std::byte* behind_pieces(const Header& header, const std::byte* message) noexcept {
    return message + sizeof header + header.pieces * sizeof(Piece);
}

Word word_of(const Header& header, const std::byte* message) noexcept {
    Word word;
    std::memcpy(&word, behind_pieces(header, message), sizeof word);
    return word;
}

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

/// Moves the data of all pieces. @return whether all could be; else the sentence describes the
/// first
bool move_pieces(const std::byte* message, std::byte* reply, Memory& memory) noexcept {
    const Header header = header_of(message);
    const std::byte* from = data_in(message).data();
    size_t left = header.bytes;
    for (uint32_t i = 0; i < header.pieces; ++i) {
        const Piece piece = piece_of(message, i);
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

Piece piece_of(const std::byte* message, uint32_t number) noexcept {
    Piece piece;
    std::memcpy(&piece, message + sizeof(Header) + number * sizeof piece, sizeof piece);
    return piece;
}

std::span<const std::byte> data_in(const std::byte* message) noexcept {
    const Header header = header_of(message);
    return {behind_pieces(header, message) + (header.has_word != 0 ? sizeof(Word) : 0),
            header.bytes};
}

size_t answer_bytes_max(const Header& request) noexcept {
    return std::max<size_t>(request.verb == Verb::get ? request.bytes : 0, kSentenceBytes);
}

Answer answer_failure(std::span<std::byte> room) noexcept {
    const char* const sentence = last_error();
    const size_t bytes = std::min(std::strlen(sentence), room.size());
    if (bytes > 0) {
        std::memcpy(room.data(), sentence, bytes);
    }
    return {false, bytes};
}

Header reply_header(const Header& request, int rank, const Answer& answer) noexcept {
    Header reply = request;
    reply.verb = Verb::reply;
    reply.source = static_cast<uint32_t>(rank);
    reply.pieces = 0;
    reply.has_word = 0;
    reply.status = answer.is_done ? ARAUTO_OK : ARAUTO_ERR_RANGE;
    reply.bytes = static_cast<uint32_t>(answer.bytes);
    return reply;
}

namespace {

/// Whether it may be the post of a notification.
bool is_arrival(const Word& word) noexcept {
    return static_cast<AtomicOp>(word.op) == AtomicOp::add && word.width == sizeof word.operand &&
           word.operand == 1 && static_cast<Space>(word.space) == Space::heap;
}

} // namespace

Answer Server::serve(const std::byte* message, std::span<std::byte> room) const noexcept {
    const Header request = header_of(message);
    Memory memory(job_, static_cast<int>(request.owner), heap_bytes_);
    uint64_t old = 0;
    const bool is_done =
        (request.verb == Verb::put || request.bytes <= room.size()) &&
        move_pieces(message, room.data(), memory) &&
        (request.has_word == 0 || memory.apply_word(word_of(request, message), &old));
    if (!is_done) {
        return answer_failure(room);
    }
    if (note_arrival_ != nullptr && request.has_word != 0 && request.verb == Verb::put) {
        const Word word = word_of(request, message);
        if (is_arrival(word) && static_cast<int>(request.owner) == job_.rank) {
            note_arrival_(static_cast<int>(request.source), word.offset, old);
        }
    }
    if (request.verb != Verb::atomic || room.empty()) {
        return {true, request.verb == Verb::get ? request.bytes : 0};
    }
    std::memcpy(room.data(), &old, sizeof old);
    return {true, sizeof old};
}

} // namespace arauto::transport::ofi
