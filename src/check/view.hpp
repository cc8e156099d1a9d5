// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The view of the shadow that programs read, at the address that they have been compiled with.
#pragma once

#include "arauto/spi/race.h"

#include <cstdint>

namespace arauto::check {

inline constexpr uint64_t kViewAddress = ARAUTO_RACE_VIEW;

/// Whether programs find heaps where they look for them, when the memory of the job begins there.
[[nodiscard]] bool is_in_window(const void* memory) noexcept;

/// The view that the program reads, also where nothing is checked; one of no use to it where the
/// memory lies elsewhere. It stays until the process ends. Null: there is no room.
/// @param memory  of the job
[[nodiscard]] arauto_race_view_t* make_view(const void* memory) noexcept;

} // namespace arauto::check
