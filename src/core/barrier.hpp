// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Barriers of a team, which stay usable among the survivors when members fail.
#pragma once

#include "core/team.hpp"

namespace arauto::core {

/// @error ARAUTO_ERR_STOPPED: a member has ended, nobody is waited for; ARAUTO_ERR_FAILED: the
/// active members are
///        synchronised all the same
[[nodiscard]] Status barrier(Team& team, const char* call) noexcept;

} // namespace arauto::core
