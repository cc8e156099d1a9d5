/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Atomic operations on integers of 1, 2, 4 or 8 bytes in a segment, naturally aligned. They give no
 * order to other accesses. A rank is a rank in the job, offsets are bytes; values travel in the low
 * bytes of a uint64_t, and results are zero-extended.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** How arauto_atomic_fetch combines the value with the operand. */
typedef enum arauto_atomic_op {
    ARAUTO_ATOMIC_ADD = 0,
    ARAUTO_ATOMIC_AND = 1,
    ARAUTO_ATOMIC_OR = 2,
    ARAUTO_ATOMIC_XOR = 3,
    ARAUTO_ATOMIC_SWAP = 4,
    ARAUTO_ATOMIC_MIN = 5, /**< signed */
    ARAUTO_ATOMIC_MAX = 6 /**< signed */
} arauto_atomic_op_t;

/** Stores `value` at `offset` of `rank`'s part of the segment.
 *  @param width  1, 2, 4 or 8 bytes
 *  @param value  in its low `width` bytes
 *  @error ARAUTO_ERR_ARGUMENT (width), ARAUTO_ERR_RANGE (outside, or not aligned to width),
 * ARAUTO_ERR_RANK, ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_atomic_store(
    arauto_segment_h segment, int rank, size_t offset, int width, uint64_t value) ARAUTO_NOEXCEPT;

/** Loads the integer at `offset` of `rank`'s part of the segment.
 *  @param width  1, 2, 4 or 8 bytes
 *  @param value_out  not NULL
 *  @error ARAUTO_ERR_ARGUMENT (width), ARAUTO_ERR_RANGE (outside, or not aligned to width),
 * ARAUTO_ERR_RANK, ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_atomic_load(arauto_segment_h segment,
                                                 int rank,
                                                 size_t offset,
                                                 int width,
                                                 uint64_t* value_out) ARAUTO_NOEXCEPT;

/** Combines the integer at `offset` of `rank`'s part of the segment with `operand`.
 *  @param width  1, 2, 4 or 8 bytes
 *  @param old_out  the value before, or NULL when not wanted
 *  @error ARAUTO_ERR_ARGUMENT (width, op), ARAUTO_ERR_RANGE (outside, or not aligned to width),
 * ARAUTO_ERR_RANK, ARAUTO_ERR_FAILED
 *  @source MPI-4.1 section 12.3.4 (MPI_Fetch_and_op)
 *  @example
 *     uint64_t ticket;
 *     arauto_atomic_fetch(counters, 0, 0, 8, ARAUTO_ATOMIC_ADD, 1, &ticket);
 */
ARAUTO_EXPORT arauto_status_t arauto_atomic_fetch(arauto_segment_h segment,
                                                  int rank,
                                                  size_t offset,
                                                  int width,
                                                  arauto_atomic_op_t op,
                                                  uint64_t operand,
                                                  uint64_t* old_out) ARAUTO_NOEXCEPT;

/** Stores `desired` at `offset` of `rank`'s part of the segment when the integer there equals
 * `expected`.
 *  @param width  1, 2, 4 or 8 bytes
 *  @param desired  in its low `width` bytes
 *  @param old_out  the value before in either case, or NULL when not wanted
 *  @error ARAUTO_ERR_ARGUMENT (width), ARAUTO_ERR_RANGE (outside, or not aligned to width),
 * ARAUTO_ERR_RANK, ARAUTO_ERR_FAILED
 *  @source MPI-4.1 section 12.3.4 (MPI_Compare_and_swap) */
ARAUTO_EXPORT arauto_status_t arauto_atomic_compare_swap(arauto_segment_h segment,
                                                         int rank,
                                                         size_t offset,
                                                         int width,
                                                         uint64_t expected,
                                                         uint64_t desired,
                                                         uint64_t* old_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
