/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: direct entries for atomic operations by address, in memory that
 * ranks share: a segment, or memory from arauto_memory_allocate. Programs describe them to
 * arauto_rma.
 */
#pragma once

#include "arauto/atomic.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** arauto_atomic_fetch on the integer at `address` of `rank`.
 *  @param rank  in the job
 *  @param address  as `rank` itself sees it
 *  @param width  1, 2, 4 or 8 bytes
 *  @param old_out  the value before, or NULL when not wanted
 *  @error  as arauto_atomic_fetch; ARAUTO_ERR_RANGE (private memory, or not aligned to width) */
ARAUTO_EXPORT arauto_status_t arauto_atomic_fetch_at(int rank,
                                                     uint64_t address,
                                                     int width,
                                                     arauto_atomic_op_t op,
                                                     uint64_t operand,
                                                     uint64_t* old_out) ARAUTO_NOEXCEPT;

/** arauto_atomic_compare_swap on the integer at `address` of `rank`. Arguments and errors as
 * arauto_atomic_fetch_at.
 *  @param desired  in its low `width` bytes */
ARAUTO_EXPORT arauto_status_t arauto_atomic_compare_swap_at(int rank,
                                                            uint64_t address,
                                                            int width,
                                                            uint64_t expected,
                                                            uint64_t desired,
                                                            uint64_t* old_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
