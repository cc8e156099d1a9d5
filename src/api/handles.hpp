// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A team handle is a pointer to a core::Team under another name.
#pragma once

#include "arauto/team.h"
#include "team/team.hpp"

namespace arauto::api {

[[nodiscard]] inline core::Team* team_of(arauto_team_h handle) noexcept {
    return reinterpret_cast<core::Team*>(handle);
}
[[nodiscard]] inline arauto_team_h handle_of(core::Team* team) noexcept {
    return reinterpret_cast<arauto_team_h>(team);
}

} // namespace arauto::api
