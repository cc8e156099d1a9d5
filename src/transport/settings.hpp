// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Settings of the transports, and what this system allows them; for `arauto info`.
#pragma once

#include "base/settings.hpp"

namespace arauto::transport {

inline constexpr Setting kShmSettings[] = {
    {"ARAUTO_FOREIGN", "auto", SettingKind::choice, "auto|cma|ring",
     "how private memory of another image is reached: cross-memory attach, or a copy ring its "
     "owner serves"},
};

inline constexpr Setting kFaultSettings[] = {
    {"ARAUTO_FAULT", "", SettingKind::text, "",
     "for tests: faults that the network between nodes shall have, such as "
     "'delay=200us,reorder=1,again=5%,seed=7' or 'fail=RANK,after=100' (default: none)"},
};

/// "cross-memory attach" or "copy ring served by its owner": found out by trying it on a child
/// process.
[[nodiscard]] const char* foreign_way() noexcept;

} // namespace arauto::transport
