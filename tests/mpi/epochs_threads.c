/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * MPI_THREAD_MULTIPLE: one thread opens and closes epochs, another waits for their requests
 * meanwhile, on windows of its own and on one that all threads share.
 * epochs_threads [ROUNDS]
 */
#include "epochs.h"

#include <pthread.h>

enum { kPairs = 2, kQueue = 8 };

static int rounds = 200;

/* Requests from the thread that closes to the one that waits. */
typedef struct {
    MPI_Request requests[kQueue];
    long values[kQueue]; /* what was put, until its request is complete */
    int put_in, taken_out;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
} queue_t;

typedef struct {
    int number;
    MPI_Win window; /* of this pair alone */
    long* memory;
    queue_t queue;
    pthread_t closer, waiter;
} pair_t;

static MPI_Win common; /* of all threads: word 0 of each rank is a sum */
static long* sums;

/* Waits for a free slot. @return the slot for the value of this round */
static int next_index(queue_t* queue) {
    pthread_mutex_lock(&queue->mutex);
    while (queue->put_in - queue->taken_out == kQueue) {
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    const int index = queue->put_in % kQueue;
    pthread_mutex_unlock(&queue->mutex);
    return index;
}

static void hand_over(queue_t* queue, MPI_Request request) {
    pthread_mutex_lock(&queue->mutex);
    queue->requests[queue->put_in % kQueue] = request;
    ++queue->put_in;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

/* Every wait without a lock of ours, by another call each time. */
static void* wait_for_all(void* argument) {
    pair_t* const pair = argument;
    queue_t* const queue = &pair->queue;
    for (int i = 0; i < 3 * rounds; ++i) {
        pthread_mutex_lock(&queue->mutex);
        while (queue->put_in == queue->taken_out) {
            pthread_cond_wait(&queue->changed, &queue->mutex);
        }
        MPI_Request request = queue->requests[queue->taken_out % kQueue];
        pthread_mutex_unlock(&queue->mutex);
        if (i % 3 == 0) {
            finish(&request);
        } else if (i % 3 == 1) {
            while (!is_complete(&request)) {
                sched_yield();
            }
        } else {
            int index = 0;
            MPI_Request two[2] = {MPI_REQUEST_NULL, request};
            OK(MPI_Waitany(2, two, &index, MPI_STATUS_IGNORE));
        }
        pthread_mutex_lock(&queue->mutex);
        ++queue->taken_out;
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->mutex);
    }
    return NULL;
}

/* A ring of access and exposure epochs on the pair's own window; a lock epoch on the common one. */
static void* close_epochs(void* argument) {
    static const long one = 1;
    pair_t* const pair = argument;
    queue_t* const queue = &pair->queue;
    MPI_Group to, from;
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Group_incl(world, 1, &left, &from);
    for (int i = 0; i < rounds; ++i) {
        const int target = (i + pair->number) % size;
        MPI_Request opened, closed;
        OK(MPIX_Win_ipost(from, 0, pair->window, &opened));
        finish(&opened);
        OK(MPIX_Win_istart(to, 0, pair->window, &opened));
        finish(&opened);
        const int index = next_index(queue);
        queue->values[index] = 1000L * rank + i;
        OK(MPI_Put(&queue->values[index], 1, MPI_LONG, right, i, 1, MPI_LONG, pair->window));
        OK(MPIX_Win_icomplete(pair->window, &closed));
        hand_over(queue, closed);
        OK(MPIX_Win_iwait(pair->window, &closed));
        next_index(queue);
        hand_over(queue, closed);
        OK(MPI_Accumulate(&one, 1, MPI_LONG, target, 0, 1, MPI_LONG, MPI_SUM, common));
        OK(MPIX_Win_iflush(target, common, &closed));
        next_index(queue);
        hand_over(queue, closed);
    }
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    return NULL;
}

static void check_pair(const pair_t* pair) {
    for (int i = 0; i < rounds; ++i) {
        CHECK(pair->memory[i] == 1000L * left + i, "pair %d, round %d: %ld", pair->number, i,
              pair->memory[i]);
    }
}

int main(int argc, char** argv) {
    static pair_t pairs[kPairs];
    begin_with(MPI_THREAD_MULTIPLE, &argc, &argv);
    rounds = argc > 1 ? atoi(argv[1]) : rounds;
    set_up();
    common = window_of(1, MPI_INFO_NULL, &sums);
    for (int i = 0; i < kPairs; ++i) {
        pairs[i].number = i;
        pairs[i].window = window_of(rounds, MPI_INFO_NULL, &pairs[i].memory);
        pthread_mutex_init(&pairs[i].queue.mutex, NULL);
        pthread_cond_init(&pairs[i].queue.changed, NULL);
    }
    OK(MPI_Win_lock_all(0, common));
    for (int i = 0; i < kPairs; ++i) {
        pthread_create(&pairs[i].closer, NULL, close_epochs, &pairs[i]);
        pthread_create(&pairs[i].waiter, NULL, wait_for_all, &pairs[i]);
    }
    for (int i = 0; i < kPairs; ++i) {
        pthread_join(pairs[i].closer, NULL);
        pthread_join(pairs[i].waiter, NULL);
    }
    OK(MPI_Win_unlock_all(common));
    barrier();
    long all = 0;
    MPI_Allreduce(&sums[0], &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == (long)kPairs * rounds * size, "%ld of %ld additions", all,
          (long)kPairs * rounds * size);
    for (int i = 0; i < kPairs; ++i) {
        check_pair(&pairs[i]);
        OK(MPI_Win_free(&pairs[i].window));
    }
    OK(MPI_Win_free(&common));
    return clean_up();
}
