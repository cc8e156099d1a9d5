// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What this machine lets this process use.
#pragma once

#include <cstddef>

namespace arauto::os {

/// Cores by affinity and by the control group's quota; at least 1.
[[nodiscard]] int usable_cores() noexcept;

/// Bytes of memory, by the machine and by the control group's limit.
[[nodiscard]] size_t usable_memory() noexcept;

} // namespace arauto::os
