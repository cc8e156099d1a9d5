/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The hook of long waits. Rank 0 waits in every possible way for rank 1, which comes only once it
 * sees in memory, without a call of the library, that rank 0's hook has run in that wait. So a wait
 * that does not call the hook never ends.
 */
#include "job.h"

#include "arauto/epoch.h"
#include "arauto/spi/event.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/runtime.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { EVENTS = 2, CAPACITY = 16 };

typedef struct {
    atomic_int stage; /* the wait that rank 0 is about to begin */
    atomic_int calls; /* of its hook since then */
} shown_t;

static arauto_segment_h segment;
static arauto_notify_h event;
static arauto_lock_h lock;
static arauto_board_h board;
static arauto_epochs_h epochs;
static shown_t* shown; /* of rank 0 */
static int me;
static int ranks;
static int stages;
static atomic_int inside;
static unsigned char private_memory[64];

static void hook(void* context) {
    CHECK(context == &inside, "the hook was given %p", context);
    CHECK(atomic_fetch_add(&inside, 1) == 0, "the hook was called within itself, or by two");
    arauto_progress();
    if (me == 0) {
        atomic_fetch_add(&shown->calls, 1);
    }
    atomic_fetch_sub(&inside, 1);
}

/* Rank 0 goes on to wait; rank 1 comes back from this when the wait has called the hook. */
static void lag(void) {
    ++stages;
    if (me == 0) {
        atomic_store(&shown->calls, 0);
        atomic_store(&shown->stage, stages);
    }
    if (me != 1) {
        return;
    }
    while (atomic_load(&shown->stage) != stages || atomic_load(&shown->calls) < 2) {
        sched_yield();
    }
}

static void events(void) {
    lag();
    if (me == 0) {
        CHECK_OK(arauto_notify_wait(event, 0, 1));
    } else if (me == 1) {
        CHECK_OK(arauto_event_post(event, 0, 0));
    }
    lag();
    if (me == 0) {
        arauto_match_t match;
        CHECK_OK(arauto_board_wait(board, 1, 7, 1, &match));
    } else if (me == 1) {
        CHECK_OK(arauto_board_post(board, 0, 7, 0));
    }
}

static void locks(void) {
    if (me == 1) {
        CHECK_OK(arauto_lock_acquire(lock, 0, 0));
    }
    barrier();
    lag();
    if (me == 0) {
        CHECK_OK(arauto_lock_acquire(lock, 0, 0));
        CHECK_OK(arauto_lock_release(lock, 0, 0));
    } else if (me == 1) {
        CHECK_OK(arauto_lock_release(lock, 0, 0));
    }
}

static void synchronisation(void) {
    const int other = me == 0 ? 1 : 0;
    int64_t sum = me;
    lag();
    barrier();
    lag();
    CHECK_OK(
        arauto_reduce(arauto_team_world(), &sum, 1, ARAUTO_INT64, ARAUTO_SUM, ARAUTO_ALL_RANKS));
    CHECK(sum == (int64_t)ranks * (ranks - 1) / 2, "the sum is %lld", (long long)sum);
    lag();
    if (me < 2) {
        CHECK_OK(arauto_team_sync_ranks(arauto_team_world(), 1, &other));
    }
}

static void fences_and_exposures(void) {
    const int other = me == 0 ? 1 : 0;
    lag();
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
    lag(); /* for a complete that its post is late for, and for a wait without a complete */
    if (me == 0) {
        CHECK_OK(arauto_epoch_start(epochs, &other, 1, 0));
        CHECK_OK(arauto_epoch_complete(epochs, NULL));
    } else if (me == 1) {
        CHECK_OK(arauto_epoch_post(epochs, &other, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
    }
    lag();
    if (me == 0) {
        CHECK_OK(arauto_epoch_post(epochs, &other, 1, 0));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
    } else if (me == 1) {
        CHECK_OK(arauto_epoch_start(epochs, &other, 1, 0));
        CHECK_OK(arauto_epoch_complete(epochs, NULL));
    }
}

static void lock_epochs(void) {
    if (me == 1) {
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 1, 0, NULL));
    }
    barrier();
    lag();
    if (me == 0) {
        arauto_request_t held;
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, 1, 0, &held));
        CHECK_OK(arauto_request_wait(&held));
        CHECK_OK(arauto_epoch_unlock(epochs, 1, NULL));
    } else if (me == 1) {
        CHECK_OK(arauto_epoch_unlock(epochs, 1, NULL));
    }
}

/* Only its owner can reach private memory here. */
static void private_memory_by_its_owner(void) {
    uint64_t address = (uintptr_t)private_memory;
    unsigned char mine[sizeof private_memory];
    CHECK_OK(arauto_broadcast(arauto_team_world(), &address, sizeof address, 1));
    lag();
    if (me == 0) {
        CHECK_OK(arauto_get_at(1, address, mine, sizeof mine));
    }
    barrier();
}

static void* wait_for_event(void* index) {
    CHECK_OK(arauto_notify_wait(event, *(const size_t*)index, 1));
    return NULL;
}

static void two_threads(void) {
    size_t index[EVENTS] = {0, 1};
    lag();
    if (me == 0) {
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, wait_for_event, &index[1]) == 0, "no thread");
        wait_for_event(&index[0]);
        CHECK(pthread_join(thread, NULL) == 0, "the thread cannot be joined");
    } else if (me == 1) {
        CHECK_OK(arauto_event_post(event, 0, 0));
        CHECK_OK(arauto_event_post(event, 0, 1));
    }
}

/* Neither waits that are over at once, nor any when there is no hook any more. */
static void silence(void) {
    barrier();
    if (me == 0) {
        atomic_store(&shown->calls, 0);
        for (int i = 0; i < 100; ++i) {
            CHECK_OK(arauto_event_post(event, 0, 0));
            CHECK_OK(arauto_notify_wait(event, 0, 1));
        }
        CHECK(atomic_load(&shown->calls) == 0, "waits that were over at once have called the hook");
        arauto_set_wait_hook(NULL, NULL);
        CHECK_OK(arauto_notify_wait(event, 0, 1));
        CHECK(atomic_load(&shown->calls) == 0, "a hook was called that is none any more");
        arauto_set_wait_hook(hook, &inside);
    } else if (me == 1) {
        const struct timespec moment = {0, 30000000};
        nanosleep(&moment, NULL);
        CHECK_OK(arauto_event_post(event, 0, 0));
    }
    barrier();
}

int main(void) {
    start();
    me = arauto_rank();
    ranks = arauto_size();
    const arauto_team_h world = arauto_team_world();
    CHECK_OK(arauto_segment_allocate(world, sizeof(shown_t), &segment));
    CHECK_OK(arauto_notify_create(world, EVENTS, &event));
    CHECK_OK(arauto_lock_create(world, 1, &lock));
    CHECK_OK(arauto_board_create(world, CAPACITY, &board));
    CHECK_OK(arauto_epochs_create(world, &epochs));
    shown = arauto_segment_pointer(segment, 0);
    arauto_set_wait_hook(hook, &inside);
    events();
    locks();
    synchronisation();
    fences_and_exposures();
    lock_epochs();
    const char* const foreign = getenv("ARAUTO_FOREIGN");
    if (foreign != NULL && strcmp(foreign, "ring") == 0) {
        private_memory_by_its_owner();
    }
    two_threads();
    silence();
    lag(); /* in the wait for all to end */
    CHECK_OK(arauto_finalize());
    return 0;
}
