/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For tools and front-ends: counters, what each process of a job did, by kind. Off unless the
 * setting ARAUTO_COUNTERS is given; `arauto info --counters` says what each of them means.
 *
 * The setting of the process that made the job decides for all of its processes. A message is one
 * access to memory that another process owns, of any length: a put, a get, an atomic operation, a
 * word of a protocol written or read. A wait is none, unless the word lies in another process's
 * memory: then it is one, however often it looks. Names never change their meaning.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum arauto_counter {
    ARAUTO_COUNTER_PUT = 0,
    ARAUTO_COUNTER_GET,
    ARAUTO_COUNTER_ATOMIC,
    ARAUTO_COUNTER_ACCUMULATE,
    ARAUTO_COUNTER_NOTIFY,
    ARAUTO_COUNTER_NOTIFY_TAKE,
    ARAUTO_COUNTER_TAG,
    ARAUTO_COUNTER_TAG_TAKE,
    ARAUTO_COUNTER_BARRIER,
    ARAUTO_COUNTER_SYNC_RANKS,
    ARAUTO_COUNTER_EXCHANGE,
    ARAUTO_COUNTER_CHUNK,
    ARAUTO_COUNTER_LOCK,
    ARAUTO_COUNTER_UNLOCK,
    ARAUTO_COUNTER_HAND_OFF,
    ARAUTO_COUNTER_WAIT,
    ARAUTO_COUNTER_YIELD,
    ARAUTO_COUNTER_SLEEP,
    ARAUTO_COUNTER_FOREIGN,
    ARAUTO_COUNTER_COPY_RING,
    ARAUTO_COUNTER_MPI_BARRIER,
    ARAUTO_COUNTER_WIN_CREATE,
    ARAUTO_COUNTER_WIN_FREE,
    ARAUTO_COUNTER_WIN_FENCE,
    ARAUTO_COUNTER_WIN_POST,
    ARAUTO_COUNTER_WIN_START,
    ARAUTO_COUNTER_WIN_COMPLETE,
    ARAUTO_COUNTER_WIN_WAIT,
    ARAUTO_COUNTER_WIN_LOCK,
    ARAUTO_COUNTER_WIN_UNLOCK,
    ARAUTO_COUNTER_WIN_LOCK_ALL,
    ARAUTO_COUNTER_WIN_UNLOCK_ALL,
    ARAUTO_COUNTER_WIN_FLUSH,
    ARAUTO_COUNTER_NATIVE_NODES,
    ARAUTO_COUNTER_NATIVE_SETTING,
    ARAUTO_COUNTER_NATIVE_OTHER,
    ARAUTO_COUNTER_NATIVE_CALL,
    ARAUTO_COUNTER_EPOCH_GRANT,
    ARAUTO_COUNTER_EPOCH_DONE,
    ARAUTO_COUNTER_EPOCH_FENCE,
    ARAUTO_COUNTER_EPOCH_LOCK,
    ARAUTO_COUNTER_EPOCH_UNLOCK,
    ARAUTO_COUNTER_EPOCH_DEFERRED,
    ARAUTO_COUNTER_EPOCH_RECORDED,
    ARAUTO_COUNTER_EPOCH_HELPED,
    ARAUTO_COUNTER_RPC,
    ARAUTO_COUNTERS /* how many there are; later versions have more, behind these */
} arauto_counter_t;

/** A message is one access to memory that another process owns, of any length; what a waiting
 * process reads again and again counts once. */
typedef struct arauto_count {
    uint64_t calls;
    uint64_t messages;
    uint64_t bytes;
} arauto_count_t;

/** One counter: its name, what this process has counted since it joined the job, and the meaning.
 */
typedef void (*arauto_counters_visit_t)(void* context,
                                        const char* name,
                                        arauto_count_t count,
                                        const char* help);

/** Visits every counter, in the order of arauto_counter_t. All are zero while nothing is counted.
 * Works before arauto_init.
 *  @param visit  called once for each counter
 *  @example
 *     static void show(void* context, const char* name, arauto_count_t count, const char* help) {
 *         (void)context;
 *         (void)help;
 *         if (count.calls > 0) {
 *             printf("%s: %llu messages\n", name, (unsigned long long)count.messages);
 *         }
 *     }
 *     arauto_counters_visit(show, NULL); // with ARAUTO_COUNTERS=on in the environment
 */
ARAUTO_EXPORT void arauto_counters_visit(arauto_counters_visit_t visit,
                                         void* context) ARAUTO_NOEXCEPT;

/** 1 in a job that counts, else 0. */
ARAUTO_EXPORT int arauto_counters_are_on(void) ARAUTO_NOEXCEPT;

/** Adds to a counter of this process, or does nothing where nothing is counted. For front-ends that
 * have protocols of their own.
 * A number that is no counter changes nothing. A front-end that counts on a path of a few
 * nanoseconds calls arauto_counters_are_on once, after arauto_init, and branches on its own copy.
 *  @param counter  which of them
 *  @param more  what is added
 */
ARAUTO_EXPORT void arauto_counters_add(arauto_counter_t counter,
                                       arauto_count_t more) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
