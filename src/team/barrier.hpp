// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Barriers of a team, which stay usable among the survivors when members fail.
#pragma once

#include "team/team.hpp"

namespace arauto::core {

/// The data that a member brings to a barrier: whole, or broken, because it could not read the data
/// of a member on another node before that one failed. Then the barrier fails for all.
enum class Brings : uint8_t { whole_data, broken_data };

/// @error ARAUTO_ERR_STOPPED: a member has ended, and no wait takes place; ARAUTO_ERR_FAILED: a
/// member failed before it entered, and the others are synchronised all the same. All living
/// members get the same status.
[[nodiscard]] Status
barrier(Team& team, const char* call, Brings brings = Brings::whole_data) noexcept;

} // namespace arauto::core
