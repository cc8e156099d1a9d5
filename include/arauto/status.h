/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The result of every call. Negative: failed, and nothing was changed. Zero: done. Positive: done,
 * and the code says more about the outcome.
 *
 * Two kinds of failure come too late to change nothing. After ARAUTO_ERR_STOPPED and
 * ARAUTO_ERR_FAILED a collective call may be done among the ranks that are left; each says what
 * holds then. And a transfer by address that is longer than what is mapped there, or whose target
 * fails on the way, may have moved a part.
 *
 * A null handle, and a null pointer for a result, give ARAUTO_ERR_ARGUMENT. Functions that return
 * no status (arauto_team_size, arauto_segment_base, ...) must be given a handle unless their text
 * says otherwise. A handle that was freed must not be used.
 *
 * Any thread may call any function. A function whose text says `collective` is called by one thread
 * at a time, and in the same order on every rank of its team. Every call gives ARAUTO_ERR_STATE
 * before arauto_init, unless its text says that it works then.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define ARAUTO_NOEXCEPT noexcept
extern "C" {
#else
#define ARAUTO_NOEXCEPT
#endif

#define ARAUTO_EXPORT __attribute__((visibility("default")))

typedef int32_t arauto_status_t;

enum {
    ARAUTO_OK = 0,
    /** A lock was acquired whose former holder had failed while it held it. */
    ARAUTO_LOCK_RECOVERED = 1,

    ARAUTO_ERR_ARGUMENT = -1, /**< an argument has no meaning (null, negative, unknown code) */
    ARAUTO_ERR_RANK = -2, /**< a rank outside the job or the team */
    ARAUTO_ERR_RANGE = -3, /**< an offset, index or length outside its object */
    ARAUTO_ERR_SHAPE = -4, /**< two sections whose extents differ */
    ARAUTO_ERR_MEMORY = -5, /**< no memory is left where it was asked for */
    ARAUTO_ERR_STATE = -6, /**< the call is not allowed now (before init, freed handle) */
    ARAUTO_ERR_MISMATCH = -7, /**< ranks called one collective with different arguments */
    ARAUTO_ERR_LOCKED = -8, /**< this rank holds the lock already */
    ARAUTO_ERR_LOCKED_OTHER = -9, /**< another rank holds the lock */
    ARAUTO_ERR_UNLOCKED = -10, /**< no rank holds the lock */
    ARAUTO_ERR_STOPPED = -11, /**< a rank that was needed has ended normally */
    ARAUTO_ERR_FAILED = -12, /**< a rank that was needed has failed */
    ARAUTO_ERR_UNSUPPORTED = -13, /**< this machine or transport cannot do it */
    ARAUTO_ERR_SYSTEM = -14, /**< the operating system refused; the text says what */
    ARAUTO_ERR_EPOCH = -15 /**< no epoch is open that allows it, or one that forbids it is open */
};

/** Text of the last failed call of this thread: one full sentence, which says what would be right;
 * "" if none failed. Valid until the next failure. */
ARAUTO_EXPORT const char* arauto_last_error(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
