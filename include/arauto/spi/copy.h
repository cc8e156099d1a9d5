/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: copies within this process's own memory, and what it has mapped
 * of others' (arauto_segment_pointer), as puts and gets make them.
 */
#pragma once

#include "arauto/section.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Copies between two sections of this process's own memory.
 *  @param target_base  address from which `target` counts
 *  @param target  relative to `target_base`
 *  @param source_base  address from which `source` counts
 *  @param source  relative to `source_base`
 *  @shape  extents and element_bytes equal; the two must not overlap
 *  @error  ARAUTO_ERR_SHAPE, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_copy_section(void* target_base,
                                                  const arauto_section_t* target,
                                                  const void* source_base,
                                                  const arauto_section_t* source) ARAUTO_NOEXCEPT;

/** Copies contiguous bytes; the two ranges may overlap. Faster than memmove of glibc 2.33 to 2.38
 * on Zen 3 and 4 where the target lies up to 31 bytes further on in its page than the source: there
 * 4 KiB take 90 ns instead of 2,000.
 *  @param target  memory that is written
 *  @param bytes  may be 0 */
ARAUTO_EXPORT void
arauto_copy_bytes(void* target, const void* source, size_t bytes) ARAUTO_NOEXCEPT;

/** 1 when the extents and strides show that two sections of this process's own memory share no
 * byte, as two planes of an array do; 0 when they may share some, and for a null section. Looks at
 * dimensions, not at elements.
 *  @param base_a  address from which `a` counts
 *  @param a  one section
 *  @param base_b  address from which `b` counts
 *  @param b  the other section */
ARAUTO_EXPORT int arauto_are_apart(const void* base_a,
                                   const arauto_section_t* a,
                                   const void* base_b,
                                   const arauto_section_t* b) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
