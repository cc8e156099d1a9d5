/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Notified access: an operation on another rank's memory that also adds one to a count there, so
 * that the target learns of it without a second operation and the origin waits for nothing.
 *
 * A counting slot is two counts that only grow: arrivals, written by origins, and takings, written
 * by the rank that it belongs to. Nothing is ever reset, so no arrival is lost.
 */
#pragma once

#include "arauto/atomic.h"
#include "arauto/event.h"
#include "arauto/rma.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** An array of counting slots, the same number on every rank of a team. */
typedef struct arauto_notify* arauto_notify_h;

/** Names one slot, alike on every rank of its team: a plain value that may be copied, stored and
 * sent. Zero names none. */
typedef struct arauto_slot {
    uint64_t place;
} arauto_slot_t;

/** Collective over the team; counts start at 0. Errors as arauto_segment_allocate. */
ARAUTO_EXPORT arauto_status_t arauto_notify_create(arauto_team_h team,
                                                   size_t count,
                                                   arauto_notify_h* notify_out) ARAUTO_NOEXCEPT;

/** Without communication, as arauto_segment_declare. */
ARAUTO_EXPORT arauto_status_t arauto_notify_declare(size_t count,
                                                    arauto_notify_h* notify_out) ARAUTO_NOEXCEPT;

/** Collective. Its slots name nothing afterwards. */
ARAUTO_EXPORT arauto_status_t arauto_notify_free(arauto_notify_h notify) ARAUTO_NOEXCEPT;

/** The name of slot `index`. @error ARAUTO_ERR_RANGE, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_notify_slot(arauto_notify_h notify,
                                                 size_t index,
                                                 arauto_slot_t* slot_out) ARAUTO_NOEXCEPT;

/** The name of event `index` as a slot: a notification to it counts as a post does, and is waited
 * for by arauto_event_wait. @error ARAUTO_ERR_RANGE, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_event_slot(arauto_event_h event,
                                                size_t index,
                                                arauto_slot_t* slot_out) ARAUTO_NOEXCEPT;

/** Adds one to `slot` of `rank` (in the job).
 *  @order  this rank's earlier accesses to `rank` come first
 *  @error  ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT (no such slot), ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_notify_post(int rank, arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** arauto_put, and one is added to `slot` of `rank` once the data is there.
 *  @order  `source` may be reused on return; a rank that has seen the notification sees the data;
 * no other operation is waited for
 *  @error  as arauto_put, and ARAUTO_ERR_ARGUMENT (no such slot); neither data nor notification
 * then
 *  @source Notified Access, Belli and Hoefler 2015; Fortran 2023, 9.6 (NOTIFY=) */
ARAUTO_EXPORT arauto_status_t arauto_put_notify(arauto_segment_h segment,
                                                int rank,
                                                size_t offset,
                                                const void* source,
                                                size_t bytes,
                                                arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** The same by address, as arauto_put_at.
 *  @error  as arauto_put_at, and ARAUTO_ERR_ARGUMENT (no such slot); no notification then */
ARAUTO_EXPORT arauto_status_t arauto_put_notify_at(int rank,
                                                   uint64_t address,
                                                   const void* source,
                                                   size_t bytes,
                                                   arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** arauto_get, and one is added to `slot` of `rank` once its data has been read: it may be
 * overwritten from then on. */
ARAUTO_EXPORT arauto_status_t arauto_get_notify(arauto_segment_h segment,
                                                int rank,
                                                size_t offset,
                                                void* destination,
                                                size_t bytes,
                                                arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** Strided forms: one notification, after the last element. Also for sections without elements.
 *  @shape  as arauto_put_section */
ARAUTO_EXPORT arauto_status_t arauto_put_section_notify(arauto_segment_h segment,
                                                        int rank,
                                                        const arauto_section_t* remote,
                                                        const void* local_base,
                                                        const arauto_section_t* local,
                                                        arauto_slot_t slot) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_get_section_notify(arauto_segment_h segment,
                                                        int rank,
                                                        const arauto_section_t* remote,
                                                        void* local_base,
                                                        const arauto_section_t* local,
                                                        arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** Atomic operations that notify, whether or not they change the value.
 *  @error  as arauto_atomic_fetch, and ARAUTO_ERR_ARGUMENT (no such slot) */
ARAUTO_EXPORT arauto_status_t arauto_atomic_store_notify(arauto_segment_h segment,
                                                         int rank,
                                                         size_t offset,
                                                         int width,
                                                         uint64_t value,
                                                         arauto_slot_t slot) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_atomic_fetch_notify(arauto_segment_h segment,
                                                         int rank,
                                                         size_t offset,
                                                         int width,
                                                         arauto_atomic_op_t op,
                                                         uint64_t operand,
                                                         uint64_t* old_out,
                                                         arauto_slot_t slot) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT arauto_status_t arauto_atomic_compare_swap_notify(arauto_segment_h segment,
                                                                int rank,
                                                                size_t offset,
                                                                int width,
                                                                uint64_t expected,
                                                                uint64_t desired,
                                                                uint64_t* old_out,
                                                                arauto_slot_t slot) ARAUTO_NOEXCEPT;

/** Waits until slot `index` of this rank has at least `until_count` untaken notifications, then
 * takes that many.
 *  @param until_count  >= 1
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANGE; ARAUTO_ERR_FAILED once for each rank that fails
 * meanwhile; ARAUTO_ERR_FAILED or ARAUTO_ERR_STOPPED when no rank is left to notify; nothing is
 * taken then */
ARAUTO_EXPORT arauto_status_t arauto_notify_wait(arauto_notify_h notify,
                                                 size_t index,
                                                 uint64_t until_count) ARAUTO_NOEXCEPT;

/** Takes `until_count` when that many are there: `*done_out` is 1; otherwise 0 and nothing is
 * taken. Never blocks. */
ARAUTO_EXPORT arauto_status_t arauto_notify_test(arauto_notify_h notify,
                                                 size_t index,
                                                 uint64_t until_count,
                                                 int* done_out) ARAUTO_NOEXCEPT;

/** Untaken notifications of slot `index` of this rank. Never blocks. */
ARAUTO_EXPORT arauto_status_t arauto_notify_query(arauto_notify_h notify,
                                                  size_t index,
                                                  uint64_t* count_out) ARAUTO_NOEXCEPT;

/** Takes all that are there, and says how many. Never blocks. */
ARAUTO_EXPORT arauto_status_t arauto_notify_take(arauto_notify_h notify,
                                                 size_t index,
                                                 uint64_t* count_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
