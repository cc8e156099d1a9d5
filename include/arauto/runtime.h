/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Joining the job, leaving it, and learning which other ranks are in it.
 */
#pragma once

#include "arauto/status.h"

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/** What a rank is doing, as far as this rank has been told. A state never goes back. */
typedef enum arauto_rank_state {
    ARAUTO_RANK_RUNNING = 0,
    ARAUTO_RANK_STOPPED = 1, /**< has begun to end normally */
    ARAUTO_RANK_FAILED = 2 /**< died, or called arauto_fail() */
} arauto_rank_state_t;

/** Joins the job, or starts it: under a launcher this process takes its place; started by hand it
 * becomes the launcher of ARAUTO_NUM_IMAGES processes (default: the cores it may use), which return
 * from this call. Call it first in main, before output and before threads. Calling it again is
 * allowed and does nothing.
 *  @error  ARAUTO_ERR_SYSTEM when memory cannot be shared, ARAUTO_ERR_MEMORY when it cannot be
 * reserved, ARAUTO_ERR_ARGUMENT when a setting has a value that it may not have */
ARAUTO_EXPORT arauto_status_t arauto_init(void) ARAUTO_NOEXCEPT;

/** What a job that something else has started (an MPI's mpirun, a resource manager) offers so that
 * its processes can reach each other. Fields that are left out are 0. */
typedef struct arauto_surroundings {
    int rank; /**< of this process, 0 <= rank < size */
    int size;
    void* context; /**< given to both calls */
    /** Gives every rank what rank 0 has in `data`; collective. Returns 0 when done. */
    int (*broadcast)(void* context, void* data, size_t bytes);
    /** Returns 0 when all ranks have called it. */
    int (*barrier)(void* context);
    /** Ranks that share this process's memory, ascending, itself among them; not copied. NULL: all
     * ranks do. With others than all of them, `gather` is needed too. */
    const int* near;
    int near_count;
    /** Processes of the job that share this machine's cores; 0: the near ones. */
    int processes_here;
    /** Gives every rank what each has in `mine`, in order of ranks; collective. `all` has room for
     * `size` times `bytes`. Returns 0 when done. */
    int (*gather)(void* context, const void* mine, void* all, size_t bytes);
} arauto_surroundings_t;

/** arauto_init within a job that something else has started; collective. The calls of the
 * surroundings are used during this call alone. No launcher of ours watches the job then: each rank
 * looks after the others while it waits, and the starter of the job decides whether it goes on when
 * a rank has died.
 *  @error  ARAUTO_ERR_SYSTEM (memory cannot be shared, or a call of the surroundings failed),
 * ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_MEMORY */
ARAUTO_EXPORT arauto_status_t arauto_init_within(const arauto_surroundings_t* surroundings)
    ARAUTO_NOEXCEPT;

/** Whether a job of this process can have ranks on other nodes: ARAUTO_OK, or why not. Never waits;
 * before arauto_init too.
 *  @error  ARAUTO_ERR_UNSUPPORTED (built without libfabric, or it is not installed here) */
ARAUTO_EXPORT arauto_status_t arauto_can_span_nodes(void) ARAUTO_NOEXCEPT;

/** Ends this rank's part normally: tells the others, then waits until every rank has stopped or
 * failed, so that its memory stays reachable until no rank can ask for it. Epochs that are closed
 * are completed, as far as others have called what they need; open ones are given up. Called at
 * process exit when the program has not called it. */
ARAUTO_EXPORT arauto_status_t arauto_finalize(void) ARAUTO_NOEXCEPT;

ARAUTO_EXPORT int arauto_is_initialized(void) ARAUTO_NOEXCEPT;

/** This process's rank, 0 <= rank < size; 0 before arauto_init. */
ARAUTO_EXPORT int arauto_rank(void) ARAUTO_NOEXCEPT;

/** Number of ranks in the job, failed and stopped ones included; 1 before arauto_init. */
ARAUTO_EXPORT int arauto_size(void) ARAUTO_NOEXCEPT;

/** Ends this rank normally with an exit code (0..255); the job's exit status is the largest of all
 * ranks. */
ARAUTO_EXPORT void arauto_stop(int code) ARAUTO_NOEXCEPT __attribute__((noreturn));

/** Ends the whole job at once, wherever the other ranks compute or wait; its exit status is `code`
 * (0 becomes 1).
 *  @param sentence  printed to standard error by this rank unless NULL */
ARAUTO_EXPORT void arauto_error_stop(int code, const char* sentence) ARAUTO_NOEXCEPT
    __attribute__((noreturn));

/** Makes this rank fail, as if it had died, without ending the job. Implies arauto_handle_failures
 * on every rank. */
ARAUTO_EXPORT void arauto_fail(void) ARAUTO_NOEXCEPT __attribute__((noreturn));

/** Declares that this program looks at the statuses ARAUTO_ERR_FAILED and ARAUTO_ERR_STOPPED. From
 * then on the death of a rank does not end the job. Cheap and idempotent. */
ARAUTO_EXPORT void arauto_handle_failures(void) ARAUTO_NOEXCEPT;

/** State of a rank. @error ARAUTO_ERR_RANK */
ARAUTO_EXPORT arauto_status_t arauto_rank_state(int rank,
                                                arauto_rank_state_t* state_out) ARAUTO_NOEXCEPT;

/** What sentences (arauto_last_error, and what the runtime prints) call a rank: `noun`, and a
 * number that starts at `first`, from which indices and dimensions in sentences count too. Only
 * words change: arguments and results are ranks from 0 as ever. For front-ends of languages that
 * count otherwise, before arauto_init.
 *  @param noun  "rank" unless called; its plural ends in s. Not copied. NULL: "rank", from 0 */
ARAUTO_EXPORT void arauto_set_naming(const char* noun, int first) ARAUTO_NOEXCEPT;

/** A function to be called before the runtime ends this process, to flush buffered output. NULL:
 * none. */
ARAUTO_EXPORT void arauto_set_flush_hook(void (*flush)(void)) ARAUTO_NOEXCEPT;

/** A function that every call of this library which waits calls now and then, once its wait has
 * become long: so that something else, as the library of another programming model, keeps working
 * for peers meanwhile. By one thread at a time, and never within itself. It must be short, and may
 * wait for nothing. Waits sleep no longer than 4 ms between its calls. NULL: none.
 *  @param context  what it is given
 *  @order  on return the hook before is not running, and will not be called again. Not to be
 * called by the hook */
ARAUTO_EXPORT void arauto_set_wait_hook(void (*hook)(void* context), void* context) ARAUTO_NOEXCEPT;

/** One bounded step of progress on behalf of others; never blocks. Only needed by programs that
 * compute for long while others reach memory of theirs that is not mapped (see arauto info:
 * "foreign memory"). */
ARAUTO_EXPORT void arauto_progress(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
