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

#include "arauto/op.h"
#include "arauto/request.h"
#include "arauto/rma.h"
#include "arauto/segment.h"
#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** The epochs of one team: a window of MPI without its memory. */
typedef struct arauto_epochs* arauto_epochs_h;

/** Which epochs may go ahead of earlier ones that are closed but not complete. The caller promises
 * that such epochs touch different memory. */
enum {
    ARAUTO_REORDER_ACCESS_AFTER_ACCESS = 1,
    ARAUTO_REORDER_ACCESS_AFTER_EXPOSURE = 2,
    ARAUTO_REORDER_EXPOSURE_AFTER_EXPOSURE = 4,
    ARAUTO_REORDER_EXPOSURE_AFTER_ACCESS = 8
};

/** Promises of the caller about an epoch. */
enum {
    ARAUTO_EPOCH_NOCHECK = 1, /**< start: all targets have posted; locks: no rank competes */
    ARAUTO_EPOCH_NOPRECEDE = 2, /**< fence: it closes no epoch with operations */
    ARAUTO_EPOCH_NOSUCCEED = 4 /**< fence: it opens no epoch */
};

/** How a lock epoch shares its target. */
typedef enum arauto_lock_kind {
    ARAUTO_LOCK_SHARED = 1,
    ARAUTO_LOCK_EXCLUSIVE = 2
} arauto_lock_kind_t;

/** How far the operations before a flush must have come. */
typedef enum arauto_flush_scope {
    ARAUTO_FLUSH_LOCAL = 0, /**< memory of this rank may be used again */
    ARAUTO_FLUSH_REMOTE = 1 /**< they are done at the target */
} arauto_flush_scope_t;

/** Makes an object for epochs of a team; collective over it. No epoch is open at first.
 *  @error  as arauto_segment_allocate */
ARAUTO_EXPORT arauto_status_t arauto_epochs_create(arauto_team_h team,
                                                   arauto_epochs_h* epochs_out) ARAUTO_NOEXCEPT;

/** Frees an object; collective over its team. Epochs that are closed are completed first; their
 * requests stay valid.
 *  @error  ARAUTO_ERR_EPOCH when an epoch is open here (nothing is freed, no rank is waited for);
 * else as arauto_segment_free */
ARAUTO_EXPORT arauto_status_t arauto_epochs_free(arauto_epochs_h epochs) ARAUTO_NOEXCEPT;

/** Sets which epochs that are opened from now on may go ahead of earlier ones. Local: ranks may
 * differ. None at first.
 *  @param flags  a sum of ARAUTO_REORDER_ values
 *  @error  ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_epochs_set_reorder(arauto_epochs_h epochs,
                                                        int flags) ARAUTO_NOEXCEPT;

/** Opens an exposure epoch: the listed ranks may access this rank's memory in their next access
 * epoch towards it. Never waits.
 *  @param ranks  in the team, no rank twice; this rank may be listed; may be NULL when count is 0
 *  @param count  how many `ranks` has, >= 0
 *  @param asserts  0 or ARAUTO_EPOCH_NOCHECK
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_EPOCH (one is open already)
 *  @source MPI-4.1 section 12.5.2 */
ARAUTO_EXPORT arauto_status_t arauto_epoch_post(arauto_epochs_h epochs,
                                                const int* ranks,
                                                int count,
                                                int asserts) ARAUTO_NOEXCEPT;

/** Opens an access epoch towards the listed ranks. Operations towards a rank happen once it has
 * posted; until then they are recorded. Never waits.
 *  @param ranks  in the team, no rank twice; this rank may be listed; may be NULL when count is 0
 *  @param count  how many `ranks` has, >= 0
 *  @param asserts  0, or ARAUTO_EPOCH_NOCHECK: all targets have posted
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_EPOCH (one is open already)
 *  @source MPI-4.1 section 12.5.2
 *  @example
 *     arauto_epoch_post(epochs, neighbours, 2, 0);
 *     arauto_epoch_start(epochs, neighbours, 2, 0);
 *     arauto_epoch_put(epochs, right, words, 0, &mine, sizeof mine, NULL);
 *     arauto_epoch_complete(epochs, &sent);
 *     arauto_epoch_wait(epochs, &received);
 *     // work that needs neither
 *     arauto_request_wait(&received);
 *     arauto_request_wait(&sent);
 */
ARAUTO_EXPORT arauto_status_t arauto_epoch_start(arauto_epochs_h epochs,
                                                 const int* ranks,
                                                 int count,
                                                 int asserts) ARAUTO_NOEXCEPT;

/** Closes what arauto_epoch_start opened. Complete when all its operations are, and every target
 * has been notified.
 *  @param request  NULL: waits for that; else it is given a request that completes then
 *  @error  ARAUTO_ERR_EPOCH (nothing to close), ARAUTO_ERR_MEMORY; without a request also those of
 * arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_complete(arauto_epochs_h epochs,
                                                    arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Closes what arauto_epoch_post opened. Complete when every origin has completed its matching
 * access epoch.
 *  @param request  NULL: waits for that; else it is given a request that completes then
 *  @error  ARAUTO_ERR_EPOCH (nothing to close), ARAUTO_ERR_MEMORY; without a request also those of
 * arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_wait(arauto_epochs_h epochs,
                                                arauto_request_t* request) ARAUTO_NOEXCEPT;

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

/** Opens an access epoch towards one rank under its lock, or towards every member. Locks are
 * granted in the order in which they were asked for; shared ones that follow each other are held
 * together. An epoch towards every member shares it with others of its kind and with shared locks,
 * not with exclusive ones. Operations happen once the lock is granted; until then they are
 * recorded. Never waits.
 *  @param rank  in the team, or ARAUTO_EVERY_RANK
 *  @param kind  ARAUTO_LOCK_SHARED for every rank
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

/** Closes the lock epoch towards `rank`, or the one towards every member. Complete when its
 * operations are done at the target and the lock is given back.
 *  @param rank  as it was opened
 *  @param request  NULL: waits for that; else it is given a request that completes then
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_EPOCH (no such epoch is open), ARAUTO_ERR_MEMORY; without a
 * request also those of arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_unlock(arauto_epochs_h epochs,
                                                  int rank,
                                                  arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Completes the operations called before it in the open lock epochs, without closing these.
 * Operations called after it are not waited for.
 *  @param rank  in the team, the target whose operations count; or ARAUTO_EVERY_RANK
 *  @param scope  whether local or remote completion is asked for
 *  @param request  NULL: waits; else it is given a request
 *  @error  ARAUTO_ERR_EPOCH (no lock epoch is open, or none towards `rank`), ARAUTO_ERR_RANK,
 * ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_MEMORY; without a request also those of arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_epoch_flush(arauto_epochs_h epochs,
                                                 int rank,
                                                 arauto_flush_scope_t scope,
                                                 arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Carries out an operation within the open access epoch that covers its rank: a put or get of
 * contiguous memory, or an atomic operation, without a notification. At once when that is possible,
 * else recorded; at most 65,536 operations and 64 MiB of what belongs to them are recorded on an
 * object, then calls make progress until there is room.
 *  @param op  not kept; its rank is one of the team. Memory of this process that it names is not
 * changed, and what it is to receive is not looked at, until the operation is complete: by its
 * request, a flush, or the epoch's end
 *  @param request  NULL, or it is given a request that completes when the operation is done
 *  @error  ARAUTO_ERR_EPOCH (no access epoch covers the rank), ARAUTO_ERR_UNSUPPORTED (sections,
 * runs, notifications), ARAUTO_ERR_MEMORY, and as arauto_rma. The closing call or its request
 * reports a later failure
 *  @cost  when it can be done at once: that of arauto_rma
 *  @example
 *     const arauto_op_t claim = {.kind = ARAUTO_OP_COMPARE_SWAP, .rank = 0, .segment = words,
 *                                .width = 8, .expected = 0, .operand = 1, .old_out = &before};
 *     arauto_epoch_rma(epochs, &claim, &done);
 */
ARAUTO_EXPORT arauto_status_t arauto_epoch_rma(arauto_epochs_h epochs,
                                               const arauto_op_t* op,
                                               arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Copies `bytes` from `memory` here to `offset` in `rank`'s part of the segment, within the open
 * access epoch that covers `rank`: what arauto_epoch_rma does with a put, without a description.
 *  @param rank  in the team
 *  @error  as arauto_epoch_rma
 *  @cost  when it can be done at once: that of arauto_put, and a few nanoseconds */
ARAUTO_EXPORT arauto_status_t arauto_epoch_put(arauto_epochs_h epochs,
                                               int rank,
                                               arauto_segment_h segment,
                                               size_t offset,
                                               const void* memory,
                                               size_t bytes,
                                               arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Copies `bytes` from `offset` in `rank`'s part of the segment to `memory` here. Arguments, errors
 * and cost as arauto_epoch_put. */
ARAUTO_EXPORT arauto_status_t arauto_epoch_get(arauto_epochs_h epochs,
                                               int rank,
                                               arauto_segment_h segment,
                                               size_t offset,
                                               void* memory,
                                               size_t bytes,
                                               arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Atomically combines the integer at `offset` in `rank`'s part of the segment with `operand`, as
 * arauto_atomic_fetch does, within the open access epoch that covers `rank`.
 *  @param rank  in the team
 *  @param width  1, 2, 4 or 8 bytes
 *  @param old_out  NULL, or where the value before is stored once the operation is complete
 *  @error  as arauto_epoch_rma */
ARAUTO_EXPORT arauto_status_t arauto_epoch_fetch(arauto_epochs_h epochs,
                                                 int rank,
                                                 arauto_segment_h segment,
                                                 size_t offset,
                                                 int width,
                                                 arauto_atomic_op_t atomic,
                                                 uint64_t operand,
                                                 uint64_t* old_out,
                                                 arauto_request_t* request) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
