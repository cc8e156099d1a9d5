// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The cores and the memory of this machine that this process may use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace arauto::os {

/// Cores, a bit each. Empty where a machine has more than it holds.
using CoreSet = std::array<uint64_t, 16>;

/// The cores that this process may run on.
[[nodiscard]] CoreSet own_cores() noexcept;

/// How many of the cores the quota of the control groups that this process is in leaves; at least
/// 1. Of an empty set: of all that the machine has.
[[nodiscard]] int usable_cores(const CoreSet& set) noexcept;
[[nodiscard]] inline int usable_cores() noexcept {
    return usable_cores(own_cores());
}

/// Whether the kernel shares cores out between sessions first (autogroup), so that a process that
/// yields gives way to processes of its own session only.
[[nodiscard]] bool sessions_are_groups() noexcept;

/// Bytes of address space that a process may still reserve (ulimit -v); SIZE_MAX when unlimited.
[[nodiscard]] size_t address_space_limit() noexcept;

/// Bytes of memory, by the machine and by the limits of the control groups this process is in.
[[nodiscard]] size_t usable_memory() noexcept;

} // namespace arauto::os
