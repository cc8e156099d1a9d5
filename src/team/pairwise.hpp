// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation of pairs (SYNC IMAGES): one count for each direction of each pair that has ever
// synchronised.
#pragma once

#include "team/team.hpp"

#include <span>

namespace arauto::core {

[[nodiscard]] Status setup_pairwise();

/// How many calls this rank has begun with a partner: its n-th call meets the partner's n-th.
[[nodiscard]] uint64_t turn_with(int partner) noexcept;

/// Called when a rank of another node is fenced off: its words here change no more.
void close_pair(int rank) noexcept;

/// @param ranks  ranks in the job; this rank itself is skipped
/// @error ARAUTO_ERR_STOPPED, ARAUTO_ERR_FAILED: a partner is gone, and had not called this before.
/// A partner that had begun its call counts as present for all that it named.
[[nodiscard]] Status sync_with(std::span<const int> ranks, const char* call) noexcept;
[[nodiscard]] Status sync_with_all(Team& team, const char* call) noexcept;

} // namespace arauto::core
