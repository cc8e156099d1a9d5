/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: records of what a job does, for `arauto run --trace`. This
 * library records the calls of its own interface. A front-end notes where the program has called
 * it, and records what it does without such a call.
 */
#pragma once

#include "arauto/status.h"

#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/** The operation of a record. Numbers never change their meaning: they are in files. */
typedef enum arauto_recorded_op {
    ARAUTO_RECORDED_NONE = 0,
    ARAUTO_RECORDED_PUT,
    ARAUTO_RECORDED_GET,
    ARAUTO_RECORDED_PUT_SECTION,
    ARAUTO_RECORDED_GET_SECTION,
    ARAUTO_RECORDED_ATOMIC,
    ARAUTO_RECORDED_POST, /**< of a notification */
    ARAUTO_RECORDED_EVENT_POST,
    ARAUTO_RECORDED_WAIT, /**< for notifications or events */
    ARAUTO_RECORDED_QUERY, /**< of their count; also a test in vain */
    ARAUTO_RECORDED_BARRIER,
    ARAUTO_RECORDED_SYNC_RANKS,
    ARAUTO_RECORDED_FLUSH,
    ARAUTO_RECORDED_LOCK,
    ARAUTO_RECORDED_UNLOCK,
    ARAUTO_RECORDED_BROADCAST,
    ARAUTO_RECORDED_REDUCE, /**< with a root */
    ARAUTO_RECORDED_REDUCE_ALL,
    ARAUTO_RECORDED_ALLGATHER,
    ARAUTO_RECORDED_TEAM, /**< split or freed */
    ARAUTO_RECORDED_ALLOCATE,
    ARAUTO_RECORDED_FREE,
    ARAUTO_RECORDED_TAG_POST, /**< of a notification to a board */
    ARAUTO_RECORDED_TAG_WAIT, /**< for notifications at a board */
    ARAUTO_RECORDED_EPOCH, /**< begin, end or flush of an epoch */
    ARAUTO_RECORDED_REQUEST_WAIT,
    ARAUTO_RECORDED_OTHER_WAIT, /**< of a front-end; once it has begun */
    ARAUTO_RECORDED_ARRIVAL, /**< of a notification from another node, at its target */
    ARAUTO_RECORDED_OPS /**< how many there are; later versions have more, behind these */
} arauto_recorded_op_t;

/** The state of a thread that this library and its front-ends share. */
typedef struct arauto_thread {
    /** The instruction behind the program's latest call of a front-end; null: there was none. */
    const void* caller;
    void* record; /**< of this library: under way */
    void* ring; /**< of this library: where this thread writes */
    unsigned char has_waited; /**< of this library: in the call under way */
    unsigned char is_in_measured_wait; /**< of this library: copies are part of it */
    /** For front-ends: a get reads a pointer, and behind it what the race checker need not know. */
    unsigned char reads_pointer;
    /** For front-ends: they tell the race checker of the calls they make meanwhile themselves. */
    unsigned char tells_itself;
    const void* race; /**< for the archive of checked programs: arauto_race_view_t, or null */
} arauto_thread_t;

// One instruction reads or writes it, since it is of the libraries that a program starts with.
extern ARAUTO_EXPORT __thread arauto_thread_t arauto_thread
    __attribute__((tls_model("initial-exec")));

/** To be called where the program enters a front-end. It is a store; where that is too much, test
 * first what arauto_trace_is_on has said at the start.
 *  @param caller  `__builtin_return_address(0)` in the entry */
static inline void arauto_note_caller(const void* caller) ARAUTO_NOEXCEPT {
    arauto_thread.caller = caller;
}

/** 1 in a job that is traced or checked for races, else 0: then all accesses are to be made by
 * calls of this library. Constant from arauto_init on. */
ARAUTO_EXPORT int arauto_trace_is_on(void) ARAUTO_NOEXCEPT;

/** The record of an access that a front-end makes by itself. */
typedef struct arauto_record {
    uint64_t words[6];
} arauto_record_t;

/** Begins the record of an access to memory of `rank`; calls of this library until its end are
 * part of it. To be called in a job that is traced.
 *  @param record_out  is begun; must be ended by arauto_record_end, by the same thread
 *  @param op  the operation */
ARAUTO_EXPORT void
arauto_record_begin(arauto_record_t* record_out, arauto_recorded_op_t op, int rank) ARAUTO_NOEXCEPT;
/** Ends the record of an access.
 *  @param record  from arauto_record_begin
 *  @param bytes  that were moved */
ARAUTO_EXPORT void arauto_record_end(arauto_record_t* record, uint64_t bytes) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
