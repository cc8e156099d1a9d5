// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which images of a job wait. The launcher reports it when a job is ended from outside, since most
// such jobs hang. A snapshot for people; nothing acts on it.
#pragma once

#include "boot/wire.hpp"

#include <span>
#include <string>

namespace arauto::boot {

/// Such as "images 1, 3 to 8 wait, image 2 (process 4711) does not"; empty when no image waits.
[[nodiscard]] std::string tell_who_waits(std::span<const ImageBlock> blocks);

} // namespace arauto::boot
