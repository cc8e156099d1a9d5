/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: segments declared before main, and memory of one rank that others
 * reach by its address.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Makes a segment over the world team without communication: for memory declared before main.
 * Every rank makes the same declarations in the same order before any collective call;
 * arauto_segment_verify checks that.
 *  @param bytes  the same on all ranks, may be 0
 *  @error ARAUTO_ERR_MEMORY, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_segment_declare(size_t bytes,
                                                     arauto_segment_h* segment_out) ARAUTO_NOEXCEPT;

/** Checks that all ranks have declared the same; collective over the world team.
 *  @error ARAUTO_ERR_MISMATCH */
ARAUTO_EXPORT arauto_status_t arauto_segment_verify(void) ARAUTO_NOEXCEPT;

/** Size in bytes of each rank's part.
 *  @param segment  not NULL */
ARAUTO_EXPORT size_t arauto_segment_size(arauto_segment_h segment) ARAUTO_NOEXCEPT;

/** How to reach all ranks' parts of segments by loads and stores, without a call for each.
 *  @param stride_out  bytes from a rank's part of a segment to the next rank's, in this process
 *  @param failed_out  a word that is 0 until a rank has failed; then accesses must be calls, which
 * report it. Other processes write it: load it atomically. Valid until the process ends
 *  @return 1; 0, with the outputs unchanged, where they always must: over several nodes, in jobs
 * that count accesses, with ARAUTO_DIRECT=off, and before arauto_init */
ARAUTO_EXPORT int arauto_segment_stride(ptrdiff_t* stride_out,
                                        const uint32_t** failed_out) ARAUTO_NOEXCEPT;

/** Allocates memory of this rank alone, which others reach by its address here. Zeroed only when
 * new. Local, no communication.
 *  @param bytes  may be 0
 *  @param memory_out  aligned to 64 bytes
 *  @error ARAUTO_ERR_MEMORY, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_memory_allocate(size_t bytes,
                                                     void** memory_out) ARAUTO_NOEXCEPT;

/** Frees memory of arauto_memory_allocate, also after arauto_finalize.
 *  @param memory  NULL is allowed
 *  @error ARAUTO_ERR_ARGUMENT when it was not allocated so */
ARAUTO_EXPORT arauto_status_t arauto_memory_free(void* memory) ARAUTO_NOEXCEPT;

/** 1 when `memory` is an address that arauto_memory_allocate gave and arauto_memory_free has not
 * taken back; 0 for any other, also for one inside such memory. */
ARAUTO_EXPORT int arauto_memory_is_ours(const void* memory) ARAUTO_NOEXCEPT;

/** Where the heaps of all ranks lie in this process, one behind the other. Those of ranks of other
 * nodes have an address here too, which must not be touched. */
typedef struct arauto_heap_addresses {
    void* first; /**< of rank 0; NULL before arauto_init */
    size_t stride; /**< bytes from one heap to the next */
    int count;
} arauto_heaps_t;

/** Says where the heaps of all ranks lie in this process.
 *  @return the same until the process ends */
ARAUTO_EXPORT arauto_heaps_t arauto_heaps(void) ARAUTO_NOEXCEPT;

/** Whether the heaps lie at the same addresses in the process of `rank` as in this one, so that an
 * address in any heap means the same in both. Nearly always so; not where a process has had other
 * use for these addresses, as under valgrind and the thread sanitizer.
 *  @return 1: they do; 0: they do not, or `rank` is none, or has not started yet */
ARAUTO_EXPORT int arauto_heaps_are_alike(int rank) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
