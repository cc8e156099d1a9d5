/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends, not for programs: sleeping on a word of memory that processes
 * share, and waking those that sleep there. The caller sees to it that no wake is lost: a sleeper
 * shows that it sleeps, then looks again; a waker stores, then looks for sleepers.
 */
#pragma once

#include "arauto/board.h"
#include "arauto/request.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Sleeps while `*word` is `seen`, at most `limit_ns` nanoseconds. May return early for no reason.
 *  @param bits  a set of bits; only a wake for one of them ends the sleep */
ARAUTO_EXPORT void
arauto_sleep_on(uint32_t* word, uint32_t seen, uint32_t bits, int64_t limit_ns) ARAUTO_NOEXCEPT;

/** Wakes every sleeper on `word` that shares a bit with `whom`. */
ARAUTO_EXPORT void arauto_wake(uint32_t* word, uint32_t whom) ARAUTO_NOEXCEPT;

/** The kinds of objects that a wait of a front-end's own may be for. */
typedef enum arauto_waited_kind {
    ARAUTO_WAITED_UNKNOWN = 0,
    ARAUTO_WAITED_RANK, /**< `rank` must go on */
    ARAUTO_WAITED_HOLDER, /**< `rank` must leave a lock */
    ARAUTO_WAITED_COUNT, /**< a count of notifications is `has` and must become `needs` */
    ARAUTO_WAITED_MATCHES, /**< of `needs` notifications at `board`, `has` have been taken */
    ARAUTO_WAITED_REQUEST /**< `request` must be complete */
} arauto_waited_kind_t;

/** The object of a wait of a front-end's own. Its kind says which fields have a meaning. */
typedef struct arauto_waited {
    arauto_waited_kind_t kind;
    int rank; /**< in the job; of notifications also ARAUTO_ANY_SOURCE */
    int tag; /**< of notifications at a board, or ARAUTO_ANY_TAG */
    uint64_t has;
    uint64_t needs;
    arauto_board_h board;
    const arauto_request_t* request; /**< of an epoch, not yet complete */
} arauto_waited_t;

/** Shows, to `arauto where` and the launcher, that this thread waits, where in the program, and for
 * what. For waits of a front-end's own that have lasted; takes some microseconds.
 *  @return 0 when another thread's wait is shown already; else arauto_wait_hide must follow */
ARAUTO_EXPORT int arauto_wait_show(const arauto_waited_t* waited) ARAUTO_NOEXCEPT;

/** To be called now and then in a wait for which arauto_wait_show returned 1: shows what the wait
 * is for now. Once it has lasted half a second, the job looks for a standstill, as in long waits of
 * this library's own. */
ARAUTO_EXPORT void arauto_wait_goes_on(const arauto_waited_t* waited) ARAUTO_NOEXCEPT;

/** The end of the wait for which arauto_wait_show returned 1. */
ARAUTO_EXPORT void arauto_wait_hide(void) ARAUTO_NOEXCEPT;

/** A wait that is measured for the profile of the job. */
typedef struct {
    void* site; /**< NULL: it is not measured */
    int64_t since_ns; /**< when it began */
} arauto_measured_wait_t;

/** Measures a wait of a front-end's own from here on; to be called when the first looks were in
 * vain.
 *  @return what arauto_wait_end gets; its `site` is NULL where no profile is wanted */
ARAUTO_EXPORT arauto_measured_wait_t arauto_wait_begin(void) ARAUTO_NOEXCEPT;

/** The end of a wait whose `site` is not NULL. */
ARAUTO_EXPORT void arauto_wait_end(arauto_measured_wait_t wait) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
