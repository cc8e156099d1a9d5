/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: operations of their own within epochs, access by address, and
 * what a window of MPI asks of its epochs.
 */
#pragma once

#include "arauto/epoch.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** The epochs that a rank has open, and how many are under way. */
typedef struct arauto_epochs_state {
    int is_exposed; /**< between post and wait */
    int is_started; /**< between start and complete */
    int is_fenced; /**< a fence has opened an epoch, and no other kind was opened since */
    int is_all_locked; /**< between lock and unlock of every rank */
    uint64_t locks; /**< single locks that are open */
    uint64_t pending; /**< epochs that wait for something: closed or deferred ones, and open ones
                         with operations that wait */
    uint64_t recorded; /**< operations that wait */
} arauto_epochs_state_t;

/** Returns what this rank has open, and how much is under way. Never waits.
 *  @error  ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_epochs_query(arauto_epochs_h epochs,
                                                  arauto_epochs_state_t* state_out) ARAUTO_NOEXCEPT;

/** Waits until the epochs that this rank has closed are complete, or can no longer be. Makes
 * progress for peers meanwhile.
 *  @error  ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_epochs_drain(arauto_epochs_h epochs) ARAUTO_NOEXCEPT;

/** Sets what kernels get as `context` in this process; NULL at first.
 *  @error  ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_epochs_set_context(arauto_epochs_h epochs,
                                                        void* context) ARAUTO_NOEXCEPT;

/** Closes what arauto_epoch_post opened if it would be complete at once.
 *  @param done_out  1 when it was closed; otherwise 0, and it stays open
 *  @error  ARAUTO_ERR_EPOCH when no exposure epoch is open, also when arauto_epoch_wait has closed
 * it; else those of arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_test(arauto_epochs_h epochs,
                                                int* done_out) ARAUTO_NOEXCEPT;

/** arauto_epoch_put by address: a direct entry for what programs describe to arauto_epoch_rma.
 *  @param rank  in the team
 *  @param address  as `rank` itself sees it, in memory of any kind
 *  @error  as arauto_epoch_rma */
ARAUTO_EXPORT arauto_status_t arauto_epoch_put_at(arauto_epochs_h epochs,
                                                  int rank,
                                                  uint64_t address,
                                                  const void* memory,
                                                  size_t bytes,
                                                  arauto_request_t* request) ARAUTO_NOEXCEPT;

/** arauto_epoch_get by address. Arguments and errors as arauto_epoch_put_at. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_get_at(arauto_epochs_h epochs,
                                                  int rank,
                                                  uint64_t address,
                                                  void* memory,
                                                  size_t bytes,
                                                  arauto_request_t* request) ARAUTO_NOEXCEPT;

/** The arguments of a kernel. It runs once, in the process of the rank that called arauto_epoch_run
 * or in that of a peer which makes progress for it, and must not call functions on epochs. */
typedef struct arauto_kernel_call {
    int origin; /**< the caller of arauto_epoch_run, and its target: ranks in the job */
    int target;
    int is_origin; /**< 1: this process is the origin's, its private addresses can be used; 0: they
                      are reached by arauto_get_at and arauto_put_at */
    void* payload; /**< the copy of what was given; 16-byte aligned */
    size_t bytes;
    void* context; /**< arauto_epochs_set_context in this process */
} arauto_kernel_call_t;

/** A status for kernels that have been recorded: the kernel has done nothing, cannot do it now and
 * here, and is to be called again, in this process or in another. */
enum { ARAUTO_RUN_LATER = 2 };

/** The function of a kernel.
 *  @return ARAUTO_OK, or a failure, which the closing call or its request then reports; or
 * ARAUTO_RUN_LATER */
typedef arauto_status_t (*arauto_kernel_f)(const arauto_kernel_call_t* call);

/** Makes a function known as a kernel. Every process of the job registers the same kernels in the
 * same order, so that a number means the same everywhere; before the first arauto_epoch_run of any.
 *  @param function  the same in every process
 *  @param kernel_out  its number
 *  @error  ARAUTO_ERR_MEMORY (there are 240 already), ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_kernel_register(arauto_kernel_f function,
                                                     int* kernel_out) ARAUTO_NOEXCEPT;

/** How an operation is run. */
enum {
    ARAUTO_RUN_OWNER_ONLY = 1 /**< by this process alone: its payload names private memory in a way
                                  that peers cannot follow */
};

/** An operation of the caller's own: runs `kernel` with a copy of `payload`, within the open access
 * epoch that covers `rank`. At once when that is possible, else recorded.
 *  @param rank  in the team
 *  @param kernel  a number that arauto_kernel_register gave
 *  @param payload  `bytes` bytes, copied; at most 32,768
 *  @param flags  0, or a sum of ARAUTO_RUN_ values
 *  @param request  NULL, or it is given a request that completes when the operation is done
 *  @error  as arauto_epoch_rma, and ARAUTO_ERR_ARGUMENT (no such kernel); what the kernel returns
 * when it ran at once */
ARAUTO_EXPORT arauto_status_t arauto_epoch_run(arauto_epochs_h epochs,
                                               int rank,
                                               int kernel,
                                               const void* payload,
                                               size_t bytes,
                                               int flags,
                                               arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Returns whether an operation towards `rank` called now would happen at once.
 *  @param rank  in the team
 *  @param ready_out  1 when it would, and the caller may then carry it out by its own means
 * instead; 0 when it would be recorded
 *  @error  ARAUTO_ERR_EPOCH (no access epoch covers `rank`), ARAUTO_ERR_RANK */
ARAUTO_EXPORT arauto_status_t arauto_epoch_reach(arauto_epochs_h epochs,
                                                 int rank,
                                                 int* ready_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
