// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Queue locks (MCS): a waiter spins on its own node, the holder hands over to its successor. A
// newcomer writes its predecessor into its node before it joins by compare-and-swap, so that the
// queue stays readable when a rank in it dies.
#pragma once

#include "team/segment.hpp"

struct arauto_lock {
    arauto::core::Segment* segment = nullptr;
    size_t count = 0;
};

namespace arauto::core {

using Lock = ::arauto_lock;

[[nodiscard]] Status setup_lock_nodes();

/// @return ARAUTO_OK or ARAUTO_LOCK_RECOVERED when acquired
[[nodiscard]] Status acquire_lock(const Lock& lock, int rank, size_t index) noexcept;
[[nodiscard]] Status try_lock(const Lock& lock, int rank, size_t index, int* acquired_out) noexcept;
[[nodiscard]] Status release_lock(const Lock& lock, int rank, size_t index) noexcept;

} // namespace arauto::core
