// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The program's malloc, from this image's heap: so what a component of a coarray points to can be
// read by other images wherever it was allocated, and may be freed by any of them.
#pragma once

namespace arauto::gfortran {

/// Called once, when the runtime is up; other threads may run. Until then, and where the setting
/// ARAUTO_ALLOCATION, a sanitizer or another malloc of the program has it so, memory comes from the
/// C library, and the image's ImageMemory says so. Weak: archives leave it out, since the C
/// library's archive defines malloc beside its own.
[[gnu::weak]] void start_program_malloc();

/// Whether the program's realloc is this one. Weak, as archives leave it out.
[[nodiscard]] [[gnu::weak]] bool has_own_realloc() noexcept;

/// For an accessor that reallocates the memory of an array which may have been on the stack, or
/// have been allocated by anything: realloc of this address by this thread leaves it alone, copies
/// nothing and gives a new block. Only where has_own_realloc(). Weak, as archives leave it out.
/// @param memory  null: none any more
/// @return the address before
[[gnu::weak]] const void* keep_when_reallocated(const void* memory) noexcept;

} // namespace arauto::gfortran
