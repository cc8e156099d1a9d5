// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The messages between two processes, for operations that the network cannot do by itself: on
// private memory, of several runs, words with a signal, and atomics. The target's processor does
// the atomics, so that they are atomic for its own processes too. A wire format: fixed widths, no
// pointers; all hosts of a job have one byte order.
//
//   request: Header, Piece[pieces], Word (if has_word), and for puts and active messages the data
//   reply:   Header with the same ticket, and the data (gets), the value before (atomics), the
//            Region that has the one piece (regions: how to reach it without the target's help) or
//            the sentence (failures)
//   dismissal: Header; the receiver counts as dead, and is to end
//
// A process handles messages in the order of sending, by `sequence`, whatever the provider does:
// providers promise orders that not all of them keep.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto::transport::ofi {

inline constexpr uint32_t kNameMagic = 0x41724e35; // "ArN5": changes with these formats
inline constexpr size_t kMessageBytes = size_t{16} << 10;
inline constexpr size_t kSmallBytes = 512; // of most messages
inline constexpr size_t kPiecesMax = 256;

enum class Verb : uint8_t { put = 1, get, atomic, active_message, region, reply, dismissal };

struct Header {
    uint64_t token; // of the job: a sender that does not know it is no peer
    uint32_t source; // rank that sent it
    uint32_t owner; // rank whose heap is meant: of the receiver's node
    uint64_t ticket; // of the request, chosen by its origin; 0: no reply is wanted
    uint32_t sequence; // how many requests the source has sent to the receiver before
    Verb verb;
    uint8_t space; // transport::Space
    uint8_t has_word;
    uint8_t spare;
    int32_t status; // of a reply
    uint32_t pieces;
    uint32_t bytes; // of data
    uint32_t more;
};
static_assert(sizeof(Header) == 48);

struct Piece {
    uint64_t remote;
    uint64_t bytes;
};
static_assert(sizeof(Piece) == 16);

/// An atomic, or the signal that a put ends with.
struct Word {
    uint64_t offset;
    uint64_t operand;
    uint64_t compare;
    uint8_t space; // transport::Space
    uint8_t op; // transport::AtomicOp
    uint8_t width;
    uint8_t spare[5];
};
static_assert(sizeof(Word) == 32);

inline constexpr size_t kDataMax =
    kMessageBytes - sizeof(Header) - sizeof(Word) - kPiecesMax * sizeof(Piece);

/// Puts that go together in one write: of how many bytes each at most, and all. Longer ones gain
/// little, since the copy is most of them.
inline constexpr size_t kJoinedMax = size_t{8} << 10;
inline constexpr size_t kRowBytes = size_t{64} << 10;

} // namespace arauto::transport::ofi
