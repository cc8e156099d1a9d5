// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Memory for what a program allocates as a component of a coarray's object: of this image alone,
// and where other images reach it without asking this one.
#pragma once

#include <cstddef>

namespace arauto::translated {

/// Longer ones stay the C library's: the time of a long put is that of its bytes, and shared memory
/// gets no huge pages.
constexpr size_t kComponentBytesMax = size_t{1} << 20;

/// As malloc gives it; null when it is too long, or the heap has no room. Who calls this or
/// give_back_component sees to it that what they allocate themselves is private.
void* take_component(size_t bytes);
void give_back_component(void* memory);
/// How many bytes may be used; 0 when it was not taken so.
size_t component_bytes(const void* memory) noexcept;

} // namespace arauto::translated
