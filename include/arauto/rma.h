/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Put and get. A rank is a rank in the job, offsets and lengths are bytes. Any thread may call.
 */
#pragma once

#include "arauto/section.h"
#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Copies `bytes` from `source` here to `offset` in `rank`'s part of the segment.
 *  @param source  readable memory of this process; not looked at when `bytes` is 0
 *  @order  `source` may be reused on return; visible at the target after the next fence, barrier or
 * event post
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE, ARAUTO_ERR_FAILED
 *  @source MPI-4.1 section 12.3.1 */
ARAUTO_EXPORT arauto_status_t arauto_put(arauto_segment_h segment,
                                         int rank,
                                         size_t offset,
                                         const void* source,
                                         size_t bytes) ARAUTO_NOEXCEPT;

/** Copies `bytes` from `offset` in `rank`'s part of the segment to `destination` here; complete on
 * return. */
ARAUTO_EXPORT arauto_status_t arauto_get(arauto_segment_h segment,
                                         int rank,
                                         size_t offset,
                                         void* destination,
                                         size_t bytes) ARAUTO_NOEXCEPT;

/** Strided forms. `remote` is relative to the start of `rank`'s part, `local` to `local_base`.
 *  @shape  remote->dim[i].extent == local->dim[i].extent; element_bytes equal
 *  @order  the two must not overlap when rank is this rank; an element that is written more than
 * once (stride 0, an index twice) gets one of its values
 *  @error  also ARAUTO_ERR_SHAPE; ARAUTO_ERR_RANGE when any element of `remote` lies outside the
 * segment */
ARAUTO_EXPORT arauto_status_t arauto_put_section(arauto_segment_h segment,
                                                 int rank,
                                                 const arauto_section_t* remote,
                                                 const void* local_base,
                                                 const arauto_section_t* local) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_get_section(arauto_segment_h segment,
                                                 int rank,
                                                 const arauto_section_t* remote,
                                                 void* local_base,
                                                 const arauto_section_t* local) ARAUTO_NOEXCEPT;

/** The same by address: `address` is a pointer as `rank` itself sees it, into memory of any kind: a
 * segment, memory from arauto_memory_allocate, or its private heap, stack and static data. Private
 * memory is reached by the operating system or with the target's help (see arauto info: "foreign
 * memory").
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE (nothing is mapped there at the target),
 * ARAUTO_ERR_FAILED; a part may have been moved after the last two */
ARAUTO_EXPORT arauto_status_t arauto_put_at(int rank,
                                            uint64_t address,
                                            const void* source,
                                            size_t bytes) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_get_at(int rank,
                                            uint64_t address,
                                            void* destination,
                                            size_t bytes) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_put_section_at(int rank,
                                                    uint64_t address,
                                                    const arauto_section_t* remote,
                                                    const void* local_base,
                                                    const arauto_section_t* local) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_get_section_at(int rank,
                                                    uint64_t address,
                                                    const arauto_section_t* remote,
                                                    void* local_base,
                                                    const arauto_section_t* local) ARAUTO_NOEXCEPT;

/** Copies between two sections of this process's own memory (same shape rules); the engine of the
 * calls above. */
ARAUTO_EXPORT arauto_status_t arauto_copy_section(void* target_base,
                                                  const arauto_section_t* target,
                                                  const void* source_base,
                                                  const arauto_section_t* source) ARAUTO_NOEXCEPT;

/** Orders: every earlier put of this rank, to any target, is visible there before any later
 * operation (SYNC MEMORY). */
ARAUTO_EXPORT void arauto_fence(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
