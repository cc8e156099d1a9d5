/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Deadlocks: each of two ranks waits for the other, in the call that the first argument names.
 * notify_standstill_test.py reads what the job says about it.
 */
#include "notify.h"

static MPI_Win win;

static void start_notified(MPI_Request* request) {
    MPIX_Notify_init(win, 1 - rank, 7, 2, request);
    MPI_Start(request);
}

static void wait_for_tags(void) {
    MPI_Request request;
    start_notified(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* deadlock: tags */
}

static void wait_for_counter(void) {
    MPI_Request request;
    MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 2);
    MPI_Win_lock_all(0, win);
    MPIX_Win_iwait_notify(win, 1, 3, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* deadlock: counter */
}

/* Notified requests together with one of the MPI. */
static void wait_for_all(void) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int nothing = 0;
    start_notified(&requests[0]);
    MPI_Irecv(&nothing, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses); /* deadlock: all */
}

static void wait_for_any(void) {
    MPI_Request requests[2];
    int index = 0;
    start_notified(&requests[0]);
    start_notified(&requests[1]);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE); /* deadlock: any */
}

/* An access epoch towards the other rank, which does not post. */
static void start_with_other(void) {
    MPI_Group all, other;
    const int peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_start(other, 0, win);
}

static void wait_for_exposure(void) {
    start_with_other();
    MPI_Win_complete(win); /* deadlock: exposure */
}

static void wait_for_request(void) {
    MPI_Request request;
    start_with_other();
    MPIX_Win_icomplete(win, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE); /* deadlock: request */
}

/* Each rank has the lock that the other wants. */
static void wait_for_lock(void) {
    MPI_Win second;
    long* memory = NULL;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &second);
    MPI_Win mine = rank == 0 ? win : second, wanted = rank == 0 ? second : win;
    const long value = 1;
    long old = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mine);
    MPI_Fetch_and_op(&value, &old, MPI_LONG, 0, 0, MPI_SUM, mine);
    MPI_Win_flush(0, mine);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, wanted); /* deadlock: lock */
    MPI_Fetch_and_op(&value, &old, MPI_LONG, 0, 0, MPI_SUM, wanted);
    MPI_Win_unlock(0, wanted);
}

/* One rank waits in a fence, the other for a notification. */
static void wait_for_fence(void) {
    if (rank == 0) {
        MPI_Win_fence(0, win); /* deadlock: fence */
    } else {
        wait_for_tags();
    }
}

/* One rank frees a window whose epoch the other has not exposed. */
static void wait_for_free(void) {
    if (rank == 0) {
        MPI_Request request;
        start_with_other();
        MPIX_Win_icomplete(win, &request);
        MPI_Win_free(&win); /* deadlock: free */
    } else {
        wait_for_tags();
    }
}

int main(int argc, char** argv) {
    static const struct {
        const char* name;
        void (*wait)(void);
    } kWays[] = {
        {"tags", wait_for_tags},   {"counter", wait_for_counter},   {"all", wait_for_all},
        {"any", wait_for_any},     {"exposure", wait_for_exposure}, {"lock", wait_for_lock},
        {"fence", wait_for_fence}, {"request", wait_for_request},   {"free", wait_for_free},
    };
    long* memory = NULL;
    begin(&argc, &argv);
    MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (size_t i = 0; i < sizeof kWays / sizeof kWays[0]; ++i) {
        if (argc > 1 && strcmp(argv[1], kWays[i].name) == 0) {
            kWays[i].wait();
        }
    }
    CHECK(!"the argument names a deadlock");
    return 0;
}
