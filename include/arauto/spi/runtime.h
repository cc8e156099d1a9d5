/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: joining a job that another library has started, ending as a
 * statement of a language does, and hooks into what this library prints and how it waits.
 */
#pragma once

#include "arauto/runtime.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Functions of a job that another launcher has started (an MPI's mpirun, a resource manager), by
 * which its processes can reach each other. Fields that are left out are 0. */
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

/** arauto_init within a job that something else has started; collective. No launcher of ours
 * watches the job then: each rank looks after the others while it waits, and the starter of the job
 * decides whether it goes on when a rank has died.
 * Where the process has joined a job before, by arauto_init, it is this one, and nothing is called.
 *  @param surroundings  its functions are called during this call alone
 *  @error  ARAUTO_ERR_ARGUMENT when rank, size or near ranks are others than in the job joined
 * before; ARAUTO_ERR_SYSTEM (memory cannot be shared, or a call of the surroundings failed),
 * ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_MEMORY */
ARAUTO_EXPORT arauto_status_t arauto_init_within(const arauto_surroundings_t* surroundings)
    ARAUTO_NOEXCEPT;

/** arauto_finalize for the caller of arauto_init_within. Nothing happens where the program itself
 * has called arauto_init, before or after: its own arauto_finalize, or the end of the process, will
 * end the job.
 *  @error  as arauto_finalize */
ARAUTO_EXPORT arauto_status_t arauto_finalize_within(void) ARAUTO_NOEXCEPT;

/** Whether a job of this process can have ranks on other nodes: ARAUTO_OK, or why not. Never waits;
 * before arauto_init too.
 *  @error  ARAUTO_ERR_UNSUPPORTED (built without libfabric, or it is not installed here) */
ARAUTO_EXPORT arauto_status_t arauto_can_span_nodes(void) ARAUTO_NOEXCEPT;

/** 1 between arauto_init and arauto_finalize, else 0. */
ARAUTO_EXPORT int arauto_is_initialized(void) ARAUTO_NOEXCEPT;

/** How many ranks of the job have stopped or failed, by what is known in this process. It looks at
 * no rank, so that a wait can ask often; the state of a rank that is counted is set
 * (arauto_rank_state).
 *  @return 0 before arauto_init and after arauto_finalize
 *  @cost  two loads of words that all ranks of the node share and few write */
ARAUTO_EXPORT int arauto_ranks_ended(void) ARAUTO_NOEXCEPT;

/** Ends this rank normally, as a STOP statement does; a C program calls exit().
 *  @param code  0..255; the job's exit status is the largest of all ranks */
ARAUTO_EXPORT void arauto_stop(int code) ARAUTO_NOEXCEPT __attribute__((noreturn));

/** Makes this rank fail, as if it had died, without ending the job, as a FAIL IMAGE statement does.
 * Implies arauto_handle_failures on every rank. */
ARAUTO_EXPORT void arauto_fail(void) ARAUTO_NOEXCEPT __attribute__((noreturn));

/** Sets what sentences (arauto_last_error, and what the runtime prints) call a rank. Only words
 * change: arguments and results are ranks from 0 as ever. For languages that count otherwise,
 * before arauto_init.
 * The front-end for gfortran calls arauto_set_naming("image", 1): `lock 0 of rank 2` then reads
 * `lock 1 of image 3`.
 *  @param noun  "rank" unless called; its plural ends in s. Not copied. NULL: "rank", from 0
 *  @param first  where numbers of ranks, indices and dimensions in sentences start */
ARAUTO_EXPORT void arauto_set_naming(const char* noun, int first) ARAUTO_NOEXCEPT;

/** The noun and the first number that arauto_set_naming has set, for the sentences of a library
 * above this one.
 *  @param first_out  may be NULL
 *  @return the noun */
ARAUTO_EXPORT const char* arauto_naming(int* first_out) ARAUTO_NOEXCEPT;

/** Lets a program that no launcher has started make each of its images execute it from the
 * beginning, so that static data and stacks of images lie at different addresses, as far as the
 * system chooses their addresses at random. Unless called, images are forked by arauto_init, and
 * all lie alike. For programs that have done nothing yet which must not be done twice, before
 * arauto_init. */
ARAUTO_EXPORT void arauto_execute_images(void) ARAUTO_NOEXCEPT;

/** Sets a function to be called before the runtime ends this process, to flush buffered output.
 *  @param flush  NULL: none */
ARAUTO_EXPORT void arauto_set_flush_hook(void (*flush)(void)) ARAUTO_NOEXCEPT;

/** Another library of this process speaks with the launcher by the connection that this library has
 * joined the job by, and will say there that the process leaves: this library does not. (So does
 * MPICH, which has inherited one connection.) Nothing changes for launchers whose connections
 * count how many use them. */
ARAUTO_EXPORT void arauto_share_host(void) ARAUTO_NOEXCEPT;

/** Says that a front-end has initialised the MPI of this process, since the program does not do it
 * or may leave it out. All front-ends of the process learn it: a call of MPI_Init by the program
 * succeeds then and changes nothing, and MPI_Finalize waits for the end of the job.
 *  @param level  of threads, as MPI_Init_thread has returned it; negative: MPI belongs to the
 * program, as before the first call */
ARAUTO_EXPORT void arauto_set_mpi_level(int level) ARAUTO_NOEXCEPT;

/** The level that arauto_set_mpi_level has been given last; negative: MPI belongs to the program.
 */
ARAUTO_EXPORT int arauto_mpi_level(void) ARAUTO_NOEXCEPT;

/** Moves what a peer waits for in this rank's private memory, if any, where cross-memory attach is
 * forbidden. It is the part of arauto_progress that a thread may do while it holds something for
 * which peers wait: it never waits, and runs nothing of the program's. After arauto_init. */
ARAUTO_EXPORT void arauto_serve_memory(void) ARAUTO_NOEXCEPT;

/** From now on this process takes a step as arauto_progress does every `pause_ns`, also while none
 * of its threads is in a call of this library: a thread of the library does it, which sleeps
 * between. A shorter pause replaces a longer one. After arauto_init.
 *  @param pause_ns  0: no longer, also before arauto_init */
ARAUTO_EXPORT void arauto_progress_every(int64_t pause_ns) ARAUTO_NOEXCEPT;

/** Sets a function that a rank calls once it has stopped, before it waits for the others to stop:
 * by arauto_finalize, arauto_stop or exit(0), and after arauto_fail where the process stays. It may
 * wait for all ranks in another library of the process, whose end they reach in any order.
 *  @param hook  NULL: none */
ARAUTO_EXPORT void arauto_set_stop_hook(void (*hook)(void)) ARAUTO_NOEXCEPT;

/** Sets a function that every call of this library which waits calls now and then, once its wait
 * has become long: so that something else, as the library of another programming model, keeps
 * working for peers meanwhile. Waits sleep no longer than 4 ms between its calls.
 * Without a hook two libraries in one process can wait for each other: this rank waits here for a
 * peer, which waits in the other library for something that this rank's part of that library has to
 * do. A wait is long when it would give up its core, or has looked some thousand times. Waits
 * within the hook do not call it again. The wait in arauto_finalize calls it too: set NULL before
 * that which the hook uses is gone.
 *  @param hook  called by one thread at a time, and never within itself. It must be short, may wait
 * for nothing, and must not call this function. NULL: none
 *  @param context  what it is given
 *  @order  on return the hook before is not running, and will not be called again */
ARAUTO_EXPORT void arauto_set_wait_hook(void (*hook)(void* context), void* context) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
