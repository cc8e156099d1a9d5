/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Shared by the tests of nonblocking epochs: a window and its neighbours, each call in both its
 * forms, and flags that processes set and wait for without any call of the library, so that such a
 * process counts as computing.
 */
#pragma once

#include "job.h"

#include "arauto/mpix.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { kFlags = 64, kLongs = 256 };

static MPI_Win win; /* kLongs longs on each rank, all 0 at first */
static long* words;
static int right, left;

static MPI_Win flag_win;
static atomic_int* flags; /* rank 0's */
static MPI_Group world;

static inline void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

static inline MPI_Win window_of(int longs, MPI_Info info, long** memory) {
    MPI_Win made;
    OK(MPI_Win_allocate((MPI_Aint)(sizeof(long) * (size_t)longs), sizeof(long), info,
                        MPI_COMM_WORLD, memory, &made));
    OK(MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN));
    memset(*memory, 0, sizeof(long) * (size_t)longs);
    barrier();
    return made;
}

/* After MPI_Init: `begin` of check.h, or one that asks for threads. */
static inline void set_up(void) {
    MPI_Aint bytes;
    int unit;
    void* base;
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    win = window_of(kLongs, MPI_INFO_NULL, &words);
    OK(MPI_Win_allocate_shared(rank == 0 ? (MPI_Aint)(kFlags * sizeof *flags) : 0, 1, MPI_INFO_NULL,
                               MPI_COMM_WORLD, &base, &flag_win));
    OK(MPI_Win_shared_query(flag_win, 0, &bytes, &unit, &base));
    flags = base;
    if (rank == 0) {
        memset(base, 0, kFlags * sizeof *flags);
    }
    barrier();
}

static inline int clean_up(void) {
    barrier();
    OK(MPI_Win_free(&win));
    OK(MPI_Win_free(&flag_win));
    MPI_Group_free(&world);
    return end();
}

static inline void raise_flag(int index) {
    atomic_fetch_add(&flags[index], 1);
}

/* Waits as a program that computes: makes no call of the library. */
static inline void compute_until(int index, int count) {
    while (atomic_load(&flags[index]) < count) {
        sched_yield();
    }
}

/* MPI_Test: a request that is complete is gone. */
static inline int is_complete(MPI_Request* request) {
    int flag = 0;
    OK(MPI_Test(request, &flag, MPI_STATUS_IGNORE));
    return flag;
}

static inline void finish(MPI_Request* request) {
    OK(MPI_Wait(request, MPI_STATUS_IGNORE));
    CHECK(*request == MPI_REQUEST_NULL, "a request that was waited for is there still");
}

/* Nobody will ask. What was complete at once may have no request. */
static inline void give_up(MPI_Request* request) {
    if (*request != MPI_REQUEST_NULL) {
        OK(MPI_Request_free(request));
    }
    CHECK(*request == MPI_REQUEST_NULL, "a request that was given up is there still");
}

/* Each call in its blocking form, or (is_nonblocking) in the other with a wait for the request.
 * Groups are freed at once, as MPI allows. */
static inline void start_to(int is_nonblocking, int count, const int* targets) {
    MPI_Group group;
    MPI_Request opened = MPI_REQUEST_NULL;
    MPI_Group_incl(world, count, targets, &group);
    OK(is_nonblocking ? MPIX_Win_istart(group, 0, win, &opened) : MPI_Win_start(group, 0, win));
    MPI_Group_free(&group);
    finish(&opened);
}

static inline void post_to(int is_nonblocking, int count, const int* origins) {
    MPI_Group group;
    MPI_Request opened = MPI_REQUEST_NULL;
    MPI_Group_incl(world, count, origins, &group);
    OK(is_nonblocking ? MPIX_Win_ipost(group, 0, win, &opened) : MPI_Win_post(group, 0, win));
    MPI_Group_free(&group);
    finish(&opened);
}

static inline void complete_access(int is_nonblocking) {
    MPI_Request closed = MPI_REQUEST_NULL;
    OK(is_nonblocking ? MPIX_Win_icomplete(win, &closed) : MPI_Win_complete(win));
    finish(&closed);
}

static inline void wait_exposure(int is_nonblocking) {
    MPI_Request closed = MPI_REQUEST_NULL;
    OK(is_nonblocking ? MPIX_Win_iwait(win, &closed) : MPI_Win_wait(win));
    finish(&closed);
}

static inline void fence(int is_nonblocking, int asserted) {
    MPI_Request closed = MPI_REQUEST_NULL;
    OK(is_nonblocking ? MPIX_Win_ifence(asserted, win, &closed) : MPI_Win_fence(asserted, win));
    finish(&closed);
}

static inline void put_long(const long* value, int target, MPI_Aint displacement) {
    OK(MPI_Put(value, 1, MPI_LONG, target, displacement, 1, MPI_LONG, win));
}
