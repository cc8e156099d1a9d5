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

/** One contiguous piece of an access by address. */
typedef struct arauto_run {
    uint64_t address; /**< as the rank itself sees it */
    void* local; /**< memory of this process: a put reads it, a get writes it */
    size_t bytes;
} arauto_run_t;

/** Several pieces of one rank at once, in the order given: where pieces of a put overlap, a later
 * one wins. 1000 pieces of private memory take a tenth of the time that 1000 calls take.
 *  @error  as arauto_put_at; the sentence names the piece. Others may have been moved */
ARAUTO_EXPORT arauto_status_t arauto_put_runs_at(int rank,
                                                 const arauto_run_t* runs,
                                                 size_t count) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_get_runs_at(int rank,
                                                 const arauto_run_t* runs,
                                                 size_t count) ARAUTO_NOEXCEPT;

/** 1 when `address`, as `rank` itself sees it, lies in a segment or in memory from
 * arauto_memory_allocate; 0 when it is private memory, and for a rank outside the job.
 *  @param pointer_out  where this process can load and store it directly; NULL when it cannot,
 * and in jobs that count accesses */
ARAUTO_EXPORT int
arauto_is_shared_at(int rank, uint64_t address, void** pointer_out) ARAUTO_NOEXCEPT;

/** Copies between two sections of this process's own memory (same shape rules); the engine of the
 * calls above. */
ARAUTO_EXPORT arauto_status_t arauto_copy_section(void* target_base,
                                                  const arauto_section_t* target,
                                                  const void* source_base,
                                                  const arauto_section_t* source) ARAUTO_NOEXCEPT;

/** Copies within this process's own memory and what it has mapped (arauto_segment_pointer), as puts
 * and gets do; the two places may overlap. Faster than memmove of glibc 2.33 to 2.38 on Zen 3 and 4
 * where the target lies up to 31 bytes further on in its page than the source: there 4 KiB take 90
 * ns instead of 2,000.
 *  @param bytes  may be 0 */
ARAUTO_EXPORT void
arauto_copy_bytes(void* target, const void* source, size_t bytes) ARAUTO_NOEXCEPT;

/** 1 when the extents and strides tell that two sections of this process's own memory share no
 * byte, as two planes of an array do; 0 when they may share some, and for a null section. Looks at
 * dimensions, not at elements. */
ARAUTO_EXPORT int arauto_are_apart(const void* base_a,
                                   const arauto_section_t* a,
                                   const void* base_b,
                                   const arauto_section_t* b) ARAUTO_NOEXCEPT;

/** Orders: every earlier put of this rank, to any target, is visible there before any later
 * operation (SYNC MEMORY). */
ARAUTO_EXPORT void arauto_fence(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
