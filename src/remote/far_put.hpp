// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Puts and signals to ranks of other nodes, for which the origin does not wait; and flush, which
// waits until they are complete at the target.
//
// The operations of one rank on another are carried out there in the order in which they were
// called. Operations on several ranks are ordered by flush_except(): a protocol calls it before it
// sends one rank a word from which that rank may conclude that others have received their data.
#pragma once

#include "runtime/rank.hpp"

namespace arauto::core {

/// @param is_tracked  false: it is part of a protocol that waits for its effect, so that
/// flush_except() need not
void far_signal(int rank, const transport::Signal& signal, bool is_tracked) noexcept;

/// @return false when the put is longer than far_put_max()
[[nodiscard]] bool far_put(int rank,
                           uint64_t offset,
                           const std::byte* local,
                           size_t bytes,
                           const transport::Signal* signal,
                           bool is_tracked = true) noexcept;
[[nodiscard]] size_t far_put_max() noexcept;

/// Returns when all operations of this rank on far ranks, except on `rank`, are visible there, and
/// its signals, where they are wanted, have been counted.
void flush_except(int rank, transport::Flush wanted = transport::Flush::data_and_signals) noexcept;
/// Returns when all data that this rank has put to `rank` are visible there.
void flush_to(int rank) noexcept;
inline void flush_all(transport::Flush wanted = transport::Flush::data_and_signals) noexcept {
    if (this_rank().network != nullptr) [[unlikely]] {
        flush_except(-1, wanted);
    }
}

} // namespace arauto::core
