/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Counting notifications: an operation on another rank's memory that also adds one to a count
 * there, so that the target learns of it without a second operation and the origin waits for
 * nothing; and posts without data. Where the target wants to know source and tag, see
 * arauto/board.h.
 *
 * A counting slot is two counts that only grow: arrivals, written by origins, and takings, written
 * by the rank that it belongs to. Nothing is ever reset, so no arrival is lost.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** An array of counting slots, the same number on every rank of a team. */
typedef struct arauto_notify* arauto_notify_h;

/** Names one slot, alike on every rank of its team: a plain value that may be copied, stored and
 * sent. Zero names none. */
typedef struct arauto_slot {
    uint64_t offset;
} arauto_slot_t;

/** Makes an array of counting slots; collective over the team. Counts start at 0.
 *  @param count  slots, the same on all ranks
 *  @error  as arauto_segment_allocate */
ARAUTO_EXPORT arauto_status_t arauto_notify_create(arauto_team_h team,
                                                   size_t count,
                                                   arauto_notify_h* notify_out) ARAUTO_NOEXCEPT;

/** Frees an array; collective over its team. Its slots name nothing afterwards.
 *  @error  as arauto_segment_free */
ARAUTO_EXPORT arauto_status_t arauto_notify_free(arauto_notify_h notify) ARAUTO_NOEXCEPT;

/** Gives the name of slot `index`, for calls that notify.
 *  @param index  from 0
 *  @error ARAUTO_ERR_RANGE, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_notify_slot(arauto_notify_h notify,
                                                 size_t index,
                                                 arauto_slot_t* slot_out) ARAUTO_NOEXCEPT;

/** Adds one to `slot` of `rank`.
 *  @param rank  in the job
 *  @order  this rank's earlier accesses to `rank` come first; where those to other ranks must too,
 * call arauto_flush before
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT (no such slot), ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_notify_post(int rank, arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** arauto_put, and one is added to `slot` of `rank` once the data is there.
 *  @order  `source` may be reused on return; a rank that has seen the notification sees the data;
 * no other operation is waited for
 *  @error  as arauto_put, and ARAUTO_ERR_ARGUMENT (no such slot); neither data nor notification
 * then
 *  @source Notified Access, Belli and Hoefler 2015; Fortran 2023, 9.6 (NOTIFY=)
 *  @example
 *     arauto_put_notify(inbox, right, 0, message, sizeof message, arrived);
 *     arauto_notify_wait(notify, ARRIVED, 1); // the left neighbour's message is here
 */
ARAUTO_EXPORT arauto_status_t arauto_put_notify(arauto_segment_h segment,
                                                int rank,
                                                size_t offset,
                                                const void* source,
                                                size_t bytes,
                                                arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** arauto_get, and one is added to `slot` of `rank` once its data has been read: it may be
 * overwritten from then on.
 *  @error  as arauto_get, and ARAUTO_ERR_ARGUMENT (no such slot); no notification then */
ARAUTO_EXPORT arauto_status_t arauto_get_notify(arauto_segment_h segment,
                                                int rank,
                                                size_t offset,
                                                void* destination,
                                                size_t bytes,
                                                arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** Waits until slot `index` of this rank has at least `until_count` untaken notifications, then
 * takes that many.
 *  @param until_count  >= 1
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANGE; ARAUTO_ERR_FAILED once after each failure in the
 * job, since the failed rank may have been the one to notify: call again to wait for the others;
 * ARAUTO_ERR_FAILED or ARAUTO_ERR_STOPPED when every other rank of the job has failed or stopped,
 * so that none is left to notify. Nothing is taken then. A rank alone in its job waits for its own
 * threads, without end. */
ARAUTO_EXPORT arauto_status_t arauto_notify_wait(arauto_notify_h notify,
                                                 size_t index,
                                                 uint64_t until_count) ARAUTO_NOEXCEPT;

/** Takes `until_count` notifications of slot `index` of this rank when that many are there. Never
 * blocks.
 *  @param until_count  >= 1
 *  @param done_out  1 when they were taken; 0: nothing is taken
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANGE */
ARAUTO_EXPORT arauto_status_t arauto_notify_test(arauto_notify_h notify,
                                                 size_t index,
                                                 uint64_t until_count,
                                                 int* done_out) ARAUTO_NOEXCEPT;

/** Returns how many untaken notifications slot `index` of this rank has. Never blocks.
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANGE */
ARAUTO_EXPORT arauto_status_t arauto_notify_query(arauto_notify_h notify,
                                                  size_t index,
                                                  uint64_t* count_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
