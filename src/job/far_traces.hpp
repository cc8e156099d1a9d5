// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A traced job over several nodes: the clock of each node by that of the lowest one, and the
// records of all nodes in the memory of the lowest one, whose rank 0 writes the file.
#pragma once

#include <cstdint>

namespace arauto::core {

/// Rank 0 tells its clock to those that ask. To be called by all ranks of a traced job, before the
/// network is opened.
/// @return the number of an RPC; negative: there is no room for it, and clocks stay as they are
[[nodiscard]] int offer_clock() noexcept;

enum class ClockTime : uint8_t { start, end };
/// The lowest rank of a node asks rank 0 for its clock, and keeps the answer that took least time.
/// To be called by all ranks.
/// @param function  that offer_clock() has returned; negative: it does nothing
void note_clock(int function, ClockTime time) noexcept;

/// Rank 0 reads the records of the ranks of other nodes, which have ended and not departed yet.
void gather_traces() noexcept;

} // namespace arauto::core
