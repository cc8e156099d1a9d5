/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Messages too long to be sent ahead arrive while their receiver waits in a call of the one-sided
 * chapter: the wait must let the MPI work, or the sender never comes to the call that ends it.
 * progress [thread]: by another thread than the one that has initialised the MPI.
 */
#include "job.h"

#include <pthread.h>
#include <string.h>

enum { kInts = 4 << 20 };
static int* message;
static MPI_Win win;
static MPI_Group other;

static void post_start_complete_wait(void) {
    if (rank == 0) {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(other, 0, win);
        MPI_Win_complete(win);
    }
}

static void fence(void) {
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void make_and_free(void) {
    MPI_Win another;
    long* words;
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &words, &another);
    MPI_Win_free(&another);
}

static MPI_Win freed;

static void make(void) {
    long* words;
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &words, &freed);
}

static void free_it(void) {
    MPI_Win_free(&freed);
}

/* Rank 1 holds the lock while it sends. */
static void lock_before(void) {
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void lock_after(void) {
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    }
    MPI_Win_unlock(0, win);
}

static void nothing(void) {}

static void send_and(void (*before)(void), void (*after)(void)) {
    MPI_Request request;
    before();
    if (rank == 0) {
        MPI_Irecv(message, kInts, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        after();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(message[kInts - 1] == 42, "got %d", message[kInts - 1]);
    } else if (rank == 1) {
        message[kInts - 1] = 42;
        MPI_Send(message, kInts, MPI_INT, 0, 0, MPI_COMM_WORLD);
        after();
    }
    message[kInts - 1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void* all_rounds(void* nothing_given) {
    for (int round = 0; round < 3; ++round) {
        send_and(nothing, fence);
        send_and(nothing, post_start_complete_wait);
        send_and(nothing, make_and_free);
        send_and(make, free_it);
        send_and(lock_before, lock_after);
    }
    return nothing_given;
}

int main(int argc, char** argv) {
    const int in_thread = argc > 1 && strcmp(argv[1], "thread") == 0;
    if (in_thread) {
        begin_with(MPI_THREAD_SERIALIZED, &argc, &argv);
    } else {
        begin(&argc, &argv);
    }
    CHECK(size == 2, "run it with 2 ranks");
    long* words;
    MPI_Group all;
    const int peer = 1 - rank;
    message = calloc(kInts, sizeof(int));
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    if (in_thread) {
        pthread_t thread;
        pthread_create(&thread, NULL, all_rounds, NULL);
        pthread_join(thread, NULL);
    } else {
        all_rounds(NULL);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&other);
    MPI_Win_free(&win);
    return end();
}
