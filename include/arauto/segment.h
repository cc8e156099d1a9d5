/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Segments: memory that other ranks may reach, at the same offset in each rank of a team.
 */
#pragma once

#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Memory of the same size on every rank of a team. */
typedef struct arauto_segment* arauto_segment_h;

/** Allocates `bytes` on every rank of the team; collective; ends with a barrier. Memory is zero,
 * pages come when touched, and each rank's part is aligned to 64 bytes.
 *  @param bytes  the same on all ranks, may be 0
 *  @error ARAUTO_ERR_MISMATCH (different sizes; all ranks get it), ARAUTO_ERR_MEMORY,
 * ARAUTO_ERR_STOPPED, ARAUTO_ERR_FAILED (allocated on the active ranks, *segment_out is set)
 *  @example
 *     arauto_segment_h row;
 *     arauto_segment_allocate(arauto_team_world(), 100 * sizeof(double), &row);
 *     double* mine = arauto_segment_base(row);
 */
ARAUTO_EXPORT arauto_status_t arauto_segment_allocate(
    arauto_team_h team, size_t bytes, arauto_segment_h* segment_out) ARAUTO_NOEXCEPT;

/** Frees a segment; collective over its team, a barrier comes first. The handle is invalid
 * afterwards.
 *  @error ARAUTO_ERR_STOPPED (it is not freed, the handle stays valid), ARAUTO_ERR_FAILED (freed
 * all the same) */
ARAUTO_EXPORT arauto_status_t arauto_segment_free(arauto_segment_h segment) ARAUTO_NOEXCEPT;

/** Where this rank's own part begins.
 *  @param segment  not NULL */
ARAUTO_EXPORT void* arauto_segment_base(arauto_segment_h segment) ARAUTO_NOEXCEPT;

/** Where this process can load and store `rank`'s part directly; NULL when it cannot, and for a
 * null segment or a rank outside the job.
 *  @param rank  in the job */
ARAUTO_EXPORT void* arauto_segment_pointer(arauto_segment_h segment, int rank) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
