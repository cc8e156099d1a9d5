/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Threads that all put and post at once. Each thread puts a number for the next thread in the next
 * rank, which notifies it, and waits for its own number; no other thread is asked.
 */
#include <arauto/arauto.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 500, COUNTER = THREADS * 8, FULL = 0, EMPTY = THREADS };

static arauto_segment_h numbers; /* THREADS of them, and one counter */
static arauto_notify_h notify; /* one FULL and one EMPTY for every thread */
static arauto_slot_t slots[2 * THREADS];

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
            check(arauto_notify_wait(notify, (size_t)(EMPTY + me), 1)); /* the last one was read */
        }
        check(arauto_put_notify(numbers, right, (size_t)next * 8, &sent, 8, slots[FULL + next]));
        check(arauto_notify_wait(notify, (size_t)(FULL + me), 1));
        uint64_t received;
        check(arauto_get(numbers, arauto_rank(), (size_t)me * 8, &received, sizeof received));
        if (received != number(left, last, round)) {
            arauto_error_stop(1, "a thread received another number than was sent to it");
        }
        check(arauto_notify_post(left, slots[EMPTY + last]));
        check(arauto_atomic_fetch(numbers, 0, COUNTER, 8, ARAUTO_ATOMIC_ADD, 1, NULL));
    }
    check(arauto_notify_wait(notify, (size_t)(EMPTY + me), 1));
    return NULL;
}

int main(void) {
    check(arauto_init()); /* before any thread starts */
    const arauto_team_h world = arauto_team_world();
    check(arauto_segment_allocate(world, COUNTER + 8, &numbers));
    check(arauto_notify_create(world, 2 * THREADS, &notify));
    for (size_t i = 0; i < 2 * THREADS; ++i) {
        check(arauto_notify_slot(notify, i, &slots[i]));
    }
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
    check(arauto_atomic_load(numbers, 0, COUNTER, 8, &count));
    if (arauto_rank() == 0) {
        printf("%llu numbers arrived\n", (unsigned long long)count);
    }
    check(arauto_notify_free(notify));
    check(arauto_segment_free(numbers));
    return count == (uint64_t)arauto_size() * THREADS * ROUNDS ? 0 : 1;
}
