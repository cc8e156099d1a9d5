/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Joining the job, leaving it, and learning which other ranks are in it.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** The state of a rank, as far as this rank knows. A state never goes back. */
typedef enum arauto_rank_state {
    ARAUTO_RANK_RUNNING = 0,
    ARAUTO_RANK_STOPPED = 1, /**< has begun to end normally */
    ARAUTO_RANK_FAILED = 2 /**< died */
} arauto_rank_state_t;

/** Joins the job, or starts it: under a launcher this process becomes one of its ranks; started by
 * hand it becomes the launcher of ARAUTO_NUM_IMAGES processes (default: the cores it may use),
 * which return from this call. Call it first in main, before output and before threads. Calling it
 * again is allowed and does nothing.
 *  @error  ARAUTO_ERR_SYSTEM when memory cannot be shared, ARAUTO_ERR_MEMORY when it cannot be
 * reserved, ARAUTO_ERR_ARGUMENT when a setting has a value that it may not have
 *  @example
 *     int main(void) {
 *         if (arauto_init() < 0) {
 *             fprintf(stderr, "%s\n", arauto_last_error());
 *             return 1;
 *         }
 *         printf("rank %d of %d\n", arauto_rank(), arauto_size());
 *     }
 */
ARAUTO_EXPORT arauto_status_t arauto_init(void) ARAUTO_NOEXCEPT;

/** Ends this rank's part normally: notifies the others, then waits until every rank has stopped or
 * failed, so that its memory stays reachable until no rank can ask for it. Epochs that are closed
 * are completed, as far as others have called what they need; open ones are given up. Called at
 * process exit when the program has not called it. A closed epoch whose peers have ended without
 * the calls that it needs is given up. */
ARAUTO_EXPORT arauto_status_t arauto_finalize(void) ARAUTO_NOEXCEPT;

/** This process's rank, 0 <= rank < size; 0 before arauto_init. */
ARAUTO_EXPORT int arauto_rank(void) ARAUTO_NOEXCEPT;

/** Number of ranks in the job, failed and stopped ones included; 1 before arauto_init. */
ARAUTO_EXPORT int arauto_size(void) ARAUTO_NOEXCEPT;

/** Ends the whole job at once, wherever the other ranks compute or wait.
 *  @param code  the job's exit status (0 becomes 1)
 *  @param sentence  printed to standard error by this rank unless NULL */
ARAUTO_EXPORT void arauto_error_stop(int code, const char* sentence) ARAUTO_NOEXCEPT
    __attribute__((noreturn));

/** Declares that this program looks at the statuses ARAUTO_ERR_FAILED and ARAUTO_ERR_STOPPED. From
 * then on the death of a rank does not end the job. Cheap and idempotent. */
ARAUTO_EXPORT void arauto_handle_failures(void) ARAUTO_NOEXCEPT;

/** Returns whether a rank runs, has stopped or has failed.
 *  @param rank  in the job
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_rank_state(int rank,
                                                arauto_rank_state_t* state_out) ARAUTO_NOEXCEPT;

/** One bounded step of progress on behalf of others; never blocks. Only needed by programs that
 * compute for long while others reach memory of theirs that is not mapped (see arauto info:
 * "foreign memory"). */
ARAUTO_EXPORT void arauto_progress(void) ARAUTO_NOEXCEPT;

/** The version of this library: "major.minor.patch". Works before arauto_init. */
ARAUTO_EXPORT const char* arauto_version(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
