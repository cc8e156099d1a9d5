/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Tagged notifications. A counting slot (arauto/notify.h) only counts; a board keeps the source and
 * the tag of every notification. It gives notifications out by source and tag, either of which may
 * be any, in the order in which they came.
 *
 * Notifications that come before the owner asks for them are kept, as many as memory allows.
 * Finding one takes the same time among ten as among 100,000. Each rank's board has room for
 * `capacity` notifications that its owner has not looked at; an origin that finds it full waits
 * until the owner has. The owner looks at its boards in every call of this library that waits, and
 * in the calls below; a thread of its process looks at them when an origin finds no room.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** A board on every rank of a team. */
typedef struct arauto_board* arauto_board_h;

#define ARAUTO_ANY_SOURCE (-1) /**< a notification from any rank */
#define ARAUTO_ANY_TAG (-1) /**< a notification with any tag */

/** The notification that a wait took last. */
typedef struct arauto_match {
    int source; /**< rank in the job */
    int tag;
    uint64_t bytes; /**< that its operation moved, or that arauto_board_post was given */
    const void* data; /**< in this rank's memory, where a contiguous put has put them; else NULL */
} arauto_match_t;

/** Makes a board on every rank; collective over the team.
 *  @param capacity  how many notifications each rank's ring holds, the same on all ranks, at most
 * 1048576; rounded up to a power of two; 0: 1024. Each takes 64 bytes
 *  @error ARAUTO_ERR_ARGUMENT (capacity), ARAUTO_ERR_MISMATCH, and as arauto_segment_allocate */
ARAUTO_EXPORT arauto_status_t arauto_board_create(arauto_team_h team,
                                                  size_t capacity,
                                                  arauto_board_h* board_out) ARAUTO_NOEXCEPT;

/** Frees a board; collective over its team, a barrier comes first. Notifications not taken are
 * lost.
 *  @error  as arauto_segment_free */
ARAUTO_EXPORT arauto_status_t arauto_board_free(arauto_board_h board) ARAUTO_NOEXCEPT;

/** Notifies `rank` with `tag`. Waits while its ring is full.
 *  @param rank  in the job
 *  @param tag  0 or more
 *  @param bytes  that the match shall report: what the caller has moved by other calls; 0: a tag
 * alone
 *  @order  this rank's earlier accesses to `rank` come first; so do its earlier notifications
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT (tag), ARAUTO_ERR_FAILED, ARAUTO_ERR_STOPPED (the
 * ring is full and its owner has stopped) */
ARAUTO_EXPORT arauto_status_t arauto_board_post(arauto_board_h board,
                                                int rank,
                                                int tag,
                                                uint64_t bytes) ARAUTO_NOEXCEPT;

/** arauto_put, and `rank` is notified with `tag` once the data is there.
 *  @param bytes  length of the data, which the match reports too
 *  @param tag  0 or more
 *  @order  `source` may be reused on return; the rank that takes the notification sees the data
 *  @error  as arauto_put and arauto_board_post; data without notification only when the target has
 * failed, or has stopped with a full ring
 *  @example
 *     arauto_put_tagged(segment, rank, 0, &piece, sizeof piece, board, number);
 *     // at the target
 *     arauto_match_t task;
 *     arauto_board_wait(board, 0, ARAUTO_ANY_TAG, 1, &task); // task.tag is the number
 */
ARAUTO_EXPORT arauto_status_t arauto_put_tagged(arauto_segment_h segment,
                                                int rank,
                                                size_t offset,
                                                const void* source,
                                                size_t bytes,
                                                arauto_board_h board,
                                                int tag) ARAUTO_NOEXCEPT;

/** arauto_get, and `rank` is notified with `tag` once its data has been read: it may be
 * overwritten from then on.
 *  @param bytes  length of the data, which the match reports too
 *  @param tag  0 or more
 *  @error  as arauto_get and arauto_board_post */
ARAUTO_EXPORT arauto_status_t arauto_get_tagged(arauto_segment_h segment,
                                                int rank,
                                                size_t offset,
                                                void* destination,
                                                size_t bytes,
                                                arauto_board_h board,
                                                int tag) ARAUTO_NOEXCEPT;

/** Waits until `expected` notifications from `source` with `tag` are there, and takes the oldest of
 * them: all or none.
 *  @param source  a rank in the job, or ARAUTO_ANY_SOURCE
 *  @param tag  0 or more, or ARAUTO_ANY_TAG
 *  @param expected  >= 1
 *  @param last_out  the last one taken; may be NULL
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT; ARAUTO_ERR_FAILED or ARAUTO_ERR_STOPPED when
 * `source` has ended; from any source as arauto_notify_wait; nothing is taken then */
ARAUTO_EXPORT arauto_status_t arauto_board_wait(arauto_board_h board,
                                                int source,
                                                int tag,
                                                uint64_t expected,
                                                arauto_match_t* last_out) ARAUTO_NOEXCEPT;

/** Takes `expected` notifications from `source` with `tag` when they are there. Never blocks.
 * Arguments as arauto_board_wait.
 *  @param done_out  1 when they were taken; 0: nothing is taken
 *  @order  a notification that was posted before a barrier is there after it
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_board_test(arauto_board_h board,
                                                int source,
                                                int tag,
                                                uint64_t expected,
                                                arauto_match_t* last_out,
                                                int* done_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
