// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Wakes the threads of this process that wait for its memory to change, or for a completion that
// another thread may have read.
#pragma once

#include "boot/wire.hpp"

namespace arauto::transport::ofi {

/// @param self  the block of this process
void wake(boot::ImageBlock& self) noexcept;

} // namespace arauto::transport::ofi
