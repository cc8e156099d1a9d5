/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Locks: fair, queue-based; a waiter spins in its own memory. A lock whose holder fails goes to the
 * next in the queue.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** An array of locks, the same number on every rank of a team. The holder of a lock is a rank, not
 * a thread. */
typedef struct arauto_lock* arauto_lock_h;

/** Collective over the team; unlocked at first. Errors as arauto_segment_allocate. */
ARAUTO_EXPORT arauto_status_t arauto_lock_create(arauto_team_h team,
                                                 size_t count,
                                                 arauto_lock_h* lock_out) ARAUTO_NOEXCEPT;
/** Without communication, as arauto_segment_declare. */
ARAUTO_EXPORT arauto_status_t arauto_lock_declare(size_t count,
                                                  arauto_lock_h* lock_out) ARAUTO_NOEXCEPT;
/** Collective. Errors as arauto_segment_free. */
ARAUTO_EXPORT arauto_status_t arauto_lock_free(arauto_lock_h lock) ARAUTO_NOEXCEPT;

/** Waits for lock `index` of `rank` (in the job) in order of arrival. In a job of several nodes
 * ranks of the holder's node come before those of others, up to 16 times in a row.
 *  @return ARAUTO_OK, or ARAUTO_LOCK_RECOVERED when its last holder failed while holding it (the
 * lock is ours then)
 *  @error  ARAUTO_ERR_LOCKED (this rank holds it), ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE,
 * ARAUTO_ERR_STOPPED (the holder ended normally without unlocking, so that none gets the lock any
 * more), ARAUTO_ERR_MEMORY (this rank holds and waits for 1024 locks already) */
ARAUTO_EXPORT arauto_status_t arauto_lock_acquire(arauto_lock_h lock,
                                                  int rank,
                                                  size_t index) ARAUTO_NOEXCEPT;

/** Takes it if it is free; never waits.
 *  @param acquired_out  1 or 0
 *  @return, @error  as arauto_lock_acquire, without ARAUTO_ERR_STOPPED */
ARAUTO_EXPORT arauto_status_t arauto_lock_try(arauto_lock_h lock,
                                              int rank,
                                              size_t index,
                                              int* acquired_out) ARAUTO_NOEXCEPT;

/** Orders all earlier puts of this rank first, then hands the lock to the next.
 *  @error ARAUTO_ERR_UNLOCKED, ARAUTO_ERR_LOCKED_OTHER, ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE */
ARAUTO_EXPORT arauto_status_t arauto_lock_release(arauto_lock_h lock,
                                                  int rank,
                                                  size_t index) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
