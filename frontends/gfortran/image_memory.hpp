// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The segment in which each image publishes where its memory is (wire.hpp): to those that follow
// its pointers, or free blocks of its malloc.
#pragma once

#include "wire.hpp"

namespace arauto::gfortran {

/// Declares the segment; every image does so at the same point of its start.
void start_image_memory();

/// This image's; null before the start.
[[nodiscard]] ImageMemory* own_image_memory() noexcept;
/// Another's; null where it cannot be read.
[[nodiscard]] ImageMemory* image_memory_of(int rank) noexcept;

} // namespace arauto::gfortran
