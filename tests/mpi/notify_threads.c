/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * MPI_THREAD_MULTIPLE: threads of every process notify and are notified at the same time on one
 * window, by counters and by tags; and one thread starts requests for which another one waits.
 * notify_threads [ROUNDS]
 */
#include "notify.h"

#include <pthread.h>
#include <sched.h>

enum { kThreads = 3, kLongs = 16, kPairs = 2, kQueue = 8 };
enum { kSumCounter = 2 * kThreads, kCounters }; /* before it two for each thread */
enum { kSumWord = kThreads * kLongs, kTagWords };

static int rounds = 50, right, left;
static MPI_Win window; /* of all threads */
static long* data;

/* By polling and by a request, in turn. */
static void await_counter(int index, MPI_Count threshold) {
    if (threshold % 2 == 0) {
        await_value(window, index, threshold);
    } else {
        MPI_Request reached;
        OK(MPIX_Win_notify_threshold(window, index, threshold, &reached));
        OK(MPI_Wait(&reached, MPI_STATUS_IGNORE));
    }
}

/* Thread n puts into the words of thread n + 1 of the right neighbour, also where that is the same
 * process: so another thread waits for them. Thread n goes on once they have been read. */
static void* count_in_a_ring(void* argument) {
    const int number = *(const int*)argument;
    const int next = (number + 1) % kThreads, last = (number + kThreads - 1) % kThreads;
    const long* const mine = data + number * kLongs;
    for (int round = 1; round <= rounds; ++round) {
        long out[kLongs];
        for (int i = 0; i < kLongs; ++i) {
            out[i] = 1000000L * rank + 1000L * number + round + i;
        }
        OK(MPIX_Put_notify(out, kLongs, MPI_LONG, right, next * kLongs, kLongs, MPI_LONG, 2 * next,
                           window));
        await_counter(2 * number, round);
        for (int i = 0; i < kLongs; ++i) {
            CHECK(mine[i] == 1000000L * left + 1000L * last + round + i,
                  "thread %d, round %d: word %d is %ld", number, round, i, mine[i]);
        }
        OK(MPIX_Get_notify(out, 0, MPI_LONG, left, 0, 0, MPI_LONG, 2 * last + 1, window));
        await_counter(2 * number + 1, round);
    }
    return NULL;
}

/* All threads add to one word and one counter; one of them watches the counter grow meanwhile. */
static void* count_together(void* argument) {
    const int number = *(const int*)argument;
    const long one = 1;
    for (int round = 0; round < rounds; ++round) {
        OK(MPIX_Accumulate_notify(&one, 1, MPI_LONG, right, kSumWord, 1, MPI_LONG, MPI_SUM,
                                  kSumCounter, window));
    }
    MPI_Count value = 0;
    while (number == 0 && value < (MPI_Count)kThreads * rounds) {
        const MPI_Count before = value;
        OK(MPIX_Win_get_notify_value(window, kSumCounter, &value));
        CHECK(value >= before, "the counter fell from %ld to %ld", (long)before, (long)value);
    }
    return NULL;
}

/* Requests from the thread that starts them to the one that waits. */
typedef struct {
    int number;
    MPI_Request requests[kQueue];
    int put_in, taken_out;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
} pair_t;

static int tag_of(const pair_t* pair, int round) {
    return pair->number * rounds + round;
}

static void hand_over(pair_t* pair, MPI_Request request) {
    pthread_mutex_lock(&pair->mutex);
    while (pair->put_in - pair->taken_out == kQueue) {
        pthread_cond_wait(&pair->changed, &pair->mutex);
    }
    pair->requests[pair->put_in++ % kQueue] = request;
    pthread_cond_broadcast(&pair->changed);
    pthread_mutex_unlock(&pair->mutex);
}

static MPI_Request take_over(pair_t* pair) {
    pthread_mutex_lock(&pair->mutex);
    while (pair->put_in == pair->taken_out) {
        pthread_cond_wait(&pair->changed, &pair->mutex);
    }
    const MPI_Request request = pair->requests[pair->taken_out++ % kQueue];
    pthread_cond_broadcast(&pair->changed);
    pthread_mutex_unlock(&pair->mutex);
    return request;
}

/* A word of its own for each round, so that no origin waits for a reader. */
static void* start_requests(void* argument) {
    pair_t* const pair = argument;
    for (int round = 0; round < rounds; ++round) {
        const int tag = tag_of(pair, round);
        const long out = 1000L * rank + tag;
        MPI_Request request;
        OK(MPIX_Notify_init(window, round % 2 == 0 ? left : MPI_ANY_SOURCE, tag, 1, &request));
        OK(MPI_Start(&request));
        hand_over(pair, request);
        if (round % 3 == 0) {
            OK(MPIX_Rput_notify_tag(&out, 1, MPI_LONG, right, kTagWords + tag, 1, MPI_LONG, window,
                                    &request, tag));
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        } else {
            OK(MPIX_Put_notify_tag(&out, 1, MPI_LONG, right, kTagWords + tag, 1, MPI_LONG, window,
                                   tag));
        }
    }
    return NULL;
}

static void complete(MPI_Request* request, int round, MPI_Status* status) {
    if (round % 3 == 0) {
        OK(MPI_Wait(request, status));
    } else if (round % 3 == 1) {
        for (int done = 0; !done;) {
            OK(MPI_Test(request, &done, status));
            sched_yield();
        }
    } else {
        int index = -1;
        MPI_Request two[2] = {MPI_REQUEST_NULL, *request};
        OK(MPI_Waitany(2, two, &index, status));
        CHECK(index == 1, "request %d of two is complete", index);
        *request = two[1];
    }
}

static void* wait_for_requests(void* argument) {
    pair_t* const pair = argument;
    for (int round = 0; round < rounds; ++round) {
        const int tag = tag_of(pair, round);
        int flag = -1;
        MPI_Status status;
        MPI_Request request = take_over(pair);
        OK(MPIX_Iprobe_notify(window, MPI_ANY_SOURCE, kPairs * rounds, &flag, &status));
        CHECK(flag == 0, "a tag that no rank sends has come");
        complete(&request, round, &status);
        CHECK(status.MPI_SOURCE == left && status.MPI_TAG == tag,
              "pair %d, round %d: tag %d of rank %d", pair->number, round, status.MPI_TAG,
              status.MPI_SOURCE);
        CHECK(data[kTagWords + tag] == 1000L * left + tag, "pair %d, round %d: %ld", pair->number,
              round, data[kTagWords + tag]);
        OK(MPI_Request_free(&request));
    }
    return NULL;
}

static void run_threads(void* (*part)(void*)) {
    pthread_t threads[kThreads];
    int numbers[kThreads];
    for (int i = 0; i < kThreads; ++i) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, part, &numbers[i]);
    }
    for (int i = 0; i < kThreads; ++i) {
        pthread_join(threads[i], NULL);
    }
}

static void run_pairs(void) {
    static pair_t pairs[kPairs];
    pthread_t starters[kPairs], waiters[kPairs];
    for (int i = 0; i < kPairs; ++i) {
        pairs[i].number = i;
        pthread_mutex_init(&pairs[i].mutex, NULL);
        pthread_cond_init(&pairs[i].changed, NULL);
        pthread_create(&starters[i], NULL, start_requests, &pairs[i]);
        pthread_create(&waiters[i], NULL, wait_for_requests, &pairs[i]);
    }
    for (int i = 0; i < kPairs; ++i) {
        pthread_join(starters[i], NULL);
        pthread_join(waiters[i], NULL);
    }
}

int main(int argc, char** argv) {
    begin_with(MPI_THREAD_MULTIPLE, &argc, &argv);
    rounds = argc > 1 ? atoi(argv[1]) : rounds;
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    window = window_of(kTagWords + kPairs * rounds, &data);
    OK(MPIX_Win_set_num_notify(window, MPI_INFO_NULL, kCounters));
    OK(MPI_Win_lock_all(0, window));
    run_threads(count_in_a_ring);
    run_threads(count_together);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(data[kSumWord] == (long)kThreads * rounds, "%ld of %d additions", data[kSumWord],
          kThreads * rounds);
    run_pairs();
    OK(MPI_Win_unlock_all(window));
    OK(MPI_Win_free(&window));
    return finish("notify_threads");
}
