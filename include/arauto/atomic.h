/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Atomic operations on integers of 1, 2, 4 or 8 bytes in a segment, naturally aligned. No order but
 * their own.
 */
#pragma once

#include "arauto/segment.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum arauto_atomic_op {
    ARAUTO_ATOMIC_ADD = 0,
    ARAUTO_ATOMIC_AND = 1,
    ARAUTO_ATOMIC_OR = 2,
    ARAUTO_ATOMIC_XOR = 3,
    ARAUTO_ATOMIC_SWAP = 4,
    ARAUTO_ATOMIC_MIN = 5, /**< signed */
    ARAUTO_ATOMIC_MAX = 6 /**< signed */
} arauto_atomic_op_t;

/** @param width  1, 2, 4 or 8 bytes; values travel in the low bytes of a uint64_t, results are
 * zero-extended
 *  @error ARAUTO_ERR_ARGUMENT (width, op), ARAUTO_ERR_RANGE (outside, or not aligned to width),
 * ARAUTO_ERR_RANK, ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_atomic_store(
    arauto_segment_h segment, int rank, size_t offset, int width, uint64_t value) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_atomic_load(arauto_segment_h segment,
                                                 int rank,
                                                 size_t offset,
                                                 int width,
                                                 uint64_t* value_out) ARAUTO_NOEXCEPT;
/** @param old_out  the value before, or NULL when not wanted */
ARAUTO_EXPORT arauto_status_t arauto_atomic_fetch(arauto_segment_h segment,
                                                  int rank,
                                                  size_t offset,
                                                  int width,
                                                  arauto_atomic_op_t op,
                                                  uint64_t operand,
                                                  uint64_t* old_out) ARAUTO_NOEXCEPT;
/** Stores `desired` when the value equals `expected`; `*old_out` (may be NULL) is the value before
 * in either case. */
ARAUTO_EXPORT arauto_status_t arauto_atomic_compare_swap(arauto_segment_h segment,
                                                         int rank,
                                                         size_t offset,
                                                         int width,
                                                         uint64_t expected,
                                                         uint64_t desired,
                                                         uint64_t* old_out) ARAUTO_NOEXCEPT;

/** The same by address, as arauto_put_at, in memory that ranks share: a segment, or memory from
 * arauto_memory_allocate.
 *  @error  as arauto_atomic_fetch; ARAUTO_ERR_RANGE (private memory, or not aligned to width) */
ARAUTO_EXPORT arauto_status_t arauto_atomic_fetch_at(int rank,
                                                     uint64_t address,
                                                     int width,
                                                     arauto_atomic_op_t op,
                                                     uint64_t operand,
                                                     uint64_t* old_out) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_atomic_compare_swap_at(int rank,
                                                            uint64_t address,
                                                            int width,
                                                            uint64_t expected,
                                                            uint64_t desired,
                                                            uint64_t* old_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
