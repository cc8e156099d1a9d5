/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Segments: memory that other ranks may reach, at the same offset in each rank of a team.
 */
#pragma once

#include "arauto/status.h"
#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct arauto_segment* arauto_segment_h;

/** Allocates `bytes` on every rank of the team; collective; ends with a barrier. Memory is zero,
 * pages come when touched.
 *  @param bytes  the same on all ranks, may be 0
 *  @align 64 bytes
 *  @error ARAUTO_ERR_MISMATCH (different sizes; all ranks get it), ARAUTO_ERR_MEMORY,
 * ARAUTO_ERR_STOPPED, ARAUTO_ERR_FAILED (allocated on the active ranks, *segment_out is set) */
ARAUTO_EXPORT arauto_status_t arauto_segment_allocate(
    arauto_team_h team, size_t bytes, arauto_segment_h* segment_out) ARAUTO_NOEXCEPT;

/** Same, over the world team, without communication: for memory declared before main. Every rank
 * makes the same declarations in the same order before any collective call; arauto_segment_verify
 * checks that. */
ARAUTO_EXPORT arauto_status_t arauto_segment_declare(size_t bytes,
                                                     arauto_segment_h* segment_out) ARAUTO_NOEXCEPT;

/** Collective over the world team: all ranks have declared the same. @error ARAUTO_ERR_MISMATCH */
ARAUTO_EXPORT arauto_status_t arauto_segment_verify(void) ARAUTO_NOEXCEPT;

/** Frees a segment; collective over its team, a barrier comes first. The handle is invalid
 * afterwards.
 *  @error ARAUTO_ERR_STOPPED (it is not freed, the handle stays valid), ARAUTO_ERR_FAILED (freed
 * all the same) */
ARAUTO_EXPORT arauto_status_t arauto_segment_free(arauto_segment_h segment) ARAUTO_NOEXCEPT;

/** This rank's part, and its size in bytes. The segment must not be null. */
ARAUTO_EXPORT void* arauto_segment_base(arauto_segment_h segment) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT size_t arauto_segment_size(arauto_segment_h segment) ARAUTO_NOEXCEPT;

/** Where this process can load and store `rank`'s part directly; NULL when it cannot, and for a
 * null segment or a rank outside the job.
 *  @param rank  rank in the job */
ARAUTO_EXPORT void* arauto_segment_pointer(arauto_segment_h segment, int rank) ARAUTO_NOEXCEPT;

/** Allocates memory of this rank alone, which others reach with the _at functions by its address
 * here. Zeroed only when new. Local, no communication. `bytes` may be 0. @align 64 bytes
 *  @error ARAUTO_ERR_MEMORY */
ARAUTO_EXPORT arauto_status_t arauto_memory_allocate(size_t bytes,
                                                     void** memory_out) ARAUTO_NOEXCEPT;

/** Frees it. NULL is allowed. @error ARAUTO_ERR_ARGUMENT when it was not allocated so */
ARAUTO_EXPORT arauto_status_t arauto_memory_free(void* memory) ARAUTO_NOEXCEPT;

/** 1 when `memory` is an address that arauto_memory_allocate gave and arauto_memory_free has not
 * taken back; 0 for any other, also for one inside such memory. */
ARAUTO_EXPORT int arauto_memory_is_ours(const void* memory) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
