/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Events: counts that only grow. Posts add to a rank's event, waits of that rank take from it.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** An array of events, the same number on every rank of a team. */
typedef struct arauto_event* arauto_event_h;

/** Collective over the team; counts start at 0. Errors as arauto_segment_allocate. */
ARAUTO_EXPORT arauto_status_t arauto_event_create(arauto_team_h team,
                                                  size_t count,
                                                  arauto_event_h* event_out) ARAUTO_NOEXCEPT;

/** Without communication, as arauto_segment_declare. */
ARAUTO_EXPORT arauto_status_t arauto_event_declare(size_t count,
                                                   arauto_event_h* event_out) ARAUTO_NOEXCEPT;

/** Collective. Errors as arauto_segment_free. */
ARAUTO_EXPORT arauto_status_t arauto_event_free(arauto_event_h event) ARAUTO_NOEXCEPT;

/** Adds one to event `index` of `rank` (in the job); all earlier puts of this rank, to every
 * target, are visible first.
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE, ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_event_post(arauto_event_h event,
                                                int rank,
                                                size_t index) ARAUTO_NOEXCEPT;

/** Waits until event `index` of this rank has at least `until_count` untaken posts, then takes that
 * many.
 *  @param until_count  >= 1
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANGE; ARAUTO_ERR_FAILED or ARAUTO_ERR_STOPPED when every
 * other rank of the job has failed or stopped, so that none is left to post; ARAUTO_ERR_FAILED
 * also once after each failure in the job, since the failed rank may have been the one to post:
 * call again to wait for the others. Nothing is taken then. A rank alone in its job waits for its
 * own threads, without end. */
ARAUTO_EXPORT arauto_status_t arauto_event_wait(arauto_event_h event,
                                                size_t index,
                                                uint64_t until_count) ARAUTO_NOEXCEPT;

/** Untaken posts of event `index` of this rank. Never blocks. */
ARAUTO_EXPORT arauto_status_t arauto_event_query(arauto_event_h event,
                                                 size_t index,
                                                 uint64_t* count_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
