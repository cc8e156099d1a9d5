/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Nonblocking epochs (Zounmevo and others, SC 2014): MPI's one-sided synchronisation in forms that
 * never wait. Each call is the blocking one of the same name, and gives a request beside; the two
 * forms may be mixed freely, also for the two ends of one epoch. arauto/mpix.h includes this file.
 *
 * Opening calls (istart, ipost, ilock, ilock_all; ifence opens too) return at once. An epoch that
 * may not begin yet is deferred: what is called in it is recorded and done in order later, so that
 * buffers must stay as they are until the epoch, a flush or the operation's own request is
 * complete. An epoch that was opened after another had been closed, but was not complete, begins
 * when that one is complete, unless an info key below lets it go ahead. Epochs that are open at the
 * same time do not wait for each other.
 *
 * Requests are complete when
 *   icomplete, iunlock, iunlock_all   the operations of the epoch are done at the target, and the
 *                                     targets know, or the lock is given back
 *   iwait                             every origin has completed its access
 *   ifence                            every process has called the fence that closes the epoch,
 *                                     and its operations are done. At once with MPI_MODE_NOPRECEDE
 *   ilock, ilock_all                  the lock is held: wait for it before memory of the target is
 *                                     accessed by load and store. Operations need no wait
 *   istart, ipost                     at once
 *   iflush...                         the operations called before it in that epoch are done, at
 *                                     the target or (local) as far as memory here is concerned;
 *                                     those called later are not waited for
 * They are for MPI_Wait, MPI_Test and all their forms, also beside requests of the MPI, and for
 * MPI_Request_get_status; a completing call frees them. Failures of the epoch, and of operations
 * that were recorded, are their errors. MPI_Request_free: the epoch goes on, and only the return of
 * a later call that waits for the same window shows that buffers are free. MPI_Cancel is an error
 * (MPI_ERR_REQUEST).
 *
 * A window whose epochs are closed, but not complete, may be freed: MPI_Win_free completes them
 * first. One with an epoch open is refused (MPI_ERR_RMA_SYNC), in every form.
 *
 * Windows must be this library's own, on one machine or several. On others every call gives
 * MPI_ERR_UNSUPPORTED_OPERATION at the window's error handler: the blocking call instead could
 * wait for ever where this one may not.
 *
 * Info keys, for the calls that make a window and for MPI_Win_set_info, which counts for epochs
 * opened later; each process may choose its own. Values "1" or "true", "0" or "false" (as at
 * first); any other is MPI_ERR_INFO_VALUE, and nothing has changed then. With one set, the program
 * promises that such epochs touch different memory:
 * (Open MPI has room for keys of 35 characters: there the short names are the ones to use.)
 *   MPI_WIN_ACCESS_AFTER_ACCESS_REORDER       (or A_A_A_R)  an access epoch may go ahead of access
 *                                             epochs before it that are closed, but not complete
 *   MPI_WIN_ACCESS_AFTER_EXPOSURE_REORDER     (A_A_E_R)  an access epoch, of exposure epochs
 *   MPI_WIN_EXPOSURE_AFTER_EXPOSURE_REORDER   (E_A_E_R)  an exposure epoch, of exposure epochs
 *   MPI_WIN_EXPOSURE_AFTER_ACCESS_REORDER     (E_A_A_R)  an exposure epoch, of access epochs
 * A fence is both; lock and lock_all are access epochs. docs/specs/nonblocking-epochs.md lists the
 * pairs that never go ahead of each other.
 */
#pragma once

#include <mpi.h>

#if defined(__cplusplus)
extern "C" {
#endif

#if !defined(MPIX_API)
#define MPIX_API __attribute__((visibility("default")))
#endif

/* Errors, beside those of the blocking call: MPI_ERR_ARG when `request` is a null pointer. Nothing
 * is opened or closed by a call that gives an error. */

/** Closes the epoch that the last fence opened and opens the next. Collective.
 *  @error MPI_ERR_ASSERT, MPI_ERR_RMA_SYNC (an epoch of another kind is open) */
MPIX_API int MPIX_Win_ifence(int assert, MPI_Win win, MPI_Request* request);

/** Opens an exposure epoch. @error MPI_ERR_ASSERT, MPI_ERR_GROUP, MPI_ERR_RMA_SYNC */
MPIX_API int MPIX_Win_ipost(MPI_Group group, int assert, MPI_Win win, MPI_Request* request);

/** Opens an access epoch. @error MPI_ERR_ASSERT, MPI_ERR_GROUP, MPI_ERR_RMA_SYNC */
MPIX_API int MPIX_Win_istart(MPI_Group group, int assert, MPI_Win win, MPI_Request* request);

/** Closes what start or istart opened. @error MPI_ERR_RMA_SYNC (nothing to close) */
MPIX_API int MPIX_Win_icomplete(MPI_Win win, MPI_Request* request);

/** Closes what post or ipost opened; MPI_Win_test may not be called for that epoch any more.
 *  @error MPI_ERR_RMA_SYNC (nothing to close) */
MPIX_API int MPIX_Win_iwait(MPI_Win win, MPI_Request* request);

/** Opens a lock epoch towards `rank`. @error MPI_ERR_LOCKTYPE, MPI_ERR_RANK, MPI_ERR_ASSERT,
 * MPI_ERR_RMA_SYNC (one towards this rank is open, or one of another kind) */
MPIX_API int MPIX_Win_ilock(int lock_type, int rank, int assert, MPI_Win win, MPI_Request* request);

/** Opens a shared lock epoch towards every process. @error MPI_ERR_ASSERT, MPI_ERR_RMA_SYNC */
MPIX_API int MPIX_Win_ilock_all(int assert, MPI_Win win, MPI_Request* request);

/** Closes the lock epoch towards `rank`. @error MPI_ERR_RANK, MPI_ERR_RMA_SYNC */
MPIX_API int MPIX_Win_iunlock(int rank, MPI_Win win, MPI_Request* request);

/** Closes what lock_all or ilock_all opened. @error MPI_ERR_RMA_SYNC */
MPIX_API int MPIX_Win_iunlock_all(MPI_Win win, MPI_Request* request);

/** Complete the operations called before towards `rank`, or all, in the open lock epochs.
 *  @error MPI_ERR_RANK, MPI_ERR_RMA_SYNC (no lock epoch is open, or none towards `rank`) */
MPIX_API int MPIX_Win_iflush(int rank, MPI_Win win, MPI_Request* request);
MPIX_API int MPIX_Win_iflush_local(int rank, MPI_Win win, MPI_Request* request);
MPIX_API int MPIX_Win_iflush_all(MPI_Win win, MPI_Request* request);
MPIX_API int MPIX_Win_iflush_local_all(MPI_Win win, MPI_Request* request);

#if defined(__cplusplus)
}
#endif
