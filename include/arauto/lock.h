/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Locks: fair, queue-based; a waiter spins in its own memory. A lock whose holder fails goes to the
 * next in the queue. The holder of a lock is a rank, not a thread.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** An array of locks, the same number on every rank of a team. */
typedef struct arauto_lock* arauto_lock_h;

/** Makes an array of locks on every rank; collective over the team. Unlocked at first.
 *  @param count  locks, the same on all ranks
 *  @error  as arauto_segment_allocate */
ARAUTO_EXPORT arauto_status_t arauto_lock_create(arauto_team_h team,
                                                 size_t count,
                                                 arauto_lock_h* lock_out) ARAUTO_NOEXCEPT;

/** Frees an array of locks; collective over its team.
 *  @error  as arauto_segment_free */
ARAUTO_EXPORT arauto_status_t arauto_lock_free(arauto_lock_h lock) ARAUTO_NOEXCEPT;

/** Waits for lock `index` of `rank` in order of arrival. In a job of several nodes ranks of the
 * holder's node come before those of others, up to 16 times in a row.
 *  @param rank  in the job
 *  @return ARAUTO_OK, or ARAUTO_LOCK_RECOVERED when its last holder failed while holding it (the
 * lock is ours then)
 *  @error  ARAUTO_ERR_LOCKED (this rank holds it), ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE,
 * ARAUTO_ERR_STOPPED (the holder ended normally without unlocking, so that none gets the lock any
 * more), ARAUTO_ERR_MEMORY (this rank holds and waits for 1024 locks already)
 *  @source MCS queue locks, Mellor-Crummey and Scott 1991
 *  @example
 *     arauto_lock_acquire(guard, 0, 0);
 *     // what only one rank at a time may do
 *     arauto_lock_release(guard, 0, 0);
 */
ARAUTO_EXPORT arauto_status_t arauto_lock_acquire(arauto_lock_h lock,
                                                  int rank,
                                                  size_t index) ARAUTO_NOEXCEPT;

/** Takes lock `index` of `rank` if it is free; never waits.
 *  @param rank  in the job
 *  @param acquired_out  1 or 0
 *  @return as arauto_lock_acquire
 *  @error  as arauto_lock_acquire, without ARAUTO_ERR_STOPPED */
ARAUTO_EXPORT arauto_status_t arauto_lock_try(arauto_lock_h lock,
                                              int rank,
                                              size_t index,
                                              int* acquired_out) ARAUTO_NOEXCEPT;

/** Orders all earlier puts of this rank first, then hands lock `index` of `rank` to the next.
 *  @param rank  in the job
 *  @error ARAUTO_ERR_UNLOCKED, ARAUTO_ERR_LOCKED_OTHER, ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE */
ARAUTO_EXPORT arauto_status_t arauto_lock_release(arauto_lock_h lock,
                                                  int rank,
                                                  size_t index) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
