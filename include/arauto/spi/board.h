/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends that match tagged notifications themselves: looking at a board
 * without taking, and polling it in a loop.
 */
#pragma once

#include "arauto/board.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** arauto_board_test, after up to `looks` looks whether something has come to this rank's board
 * that it has not looked at. For callers that wait in a loop of their own: a small loop sees what
 * comes, and fetches its data, some 20 ns earlier than calls of arauto_board_test do.
 *  @param looks  0: as arauto_board_test, whose other arguments and errors are the same */
ARAUTO_EXPORT arauto_status_t arauto_board_watch(arauto_board_h board,
                                                 int source,
                                                 int tag,
                                                 uint64_t expected,
                                                 int looks,
                                                 arauto_match_t* last_out,
                                                 int* done_out) ARAUTO_NOEXCEPT;

/** Returns the oldest notification from `source` with `tag` that has come and has not been taken,
 * and leaves it there. Never blocks.
 *  @param source  a rank in the job, or ARAUTO_ANY_SOURCE
 *  @param tag  0 or more, or ARAUTO_ANY_TAG
 *  @param oldest_out  may be NULL; set only when there is one
 *  @param found_out  1, or 0 when there is none
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_board_peek(arauto_board_h board,
                                                int source,
                                                int tag,
                                                arauto_match_t* oldest_out,
                                                int* found_out) ARAUTO_NOEXCEPT;

/** Returns how many notifications from `source` with `tag` have come and not been taken. Never
 * blocks. Arguments and errors as arauto_board_peek. */
ARAUTO_EXPORT arauto_status_t arauto_board_query(arauto_board_h board,
                                                 int source,
                                                 int tag,
                                                 uint64_t* count_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
