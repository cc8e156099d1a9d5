/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Collectives over a team. Every rank of the team makes the same calls in the same order, one
 * thread at a time.
 */
#pragma once

#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Types of elements. */
typedef enum arauto_type {
    ARAUTO_INT8 = 0,
    ARAUTO_INT16,
    ARAUTO_INT32,
    ARAUTO_INT64,
    ARAUTO_UINT8,
    ARAUTO_UINT16,
    ARAUTO_UINT32,
    ARAUTO_UINT64,
    ARAUTO_FLOAT,
    ARAUTO_DOUBLE,
    ARAUTO_LONG_DOUBLE,
    ARAUTO_COMPLEX_FLOAT,
    ARAUTO_COMPLEX_DOUBLE,
    ARAUTO_COMPLEX_LONG_DOUBLE
} arauto_type_t;

/** How arauto_reduce combines elements. */
typedef enum arauto_reduce_op {
    ARAUTO_SUM = 0,
    ARAUTO_PROD = 1,
    ARAUTO_MIN = 2,
    ARAUTO_MAX = 3
} arauto_reduce_op_t;

enum { ARAUTO_ALL_RANKS = -1 /**< as the root: every member gets the result */ };

/** inout[i] = inout[i] (op) in[i] for i < count, where inout comes from the lower rank: the
 * operation must be associative, it need not be commutative. */
typedef void (*arauto_combine_t)(void* context, void* inout, const void* in, size_t count);

/** Copies `bytes` at `data` of rank `root` (in the team) to `data` of every other member.
 *  @param data  `bytes` bytes: read at the root, written at the others
 *  @param root  in the team
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_MISMATCH (roots or sizes differ, or other members are in
 * another collective; all members get it), ARAUTO_ERR_STOPPED, ARAUTO_ERR_FAILED; `data` is
 * undefined at non-roots after the last two */
ARAUTO_EXPORT arauto_status_t arauto_broadcast(arauto_team_h team,
                                               void* data,
                                               size_t bytes,
                                               int root) ARAUTO_NOEXCEPT;

/** Reduces element by element, in place; the result is the same bits on every rank.
 *  @param data  `count` elements
 *  @param count  elements, the same on all ranks
 *  @param root  rank in the team that gets the result (others keep their `data`), or
 * ARAUTO_ALL_RANKS
 *  @error  as arauto_broadcast, but `data` is undefined on every rank after ARAUTO_ERR_STOPPED and
 * ARAUTO_ERR_FAILED; also ARAUTO_ERR_ARGUMENT (MIN and MAX of complex, unknown type or op)
 *  @example
 *     double sum = mine;
 *     arauto_reduce(arauto_team_world(), &sum, 1, ARAUTO_DOUBLE, ARAUTO_SUM, ARAUTO_ALL_RANKS);
 */
ARAUTO_EXPORT arauto_status_t arauto_reduce(arauto_team_h team,
                                            void* data,
                                            size_t count,
                                            arauto_type_t type,
                                            arauto_reduce_op_t op,
                                            int root) ARAUTO_NOEXCEPT;

/** Reduces element by element, in place, by the caller's operation on elements of any size.
 *  @param data  `count` elements of `element_bytes` bytes
 *  @param count  elements, the same on all ranks
 *  @param combine  called with any number of elements at once; must be associative
 *  @param context  what `combine` is given
 *  @param root  rank in the team that gets the result (others keep their `data`), or
 * ARAUTO_ALL_RANKS
 *  @error  as arauto_reduce; also ARAUTO_ERR_ARGUMENT (no operation, or elements of 0 bytes) */
ARAUTO_EXPORT arauto_status_t arauto_reduce_with(arauto_team_h team,
                                                 void* data,
                                                 size_t count,
                                                 size_t element_bytes,
                                                 arauto_combine_t combine,
                                                 void* context,
                                                 int root) ARAUTO_NOEXCEPT;

/** Gathers `bytes` of each member into `all_out` (team size * bytes), in rank order, on every
 * member.
 *  @param mine  `bytes` bytes of this rank
 *  @error  as arauto_broadcast; `all_out` is undefined after ARAUTO_ERR_STOPPED and
 * ARAUTO_ERR_FAILED
 */
ARAUTO_EXPORT arauto_status_t arauto_allgather(arauto_team_h team,
                                               const void* mine,
                                               size_t bytes,
                                               void* all_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
