/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Sections: rectangular selections of memory with one byte stride per dimension, or a table of
 * displacements; and lists of contiguous pieces. Plain values, for arauto_rma.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

enum { ARAUTO_DIM_MAX = 15 };

/** One dimension: element i lies at i * stride bytes, or at index[i] bytes when `index` is not
 * NULL. */
typedef struct arauto_dim {
    int64_t extent; /**< elements, >= 0 */
    int64_t stride; /**< bytes, may be negative or 0 */
    const int64_t* index; /**< NULL, or `extent` displacements in bytes (a vector subscript) */
} arauto_dim_t;

/** The element at (i0, i1, ..) lies `offset + sum of the displacements` bytes from the base that
 * the call names. Dimension 0 runs fastest. Rank 0 is one element. Only dim[0..rank) is read. */
typedef struct arauto_section {
    int32_t rank;
    int32_t reserved; /**< 0 */
    size_t element_bytes;
    int64_t offset;
    arauto_dim_t dim[ARAUTO_DIM_MAX];
} arauto_section_t;

/** One contiguous piece of an access to several. */
typedef struct arauto_run {
    uint64_t
        address; /**< as the target itself sees it; or an offset, in an operation on a segment */
    void* local; /**< memory of this process: a put reads it, a get writes it */
    size_t bytes;
} arauto_run_t;

#if defined(__cplusplus)
}
#endif
