// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Memory for the allocatable components of a coarray's objects: it belongs to this image alone, and
// other images can access it without this image's help.
#pragma once

#include <cstddef>

namespace arauto::translated {

/// Longer ones stay the C library's: the time of a long put is that of its bytes, and shared memory
/// gets no huge pages.
constexpr size_t kComponentBytesMax = size_t{1} << 20;

/// As malloc gives it; null when it is too long, or the heap has no room. Callers of this and of
/// give_back_component see to it that what these allocate themselves is private.
void* take_component(size_t bytes);
void give_back_component(void* memory);
/// How many bytes may be used; 0 when it was not taken so.
size_t component_bytes(const void* memory) noexcept;

} // namespace arauto::translated
