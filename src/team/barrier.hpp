// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Barriers of a team, which stay usable among the survivors when members fail.
#pragma once

#include "team/team.hpp"

namespace arauto::core {

/// What a member brings to a barrier: data that are whole, or not, because it could not read what a
/// member on another node had before that one failed. Then the barrier fails for all.
enum class Brings : uint8_t { whole_data, broken_data };

/// @error ARAUTO_ERR_STOPPED: a member has ended, nobody is waited for; ARAUTO_ERR_FAILED: a member
/// failed before it entered, and the others are synchronised all the same. All members that live
/// get the same.
[[nodiscard]] Status
barrier(Team& team, const char* call, Brings brings = Brings::whole_data) noexcept;

} // namespace arauto::core
