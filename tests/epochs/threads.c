/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Threads of each rank: one opens and closes the epochs of an object, several test and wait for its
 * requests meanwhile, and one has lock epochs of another object. Each value arrives in its place,
 * and no addition under the lock is lost.
 */
#include "epochs.h"

#include <pthread.h>

enum { kTesters = 3, kRounds = 96, kDepth = 4, kAdditions = 96, kCounterWord = kRounds };

/* The requests of a round: the owner hands them over, and goes on when a tester has seen both
 * complete. */
typedef struct {
    arauto_request_t requests[2];
    int is_ready;
    int is_done;
} round_t;

static round_t rounds[kRounds];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static arauto_epochs_h lock_epochs;

static uint64_t value_of(int origin, int round) {
    return mixed(29, (uint64_t)origin, (uint64_t)round);
}

static void set(int* word) {
    pthread_mutex_lock(&mutex);
    *word = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

/* Makes no call of the library meanwhile. */
static void await(const int* word) {
    pthread_mutex_lock(&mutex);
    while (*word == 0) {
        pthread_cond_wait(&changed, &mutex);
    }
    pthread_mutex_unlock(&mutex);
}

static void* see_complete(void* argument) {
    for (int at = *(const int*)argument; at < kRounds; at += kTesters) {
        round_t* const round = &rounds[at];
        await(&round->is_ready);
        if (at % 4 == 3) {
            CHECK_OK(arauto_request_wait(&round->requests[0]));
        }
        while (!is_complete(&round->requests[0]) || !is_complete(&round->requests[1])) {
            sched_yield();
        }
        set(&round->is_done);
    }
    return NULL;
}

static void* add_under_lock(void* argument) {
    (void)argument;
    const int target = ranks - 1;
    const size_t at = kCounterWord * sizeof(uint64_t);
    for (int i = 0; i < kAdditions; ++i) {
        uint64_t value = 0;
        CHECK_OK(arauto_epoch_lock(lock_epochs, ARAUTO_LOCK_EXCLUSIVE, target, 0, NULL));
        CHECK_OK(arauto_epoch_get(lock_epochs, target, segment, at, &value, sizeof value, NULL));
        CHECK_OK(arauto_epoch_flush(lock_epochs, target, ARAUTO_FLUSH_REMOTE, NULL));
        ++value;
        CHECK_OK(arauto_epoch_put(lock_epochs, target, segment, at, &value, sizeof value, NULL));
        CHECK_OK(arauto_epoch_unlock(lock_epochs, target, NULL));
    }
    return NULL;
}

/* A ring, as deep as the testers let it become. */
static void open_and_close(void) {
    static uint64_t values[kRounds]; /* a recorded operation reads them later */
    const int to = (me + 1) % ranks;
    const int from = (me + ranks - 1) % ranks;
    for (int i = 0; i < kRounds; ++i) {
        if (i >= kDepth) {
            await(&rounds[i - kDepth].is_done);
        }
        values[i] = value_of(me, i);
        CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
        CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
        CHECK_OK(arauto_epoch_put(epochs, to, segment, (size_t)i * sizeof *values, &values[i],
                                  sizeof *values, NULL));
        CHECK_OK(arauto_epoch_complete(epochs, &rounds[i].requests[0]));
        CHECK_OK(arauto_epoch_wait(epochs, &rounds[i].requests[1]));
        set(&rounds[i].is_ready);
    }
}

int main(void) {
    static int numbers[kTesters];
    pthread_t threads[kTesters + 1];
    begin((kRounds + 1) * sizeof(uint64_t));
    CHECK_OK(arauto_epochs_create(arauto_team_world(), &lock_epochs));
    for (int i = 0; i < kTesters; ++i) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, see_complete, &numbers[i]) == 0,
              "no thread could start");
    }
    CHECK(pthread_create(&threads[kTesters], NULL, add_under_lock, NULL) == 0,
          "no thread could start");
    open_and_close();
    for (int i = 0; i <= kTesters; ++i) {
        CHECK(pthread_join(threads[i], NULL) == 0, "a thread could not be joined");
    }
    const int from = (me + ranks - 1) % ranks;
    const uint64_t* mine = arauto_segment_base(segment);
    for (int i = 0; i < kRounds; ++i) {
        CHECK(mine[i] == value_of(from, i), "the value of round %d is %llx", i,
              (unsigned long long)mine[i]);
    }
    barrier();
    const uint64_t wanted = (uint64_t)ranks * kAdditions;
    CHECK(me != ranks - 1 || mine[kCounterWord] == wanted, "the total is %llu, not %llu",
          (unsigned long long)mine[kCounterWord], (unsigned long long)wanted);
    CHECK_OK(arauto_epochs_free(lock_epochs));
    finish();
    return 0;
}
