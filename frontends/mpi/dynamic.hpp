// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory that the members of a dynamic window have attached. Each member keeps a table of its
// own, ordered by address, which others read while it may change.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// Whether all of `wanted` lies in memory that the member has attached; regions that adjoin count
/// as one.
[[nodiscard]] bool is_attached(const Window& window, int member, const Region& wanted) noexcept;

} // namespace arauto::mpi
