/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Put and get: the short calls for contiguous memory in a segment, and the flush. Other forms are
 * described to arauto_rma (arauto/op.h). A rank is a rank in the job, offsets and lengths are
 * bytes. Any thread may call.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Copies `bytes` from `source` here to `offset` in `rank`'s part of the segment.
 *  @param rank  in the job
 *  @param source  readable memory of this process; not looked at when `bytes` is 0
 *  @order  `source` may be reused on return; visible at the target after the next flush, barrier or
 * notification of this rank to it
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE, ARAUTO_ERR_FAILED
 *  @source MPI-4.1 section 12.3.1
 *  @example
 *     arauto_put(inbox, right, 0, message, sizeof message);
 *     arauto_team_barrier(arauto_team_world()); // now it is there
 */
ARAUTO_EXPORT arauto_status_t arauto_put(arauto_segment_h segment,
                                         int rank,
                                         size_t offset,
                                         const void* source,
                                         size_t bytes) ARAUTO_NOEXCEPT;

/** Copies `bytes` from `offset` in `rank`'s part of the segment to `destination` here; complete on
 * return.
 *  @param rank  in the job
 *  @param destination  memory of this process; not touched when `bytes` is 0
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE, ARAUTO_ERR_FAILED
 *  @source MPI-4.1 section 12.3.2 */
ARAUTO_EXPORT arauto_status_t arauto_get(arauto_segment_h segment,
                                         int rank,
                                         size_t offset,
                                         void* destination,
                                         size_t bytes) ARAUTO_NOEXCEPT;

enum { ARAUTO_EVERY_RANK = -1 /**< as the rank of a flush, lock or unlock: every rank */ };

/** Completes the earlier puts of this rank: on return they are visible at their target, and any
 * later operation of this rank comes after them. A notification orders puts to its own target by
 * itself; whether it has been counted there, a flush does not say, while a barrier does.
 *  @param rank  in the job, the target whose puts count; or ARAUTO_EVERY_RANK
 *  @cost  nothing but an ordering instruction within a node; between nodes a round trip, where puts
 * are under way
 *  @error  ARAUTO_ERR_RANK; ARAUTO_ERR_FAILED when `rank` has failed. With ARAUTO_EVERY_RANK none:
 * puts to failed ranks count as complete
 *  @source Fortran 2018, 11.6.5 (SYNC MEMORY); OpenSHMEM 1.5, 9.10 (shmem_quiet)
 *  @example
 *     arauto_put(results, 0, offset, mine, sizeof mine);
 *     arauto_flush(0); // rank 0 has them, and this rank may tell rank 1 so
 */
ARAUTO_EXPORT arauto_status_t arauto_flush(int rank) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
