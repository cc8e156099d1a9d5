// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How bytes get to another image and back where an address there is known. Memory that this process
// has mapped is copied to and from at once. Elsewhere a put is remembered and carried out later
// (pending.cpp), and sections go in the pieces that suit both sides (schemes.cpp).
#pragma once

#include "runtime.hpp"
#include "target_memory.hpp"

namespace arauto::translated {

arauto_status_t write_bytes(const TargetMemory& to, const void* from, size_t bytes) noexcept;
arauto_status_t read_bytes(const TargetMemory& from, void* to, size_t bytes) noexcept;
/// Sections of one shape.
arauto_status_t write_section(const TargetMemory& to,
                              const arauto_section_t& there,
                              const void* base,
                              const arauto_section_t& here) noexcept;
arauto_status_t read_section(const TargetMemory& from,
                             const arauto_section_t& there,
                             void* base,
                             const arauto_section_t& here) noexcept;

/// Bytes, when the two are of one type and each lies in one piece; else 0.
size_t plain_bytes(const translated_array_t& a, const translated_array_t& b) noexcept;

/// Whether a component or an element of it seems to lie where no system maps memory: it is not
/// allocated at the other image.
inline bool is_absent(const void* component) noexcept {
    return reinterpret_cast<uintptr_t>(component) < 65536;
}

/// Address of a coarray's counterpart as the rank sees it; 0 with the failure reported.
uint64_t coarray_address(
    const void* base, int32_t image, int rank, const Errors& errors, const char* action) noexcept;

} // namespace arauto::translated
