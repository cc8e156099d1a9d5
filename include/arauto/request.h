/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Requests: by its request a program learns when the work of a nonblocking call is complete. It is
 * a plain value of the process that made it; it may be copied and stored, but only one copy is
 * used. All zero it names nothing, and counts as complete.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Names the work of a nonblocking call. */
typedef struct arauto_request {
    uint64_t offset;
    uint64_t serial;
} arauto_request_t;

/** Looks whether what `request` names is complete, after one bounded step of progress: of every
 * pending epoch of this process, and of those of peers with work that no other process does now.
 * Never waits.
 *  @param request  set to zero once complete, or failed; zero at once: complete
 *  @param done_out  1 or 0; 1 also when it failed
 *  @order  what peers wrote to this rank in a completed epoch is visible on return
 *  @error  ARAUTO_ERR_ARGUMENT (no request of this process, or one that was used up already);
 * ARAUTO_ERR_FAILED, ARAUTO_ERR_STOPPED (a rank that was needed is gone, the rest was done); what
 * the first operation that failed had returned
 *  @cost  a complete request: one load */
ARAUTO_EXPORT arauto_status_t arauto_request_test(arauto_request_t* request,
                                                  int* done_out) ARAUTO_NOEXCEPT;

/** Waits until what `request` names is complete.
 *  @param request  set to zero; zero at once: complete
 *  @order  what peers wrote to this rank in a completed epoch is visible on return
 *  @error  as arauto_request_test */
ARAUTO_EXPORT arauto_status_t arauto_request_wait(arauto_request_t* request) ARAUTO_NOEXCEPT;

/** Gives a request up, complete or not. The work goes on; when it is complete, and whether it
 * failed, is no longer reported: only the return of a later closing call that waits shows that
 * buffers are free.
 *  @param request  set to zero; zero is allowed
 *  @error  ARAUTO_ERR_ARGUMENT (no request of this process, or one that was used up already);
 * ARAUTO_ERR_UNSUPPORTED (an operation of arauto_rma_begin, which has to be waited for) */
ARAUTO_EXPORT arauto_status_t arauto_request_free(arauto_request_t* request) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
