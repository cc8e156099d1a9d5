/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Threads that all put and post at once. Each thread fills the slot of the next thread in the next
 * rank, tells it by an event, and waits for its own slot; nobody else is asked.
 */
#include <arauto/arauto.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 500, COUNTER = THREADS * 8 };

static arauto_segment_h slots; /* THREADS numbers, and one counter */
static arauto_event_h full; /* one of each for every thread */
static arauto_event_h empty;

static void check(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

/* The number that `thread` of `rank` sends in a round. */
static uint64_t number(int rank, int thread, int round) {
    return (uint64_t)(rank * 1000 + thread) * ROUNDS + (uint64_t)round;
}

static void* work(void* argument) {
    const int me = *(const int*)argument;
    const int next = (me + 1) % THREADS, last = (me + THREADS - 1) % THREADS;
    const int size = arauto_size();
    const int right = (arauto_rank() + 1) % size, left = (arauto_rank() + size - 1) % size;
    for (int round = 0; round < ROUNDS; ++round) {
        const uint64_t sent = number(arauto_rank(), me, round);
        if (round > 0) {
            check(arauto_event_wait(empty, (size_t)me, 1)); /* the receiver has read the last one */
        }
        check(arauto_put(slots, right, (size_t)next * 8, &sent, sizeof sent));
        check(arauto_event_post(full, right, (size_t)next));
        check(arauto_event_wait(full, (size_t)me, 1));
        uint64_t received;
        check(arauto_get(slots, arauto_rank(), (size_t)me * 8, &received, sizeof received));
        if (received != number(left, last, round)) {
            arauto_error_stop(1, "a thread received another number than was sent to it");
        }
        check(arauto_event_post(empty, left, (size_t)last));
        check(arauto_atomic_fetch(slots, 0, COUNTER, 8, ARAUTO_ATOMIC_ADD, 1, NULL));
    }
    check(arauto_event_wait(empty, (size_t)me, 1));
    return NULL;
}

int main(void) {
    check(arauto_init()); /* before any thread starts */
    const arauto_team_h world = arauto_team_world();
    check(arauto_segment_allocate(world, COUNTER + 8, &slots));
    check(arauto_event_create(world, THREADS, &full));
    check(arauto_event_create(world, THREADS, &empty));
    pthread_t threads[THREADS];
    int indices[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        indices[i] = i;
        if (pthread_create(&threads[i], NULL, work, &indices[i]) != 0) {
            arauto_error_stop(1, "a thread could not be started");
        }
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(threads[i], NULL);
    }
    check(arauto_team_barrier(world));
    uint64_t count;
    check(arauto_atomic_load(slots, 0, COUNTER, 8, &count));
    if (arauto_rank() == 0) {
        printf("%llu numbers arrived\n", (unsigned long long)count);
    }
    check(arauto_event_free(empty));
    check(arauto_event_free(full));
    check(arauto_segment_free(slots));
    return count == (uint64_t)arauto_size() * THREADS * ROUNDS ? 0 : 1;
}
