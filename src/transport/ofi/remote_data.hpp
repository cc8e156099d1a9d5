// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Signals that travel as the remote data of a put, of which providers have 4 or 8 bytes: a slot has
// one arrival more, or a count has reached a number. The origin encodes a signal, and the target's
// process applies the data that it finds in its completion queue. A wire format.
#pragma once

#include "transport/contract.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::transport::ofi {

/// Data below kIsCount: a slot at so many units has one arrival more.
inline constexpr uint64_t kSlotUnit = 64; // to which slots are aligned
/// Marks remote data that hold the last bits of a count that only grows, so that some may be lost.
inline constexpr uint64_t kIsCount = uint64_t{1} << 63;
inline constexpr uint64_t kCountUnit = 8;
inline constexpr int kCountUnitBits = 40;
inline constexpr uint64_t kCountMask = (uint64_t{1} << (63 - kCountUnitBits)) - 1;

/// @param bits  of remote data that the network carries
/// @param origin  the rank, where arrivals are noted at the target and the data have room for it;
///   -1: it is not sent
/// @return 0 for a signal that these cannot carry
[[nodiscard]] uint64_t data_of(const Signal& signal, size_t bits, int origin = -1) noexcept;
/// Carries out the signal on this process's heap. A count that the word has reached already says
/// nothing.
/// @param note  told of an arrival; may be null
/// @return whether the data name a word of it
bool apply_data(uint64_t data, std::span<std::byte> heap, NoteArrival note = nullptr) noexcept;

} // namespace arauto::transport::ofi
