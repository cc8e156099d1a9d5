/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: the EVENT POST of Fortran. Events are counting slots as those of
 * arauto/notify.h, and are made, waited for and freed as these; only their post is stronger.
 */
#pragma once

#include "arauto/notify.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Adds one to slot `index` of `rank`, as arauto_event_flush and arauto_notify_post do, in less
 * time: `rank` itself need not be flushed.
 *  @param rank  in the job
 *  @order  all earlier puts of this rank, to every target, are visible first
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE, ARAUTO_ERR_FAILED, ARAUTO_ERR_ARGUMENT
 *  @source Fortran 2018, 11.6.7 (EVENT POST) */
ARAUTO_EXPORT arauto_status_t arauto_event_post(arauto_notify_h event,
                                                int rank,
                                                size_t index) ARAUTO_NOEXCEPT;

/** As arauto_flush of every rank, and all earlier posts of this rank have been counted at their
 * targets. Between nodes a target has to reply to that, so that it takes longer.
 *  @error ARAUTO_ERR_ARGUMENT
 *  @source Fortran 2018, 11.6.5 (SYNC MEMORY) */
ARAUTO_EXPORT arauto_status_t arauto_event_flush(void) ARAUTO_NOEXCEPT;

/** How to post without a call where arauto_segment_stride returns 1: add 1 to the first word of the
 * slot, sequentially consistently; then, if the rank's `sleepers` is not 0, arauto_ring it. */
typedef struct arauto_post_addresses {
    char* heap; /**< this rank's: a slot lies `offset` of arauto_slot_t behind it */
    const uint32_t* sleepers; /**< of rank 0; other processes write it */
    ptrdiff_t sleepers_stride; /**< in bytes, from one rank's to the next one's */
} arauto_post_addresses_t;

/** Finds the addresses of the words that a post without a call changes.
 *  @return 1; 0, with the output unchanged, where arauto_segment_stride returns 0 */
ARAUTO_EXPORT int
arauto_find_post_addresses(arauto_post_addresses_t* addresses_out) ARAUTO_NOEXCEPT;

/** Wakes the rank's threads that sleep in a wait.
 *  @param rank  of this node */
ARAUTO_EXPORT void arauto_ring(int rank) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
