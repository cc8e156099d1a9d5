// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What travels between two processes when the network cannot do an operation by itself: private
// memory, several runs, and atomics, which are done by the target's processor so that they are
// atomic for its own processes too. A wire format: fixed widths, no pointers; all hosts of a job
// have one byte order.
//
//   request: Header, Piece[pieces], and for puts the data of all pieces
//   reply:   Header with the same ticket, and the data (gets) or the sentence (failures)
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto::transport::ofi {

inline constexpr uint32_t kMagic = 0x41724d31; // "ArM1": changes with this format
inline constexpr size_t kMessageBytes = size_t{16} << 10;
inline constexpr size_t kPiecesMax = 256;

enum class Verb : uint8_t { put = 1, get, atomic, reply };

struct Header {
    uint32_t magic;
    uint32_t source; // rank that sent it
    uint64_t ticket; // of the request, chosen by its origin
    Verb verb;
    uint8_t space; // transport::Space
    uint8_t op; // transport::AtomicOp
    uint8_t width;
    int32_t status; // of a reply
    uint64_t operand;
    uint64_t compare; // of a reply: the value before an atomic
    uint32_t pieces;
    uint32_t bytes; // of data
};
static_assert(sizeof(Header) == 48);

struct Piece {
    uint64_t remote;
    uint64_t bytes;
};

inline constexpr size_t kDataMax = kMessageBytes - sizeof(Header) - kPiecesMax * sizeof(Piece);

} // namespace arauto::transport::ofi
