// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory that the members of a dynamic window have attached. Each member has a table, ordered
// by address, which it may change while others read it.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// Whether all of `wanted` lies in memory that the member has attached; adjacent regions count as
/// one.
[[nodiscard]] bool
is_attached(const Window& window, int member, const AttachedRegion& wanted) noexcept;

} // namespace arauto::mpi
