/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Epochs: the synchronisation of MPI's one-sided communication, none of which has to wait. Opening
 * an epoch never waits. Closing one waits only when no request is asked for; with a request the
 * call returns, and the epoch completes as its peers get there. Ranks are ranks in the team.
 *
 * An object made by arauto_epochs_create is what MPI calls a window, without memory: operations
 * name a segment or an address. Blocking and nonblocking calls may be mixed freely, also for the
 * two ends of one epoch.
 *
 * Epochs that overlap in the program (one opened while the other is open) are active together. An
 * epoch opened after another was closed, but is not complete yet, is deferred until that one is:
 * what is called in it is recorded. arauto_epochs_set_reorder lets such epochs go ahead.
 *
 * Calls on one object are made by one thread at a time, and none during a call that waits; requests
 * may be tested and waited for by any thread meanwhile.
 */
#pragma once

#include "arauto/atomic.h"
#include "arauto/request.h"
#include "arauto/segment.h"
#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct arauto_epochs* arauto_epochs_h;

/** Which epochs may go ahead of earlier ones that are closed but not complete. The caller promises
 * that such epochs touch different memory. */
enum {
    ARAUTO_REORDER_ACCESS_AFTER_ACCESS = 1,
    ARAUTO_REORDER_ACCESS_AFTER_EXPOSURE = 2,
    ARAUTO_REORDER_EXPOSURE_AFTER_EXPOSURE = 4,
    ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS = 8
};

/** What the caller promises about an epoch. */
enum {
    ARAUTO_EPOCH_NOCHECK = 1, /**< start: all targets have posted; locks: no rank competes */
    ARAUTO_EPOCH_NOPRECEDE = 2, /**< fence: it closes no epoch with operations */
    ARAUTO_EPOCH_NOSUCCEED = 4 /**< fence: it opens no epoch */
};

typedef enum arauto_lock_kind {
    ARAUTO_LOCK_SHARED = 1,
    ARAUTO_LOCK_EXCLUSIVE = 2
} arauto_lock_kind_t;

enum { ARAUTO_EVERY_RANK = -1 };

/** How far the operations before a flush must have come. */
typedef enum arauto_flush_scope {
    ARAUTO_FLUSH_LOCAL = 0, /**< memory of this rank may be used again */
    ARAUTO_FLUSH_REMOTE = 1 /**< they are done at the target */
} arauto_flush_scope_t;

/** Collective over the team; no epoch is open at first.
 *  @error  as arauto_segment_allocate */
ARAUTO_EXPORT arauto_status_t arauto_epochs_create(arauto_team_h team,
                                                   arauto_epochs_h* epochs_out) ARAUTO_NOEXCEPT;

/** Collective. Epochs that are closed are completed first; their requests stay valid.
 *  @error  ARAUTO_ERR_EPOCH when an epoch is open here (nothing is freed, no rank is waited for);
 * else as arauto_segment_free */
ARAUTO_EXPORT arauto_status_t arauto_epochs_free(arauto_epochs_h epochs) ARAUTO_NOEXCEPT;

/** Sets which epochs that are opened from now on may go ahead of earlier ones. Local: ranks may
 * differ. None at first.
 *  @param flags  a sum of ARAUTO_REORDER_ values
 *  @error  ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_epochs_set_reorder(arauto_epochs_h epochs,
                                                        int flags) ARAUTO_NOEXCEPT;

/** Sets what kernels get as `context` in this process; NULL at first. */
ARAUTO_EXPORT arauto_status_t arauto_epochs_set_context(arauto_epochs_h epochs,
                                                        void* context) ARAUTO_NOEXCEPT;

/** What this rank has open, and how much of it is under way. */
typedef struct arauto_epochs_state {
    int is_exposed; /**< between post and wait */
    int is_started; /**< between start and complete */
    int is_fenced; /**< a fence has opened an epoch, and no other kind was opened since */
    int is_all_locked; /**< between lock_all and unlock_all */
    uint64_t locks; /**< single locks that are open */
    uint64_t pending; /**< epochs that wait for something: closed or deferred ones, and open ones
                         with operations that wait */
    uint64_t recorded; /**< operations that wait */
} arauto_epochs_state_t;

/** Tells what this rank has open, and how much is under way. Never waits.
 *  @error  ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_epochs_query(arauto_epochs_h epochs,
                                                  arauto_epochs_state_t* state_out) ARAUTO_NOEXCEPT;

/** Opens an exposure epoch: the listed ranks may access this rank's memory in their next access
 * epoch towards it. Never waits.
 *  @param ranks  no rank twice; this rank may be listed; may be NULL when count is 0
 *  @param asserts  0 or ARAUTO_EPOCH_NOCHECK
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_EPOCH (one is open already)
 *  @source MPI-4.1 section 12.5.2 */
ARAUTO_EXPORT arauto_status_t arauto_epoch_post(arauto_epochs_h epochs,
                                                const int* ranks,
                                                int count,
                                                int asserts) ARAUTO_NOEXCEPT;

/** Opens an access epoch towards the listed ranks. Operations towards a rank happen once it has
 * posted; until then they are recorded. Never waits. Otherwise as arauto_epoch_post. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_start(arauto_epochs_h epochs,
                                                 const int* ranks,
                                                 int count,
                                                 int asserts) ARAUTO_NOEXCEPT;

/** Closes what arauto_epoch_start opened. Complete when all its operations are, and every target
 * has been told.
 *  @param request  NULL: waits for that; else it is given a request that completes then
 *  @error  ARAUTO_ERR_EPOCH (nothing to close), ARAUTO_ERR_MEMORY; without a request also those of
 * arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_complete(arauto_epochs_h epochs,
                                                    arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Closes what arauto_epoch_post opened. Complete when every origin has completed its matching
 * access epoch. Arguments and errors as arauto_epoch_complete. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_wait(arauto_epochs_h epochs,
                                                arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Closes what arauto_epoch_post opened if it would be complete at once: `*done_out` is 1.
 * Otherwise 0, and it stays open.
 *  @error  ARAUTO_ERR_EPOCH when no exposure epoch is open, also when arauto_epoch_wait has closed
 * it; else those of arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_test(arauto_epochs_h epochs,
                                                int* done_out) ARAUTO_NOEXCEPT;

/** Closes the epoch that the last fence opened, and opens one in which every member may access
 * every other. Collective over the team. Operations in the new epoch happen once every member has
 * called this fence and completed the epoch before; until then they are recorded.
 *  @param asserts  alike on all members: with ARAUTO_EPOCH_NOPRECEDE nothing is closed, and the
 * request is complete at once; with ARAUTO_EPOCH_NOSUCCEED nothing is opened
 *  @param request  NULL: waits until every member has closed the epoch and its operations are
 * complete; else it is given a request that completes then
 *  @error  ARAUTO_ERR_EPOCH when an epoch of another kind is open */
ARAUTO_EXPORT arauto_status_t arauto_epoch_fence(arauto_epochs_h epochs,
                                                 int asserts,
                                                 arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Opens an access epoch towards one rank under its lock. Locks are granted in the order in which
 * they were asked for; shared ones that follow each other are held together. Operations happen
 * once it is granted; until then they are recorded. Never waits.
 *  @param asserts  0, or ARAUTO_EPOCH_NOCHECK: the lock is not taken
 *  @param request  may be NULL; else it is given a request that completes when the lock is held:
 * wait for it before memory of `rank` is accessed by load and store
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_EPOCH (this rank has a lock epoch
 * towards `rank` open, or one of another kind), ARAUTO_ERR_MEMORY
 *  @source MPI-4.1 section 12.5.3 */
ARAUTO_EXPORT arauto_status_t arauto_epoch_lock(arauto_epochs_h epochs,
                                                arauto_lock_kind_t kind,
                                                int rank,
                                                int asserts,
                                                arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Closes the lock epoch towards `rank`. Complete when its operations are done at the target and
 * the lock is given back.
 *  @param request  NULL: waits for that; else it is given a request that completes then
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_EPOCH (no lock epoch towards `rank` is open),
 * ARAUTO_ERR_MEMORY; without a request also those of arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_unlock(arauto_epochs_h epochs,
                                                  int rank,
                                                  arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Opens an access epoch towards every member, which share it with other such epochs and with
 * shared locks, not with exclusive ones. Arguments and errors as arauto_epoch_lock. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_lock_all(arauto_epochs_h epochs,
                                                    int asserts,
                                                    arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Closes the lock_all epoch. Arguments and errors as arauto_epoch_unlock. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_unlock_all(arauto_epochs_h epochs,
                                                      arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Completes the operations called before it in the open lock epochs, without closing these.
 * Operations called after it are not waited for.
 *  @param rank  the target whose operations count, or ARAUTO_EVERY_RANK
 *  @param request  NULL: waits; else it is given a request
 *  @error  ARAUTO_ERR_EPOCH (no lock epoch is open, or none towards `rank`), ARAUTO_ERR_RANK,
 * ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_MEMORY; without a request also those of arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_flush(arauto_epochs_h epochs,
                                                 int rank,
                                                 arauto_flush_scope_t scope,
                                                 arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Copies `bytes` from `memory` here to `offset` in `rank`'s part of the segment, within the open
 * access epoch that covers `rank`. At once when that is possible, else recorded; at most 65,536
 * calls and 64 MiB of what belongs to them are recorded on an object, then calls make progress
 * until there is room.
 *  @param memory  not to be changed until the operation is complete: by its request, a flush, or
 * the epoch's end
 *  @param request  NULL, or it is given a request that completes when the operation is done
 *  @error  ARAUTO_ERR_EPOCH (no access epoch covers `rank`), ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE,
 * ARAUTO_ERR_FAILED, ARAUTO_ERR_MEMORY. The closing call or its request reports a later failure
 *  @cost  when it can be done at once: that of arauto_put */
ARAUTO_EXPORT arauto_status_t arauto_epoch_put(arauto_epochs_h epochs,
                                               int rank,
                                               arauto_segment_h segment,
                                               size_t offset,
                                               const void* memory,
                                               size_t bytes,
                                               arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Copies the other way, from the segment to `memory`, which must not be looked at until it is
 * complete. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_get(arauto_epochs_h epochs,
                                               int rank,
                                               arauto_segment_h segment,
                                               size_t offset,
                                               void* memory,
                                               size_t bytes,
                                               arauto_request_t* request) ARAUTO_NOEXCEPT;

/** The same by address: a pointer as `rank` itself sees it, into memory of any kind. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_put_at(arauto_epochs_h epochs,
                                                  int rank,
                                                  uint64_t address,
                                                  const void* memory,
                                                  size_t bytes,
                                                  arauto_request_t* request) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_epoch_get_at(arauto_epochs_h epochs,
                                                  int rank,
                                                  uint64_t address,
                                                  void* memory,
                                                  size_t bytes,
                                                  arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Combines an integer in `rank`'s part of the segment with an operand, atomically, as
 * arauto_atomic_fetch.
 *  @param old_out  NULL, or where the value before is stored once the operation is complete
 *  @error  as arauto_epoch_put, and ARAUTO_ERR_ARGUMENT (width, operation) */
ARAUTO_EXPORT arauto_status_t arauto_epoch_fetch(arauto_epochs_h epochs,
                                                 int rank,
                                                 arauto_segment_h segment,
                                                 size_t offset,
                                                 int width,
                                                 arauto_atomic_op_t op,
                                                 uint64_t operand,
                                                 uint64_t* old_out,
                                                 arauto_request_t* request) ARAUTO_NOEXCEPT;

/** What a kernel is given. It runs once, in the process of the rank that called
 * arauto_epoch_run or in that of a peer which makes progress for it, and must not call functions of
 * this header. */
typedef struct arauto_kernel_call {
    int origin; /**< the caller of arauto_epoch_run, and its target: ranks in the job */
    int target;
    int is_origin; /**< 1: this process is the origin's, its private addresses can be used; 0: they
                      are reached by arauto_get_at and arauto_put_at */
    void* payload; /**< the copy of what was given; 16-byte aligned */
    size_t bytes;
    void* context; /**< arauto_epochs_set_context in this process */
} arauto_kernel_call_t;

/** What a kernel may return that has been recorded: it has done nothing, cannot do it now and here,
 * and is to be called again, in this process or in another. */
enum { ARAUTO_RUN_LATER = 2 };

/** @return ARAUTO_OK, or a failure, which the closing call or its request then tells; or
 * ARAUTO_RUN_LATER */
typedef arauto_status_t (*arauto_kernel_f)(const arauto_kernel_call_t* call);

/** Makes a function known as a kernel. Every process of the job registers the same kernels in the
 * same order, so that a number means the same everywhere; before the first arauto_epoch_run of any.
 *  @error  ARAUTO_ERR_MEMORY (there are 240 already) */
ARAUTO_EXPORT arauto_status_t arauto_kernel_register(arauto_kernel_f function,
                                                     int* kernel_out) ARAUTO_NOEXCEPT;

/** How an operation is run. */
enum {
    ARAUTO_RUN_OWNER_ONLY = 1 /**< by this process alone: its payload names private memory in a way
                                  that peers cannot follow */
};

/** An operation of the caller's own: runs `kernel` with a copy of `payload`, within the open access
 * epoch that covers `rank`. At once when that is possible, else recorded.
 *  @param payload  `bytes` bytes, copied; at most 32,768
 *  @param flags  0, or a sum of ARAUTO_RUN_ values
 *  @error  as arauto_epoch_put, and ARAUTO_ERR_ARGUMENT (no such kernel); what the kernel returns
 * when it ran at once */
ARAUTO_EXPORT arauto_status_t arauto_epoch_run(arauto_epochs_h epochs,
                                               int rank,
                                               int kernel,
                                               const void* payload,
                                               size_t bytes,
                                               int flags,
                                               arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Asks whether an operation towards `rank` called now would happen at once: `*ready_out` is 1 when
 * it would, and the caller may then carry it out by its own means instead; 0 when it would be
 * recorded.
 *  @error  ARAUTO_ERR_EPOCH (no access epoch covers `rank`), ARAUTO_ERR_RANK */
ARAUTO_EXPORT arauto_status_t arauto_epoch_reach(arauto_epochs_h epochs,
                                                 int rank,
                                                 int* ready_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
