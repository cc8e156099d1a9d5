/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Operations by description: one struct says what an access to another rank's memory is, and one
 * call carries it out. It can do all that the short calls of rma.h, atomic.h, notify.h and board.h
 * do, and every combination: contiguous, strided and in several pieces, in a segment or by address,
 * with a notification of either kind or none.
 */
#pragma once

#include "arauto/atomic.h"
#include "arauto/board.h"
#include "arauto/notify.h"
#include "arauto/request.h"
#include "arauto/rma.h"
#include "arauto/section.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** The kinds of operations. */
typedef enum arauto_op_kind {
    ARAUTO_OP_PUT = 1, /**< from `source` here to the target */
    ARAUTO_OP_GET = 2, /**< from the target to `destination` here */
    ARAUTO_OP_STORE = 3, /**< atomically stores `operand` */
    ARAUTO_OP_LOAD = 4, /**< atomically loads, into `old_out` */
    ARAUTO_OP_FETCH = 5, /**< atomically combines by `atomic` with `operand` */
    ARAUTO_OP_COMPARE_SWAP = 6 /**< atomically stores `operand` when the value is `expected` */
} arauto_op_kind_t;

/* In C++ too, what a designated initializer leaves out is 0, without a warning. */
#if defined(__cplusplus)
#define ARAUTO_OP_ABSENT = {}
#else
#define ARAUTO_OP_ABSENT
#endif

/** An operation. Fields that do not apply are left out, and are 0 then. */
typedef struct arauto_op {
    arauto_op_kind_t kind ARAUTO_OP_ABSENT;
    /** The target: a rank in the job; for arauto_epoch_rma in the team. */
    int rank ARAUTO_OP_ABSENT;
    /** The segment that `offset` counts in; NULL: `offset` is an address. */
    arauto_segment_h segment ARAUTO_OP_ABSENT;
    /** Bytes in `rank`'s part of the segment; or a pointer as `rank` itself sees it, into memory of
     * any kind. */
    uint64_t offset ARAUTO_OP_ABSENT;

    /** The source of a put: memory of this process. */
    const void* source ARAUTO_OP_ABSENT;
    /** Where a get writes: memory of this process. */
    void* destination ARAUTO_OP_ABSENT;
    /** How many bytes a put or get moves; with a section 0, or the bytes of its elements. */
    size_t bytes ARAUTO_OP_ABSENT;
    /** Relative to `offset`; NULL: contiguous. */
    const arauto_section_t* remote_section ARAUTO_OP_ABSENT;
    /** Relative to `source` or `destination`; NULL: contiguous. */
    const arauto_section_t* local_section ARAUTO_OP_ABSENT;
    /** Several pieces, instead of source, destination, bytes, offset and sections. With a segment
     * their addresses are offsets in it. */
    const arauto_run_t* runs ARAUTO_OP_ABSENT;
    /** How many pieces. */
    size_t run_count ARAUTO_OP_ABSENT;

    /** Bytes of the word that an atomic operation changes: 1, 2, 4 or 8. */
    int width ARAUTO_OP_ABSENT;
    /** How a fetch combines the word with `operand`. */
    arauto_atomic_op_t atomic ARAUTO_OP_ABSENT;
    /** The value that a store or compare-and-swap writes, or that a fetch combines. */
    uint64_t operand ARAUTO_OP_ABSENT;
    /** The value that a compare-and-swap must find, or else it writes nothing. */
    uint64_t expected ARAUTO_OP_ABSENT;
    /** The value before; NULL when not wanted. */
    uint64_t* old_out ARAUTO_OP_ABSENT;

    /** Once the operation is done at the target, one is added to this slot there; zero: none. */
    arauto_slot_t slot ARAUTO_OP_ABSENT;
    /** Once the operation is done, this board of the target gets `tag`; NULL: none. */
    arauto_board_h board ARAUTO_OP_ABSENT;
    /** The tag for `board`: 0 or more. */
    int tag ARAUTO_OP_ABSENT;
} arauto_op_t;

/** Carries out an operation. All fields are checked first: an operation that is refused changes
 * nothing and notifies no rank.
 *  @param op  not kept
 *  @shape  sections: extents and element_bytes equal; where one side has none, its elements lie
 * contiguous, in the same order
 *  @order  as arauto_put, arauto_get and the atomics. A notification comes after the whole
 * operation, and once, also where nothing is to be moved. Pieces are moved in the order given. A
 * put to this rank itself must not overlap its source; an element that is written more than once
 * (stride 0, an index twice) gets one of its values
 *  @error  ARAUTO_ERR_ARGUMENT (a field has no meaning here, or is missing; the sentence names it),
 * ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE (outside the segment; nothing is mapped at the address; an
 * atomic operation that is not aligned, or on private memory), ARAUTO_ERR_SHAPE, ARAUTO_ERR_FAILED,
 * ARAUTO_ERR_STOPPED (as arauto_board_post). By address a part may have been moved after
 * ARAUTO_ERR_RANGE and ARAUTO_ERR_FAILED; no notification then
 *  @cost  as the short call of the same kind, and some nanoseconds
 *  @source Notified Access, Belli and Hoefler 2015; MPI-4.1 section 12.3
 *  @example
 *     // every second element of the right neighbour's row, and a notification behind the last
 *     const arauto_section_t every_second = {
 *         .rank = 1, .element_bytes = 8, .dim = {{.extent = 100, .stride = 16}}};
 *     arauto_rma(&(arauto_op_t){.kind = ARAUTO_OP_PUT, .rank = right, .segment = row,
 *                               .source = mine, .remote_section = &every_second, .slot = arrived});
 */
ARAUTO_EXPORT arauto_status_t arauto_rma(const arauto_op_t* op) ARAUTO_NOEXCEPT;

/** Begins an operation and returns while it is under way, so that several go on at the same time,
 * and while the program computes. These go on: contiguous puts and gets, and atomics, on shared
 * memory of a rank on another node; puts may have a notification by `slot`, the others none. All
 * other operations are carried out as by arauto_rma, and are complete on return.
 *  @param op  not kept
 *  @param request_out  gets what names the operation; zero when it is complete. Every
 * request is waited for, before arauto_finalize
 *  @order  this rank's earlier operations at `rank` come first. Until the request is complete,
 * `source` must not be changed, nor `destination` and `old_out` be used, and later operations may
 * overtake this one. Flushes and barriers count a put that is complete, and a notification comes
 * after its data
 *  @error  as arauto_rma. What fails later, arauto_request_wait or _test returns:
 * ARAUTO_ERR_FAILED, ARAUTO_ERR_RANGE
 *  @cost  within a node that of arauto_rma; between nodes a wait only where the network cannot yet
 * take the operation: first use of a region, earlier operations on a network that keeps no order
 *  @source MPI-4.1 section 12.3.5 (MPI_Rput, MPI_Rget)
 *  @example
 *     arauto_request_t above, below;
 *     arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_GET, .rank = up, .segment = rows,
 *                                     .destination = first, .bytes = sizeof first}, &above);
 *     arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_GET, .rank = down, .segment = rows,
 *                                     .destination = last, .bytes = sizeof last}, &below);
 *     // compute what needs neither
 *     arauto_request_wait(&above);
 *     arauto_request_wait(&below);
 */
ARAUTO_EXPORT arauto_status_t arauto_rma_begin(const arauto_op_t* op,
                                               arauto_request_t* request_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
