/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: direct entries for strided access and for access by address.
 * Programs describe both to arauto_rma.
 *
 * An address is a pointer as the target itself sees it, into memory of any kind: a segment, memory
 * from arauto_memory_allocate, or its private heap, stack and static data. Private memory is
 * reached by the operating system or with the target's help (see arauto info: "foreign memory").
 */
#pragma once

#include "arauto/notify.h"
#include "arauto/rma.h"
#include "arauto/section.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Copies a strided section of this process's memory into `rank`'s part of the segment.
 *  @param rank  in the job
 *  @param remote  relative to the start of `rank`'s part
 *  @param local  relative to `local_base`
 *  @shape  remote->dim[i].extent == local->dim[i].extent; element_bytes equal
 *  @order  as arauto_put. The two must not overlap when rank is this rank; an element that is
 * written more than once (stride 0, an index twice) gets one of its values
 *  @error  as arauto_put, ARAUTO_ERR_SHAPE; ARAUTO_ERR_RANGE when any element of `remote` lies
 * outside the segment */
ARAUTO_EXPORT arauto_status_t arauto_put_section(arauto_segment_h segment,
                                                 int rank,
                                                 const arauto_section_t* remote,
                                                 const void* local_base,
                                                 const arauto_section_t* local) ARAUTO_NOEXCEPT;

/** Copies a strided section of `rank`'s part of the segment to this process's memory; complete on
 * return. Arguments, shape and errors as arauto_put_section. */
ARAUTO_EXPORT arauto_status_t arauto_get_section(arauto_segment_h segment,
                                                 int rank,
                                                 const arauto_section_t* remote,
                                                 void* local_base,
                                                 const arauto_section_t* local) ARAUTO_NOEXCEPT;

/** Copies `bytes` from `source` here to `address` of `rank`.
 *  @param rank  in the job
 *  @param address  as `rank` sees it
 *  @order  as arauto_put
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE (nothing is mapped there at the target),
 * ARAUTO_ERR_FAILED; a part may have been moved after the last two */
ARAUTO_EXPORT arauto_status_t arauto_put_at(int rank,
                                            uint64_t address,
                                            const void* source,
                                            size_t bytes) ARAUTO_NOEXCEPT;

/** Copies `bytes` from `address` of `rank` to `destination` here; complete on return. Arguments and
 * errors as arauto_put_at. */
ARAUTO_EXPORT arauto_status_t arauto_get_at(int rank,
                                            uint64_t address,
                                            void* destination,
                                            size_t bytes) ARAUTO_NOEXCEPT;

/** Copies a strided section of this process's memory to memory of `rank`.
 *  @param remote  relative to `address`
 *  @param local  relative to `local_base`
 *  @shape  as arauto_put_section
 *  @error  as arauto_put_at, and ARAUTO_ERR_SHAPE */
ARAUTO_EXPORT arauto_status_t arauto_put_section_at(int rank,
                                                    uint64_t address,
                                                    const arauto_section_t* remote,
                                                    const void* local_base,
                                                    const arauto_section_t* local) ARAUTO_NOEXCEPT;

/** Copies a strided section of `rank`'s memory to this process's; complete on return. Arguments,
 * shape and errors as arauto_put_section_at. */
ARAUTO_EXPORT arauto_status_t arauto_get_section_at(int rank,
                                                    uint64_t address,
                                                    const arauto_section_t* remote,
                                                    void* local_base,
                                                    const arauto_section_t* local) ARAUTO_NOEXCEPT;

/** Puts several pieces to one rank at once, in the order given: where pieces overlap, a later one
 * wins. 1000 pieces of private memory take a tenth of the time that 1000 calls take.
 *  @param runs  addresses as `rank` sees them; may be NULL when `count` is 0
 *  @param count  how many pieces `runs` has
 *  @error  as arauto_put_at; the sentence names the piece. Others may have been moved */
ARAUTO_EXPORT arauto_status_t arauto_put_runs_at(int rank,
                                                 const arauto_run_t* runs,
                                                 size_t count) ARAUTO_NOEXCEPT;

/** Gets several pieces of one rank at once; complete on return. Arguments and errors as
 * arauto_put_runs_at.
 *  @param count  how many pieces `runs` has */
ARAUTO_EXPORT arauto_status_t arauto_get_runs_at(int rank,
                                                 const arauto_run_t* runs,
                                                 size_t count) ARAUTO_NOEXCEPT;

/** arauto_put_at, and one is added to `slot` of `rank` once the data is there.
 *  @order  as arauto_put_notify
 *  @error  as arauto_put_at, and ARAUTO_ERR_ARGUMENT (no such slot); no notification then */
ARAUTO_EXPORT arauto_status_t arauto_put_notify_at(int rank,
                                                   uint64_t address,
                                                   const void* source,
                                                   size_t bytes,
                                                   arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** 1 when `address`, as `rank` itself sees it, lies in a segment or in memory from
 * arauto_memory_allocate; 0 when it is private memory, and for a rank outside the job.
 *  @param pointer_out  where this process can load and store it directly; NULL when it cannot,
 * and in jobs that count accesses. May itself be NULL */
ARAUTO_EXPORT int
arauto_is_shared_at(int rank, uint64_t address, void** pointer_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
