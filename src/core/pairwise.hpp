// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation of pairs (SYNC IMAGES): one count for each direction of each pair that has ever
// met.
#pragma once

#include "core/team.hpp"

#include <span>

namespace arauto::core {

[[nodiscard]] Status setup_pairwise();

/// @param ranks  ranks in the job; this rank itself is skipped
[[nodiscard]] Status sync_with(std::span<const int> ranks, const char* call) noexcept;
[[nodiscard]] Status sync_with_all(const Team& team, const char* call) noexcept;

} // namespace arauto::core
