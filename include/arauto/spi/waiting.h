/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends, not for programs: waits for what this library cannot know, by its
 * own loop. A rank that waits there looks, then gives up its core, then sleeps, as the machine's
 * load suggests; makes progress for peers; notices failures; and is shown and measured as in any
 * other wait.
 */
#pragma once

#include "arauto/board.h"
#include "arauto/request.h"

#if defined(__cplusplus)
extern "C" {
#endif

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

/** A wait of a front-end's own. Its functions get `context`, and are called by the waiting thread.
 * Fields that are left out are 0. */
typedef struct arauto_wait {
    void* context;
    /** Returns whether that which is waited for has come. May take it: after a 1 it is not called
     * again. */
    int (*is_ready)(void* context);
    /** Called now and then once ranks have ended: returns whether it can no longer come. NULL: it
     * always can. */
    int (*is_lost)(void* context);
    /** Says what the wait is for; called now and then once it has lasted. `waited` is all zeroes
     * before. NULL: it is not known. */
    void (*describe)(void* context, arauto_waited_t* waited);
    /** Two words in memory that processes share: one to sleep on, and how many sleep there. The
     * rank that may end the wait raises the first, and wakes, if the second is not 0
     * (arauto/spi/wait.hpp).
     * NULL: this rank's own words, which this library rings when a notification arrives. */
    uint32_t* bell;
    int yields; /**< the most before a sleep; 0: as in this library's own waits */
    int64_t nap_ns; /**< the longest sleep; 0: that of this library's own waits */
} arauto_wait_t;

/** Waits until `is_ready` has returned 1. The wait hook (arauto_set_wait_hook) is called now and
 * then.
 *  @param wait  what is waited for, and how
 *  @return 1; or 0 when `is_lost` has returned 1, and `is_ready` did not after that */
ARAUTO_EXPORT int arauto_wait_for(const arauto_wait_t* wait) ARAUTO_NOEXCEPT;

/** Wakes every sleeper on `word`.
 *  @param word  in memory that processes share */
ARAUTO_EXPORT void arauto_wake(uint32_t* word) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
