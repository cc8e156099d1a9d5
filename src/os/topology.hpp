// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What this machine lets this process use.
#pragma once

#include <cstddef>

namespace arauto::os {

/// Cores by affinity and by the quota of the control groups this process is in; at least 1.
[[nodiscard]] int usable_cores() noexcept;

/// Whether the kernel shares cores out between sessions first (autogroup), so that who yields gives
/// way to processes of its own session only.
[[nodiscard]] bool sessions_are_groups() noexcept;

/// Bytes of address space that a process may still reserve (ulimit -v); SIZE_MAX when unlimited.
[[nodiscard]] size_t address_space_limit() noexcept;

/// Bytes of memory, by the machine and by the limits of the control groups this process is in.
[[nodiscard]] size_t usable_memory() noexcept;

} // namespace arauto::os
