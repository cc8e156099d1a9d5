/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * 8 bytes to and fro between ranks 0 and 1: by a flag in shared memory (c), MPI_Send and MPI_Recv,
 * a counter, a threshold, and a matched tag. Prints half of the round trips, the best of several
 * batches; asserts only that the data is right.
 */
#include "notify.h"

#include <sched.h>
#include <stdatomic.h>

enum { kTrips = 200, kBatches = 10, kLooks = 4096 };

typedef void (*trip_t)(long number);

static MPI_Win g_win;
static long* g_data;
static MPI_Request g_match, g_threshold;
static _Atomic long* g_flags[2]; /* of ranks 0 and 1 */

/* Gives the core away now and then: the two ranks may share it with others. */
static void look_again(int* looks) {
    if (++*looks % kLooks == 0) {
        sched_yield();
    }
}

static void await_flag(_Atomic long* flag, long number) {
    int looks = 0;
    while (atomic_load_explicit(flag, memory_order_acquire) != number) {
        look_again(&looks);
    }
}

static void by_flag(long number) {
    if (rank == 0) {
        atomic_store_explicit(g_flags[1], number, memory_order_release);
        await_flag(g_flags[0], number);
    } else {
        await_flag(g_flags[1], number);
        atomic_store_explicit(g_flags[0], number, memory_order_release);
    }
}

static void by_messages(long number) {
    long got = 0;
    if (rank == 0) {
        MPI_Send(&number, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&got, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got == number);
    } else {
        MPI_Recv(&got, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&got, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    }
}

static void put_counted(long number) {
    MPIX_Put_notify(&number, 1, MPI_LONG, 1 - rank, 0, 1, MPI_LONG, 0, g_win);
}

static void await_counter(void) {
    MPI_Count value = 0;
    int looks = 0;
    do {
        MPIX_Win_get_notify_value(g_win, 0, &value);
        look_again(&looks);
    } while (value == 0);
    MPIX_Win_reset_notify_value(g_win, 0, &value);
}

static void await_threshold(void) {
    MPI_Count value = 0;
    MPI_Start(&g_threshold);
    MPI_Wait(&g_threshold, MPI_STATUS_IGNORE);
    MPIX_Win_reset_notify_value(g_win, 0, &value);
}

static void put_tagged(long number) {
    MPIX_Put_notify_tag(&number, 1, MPI_LONG, 1 - rank, 0, 1, MPI_LONG, g_win, 7);
}

static void await_match(void) {
    MPI_Start(&g_match);
    MPI_Wait(&g_match, MPI_STATUS_IGNORE);
}

static void trip(long number, void (*put)(long), void (*await)(void)) {
    if (rank == 0) {
        put(number);
        await();
        CHECK(g_data[0] == number);
    } else {
        await();
        CHECK(g_data[0] == number);
        put(g_data[0]);
    }
}

static void by_counter(long number) {
    trip(number, put_counted, await_counter);
}
static void by_threshold(long number) {
    trip(number, put_counted, await_threshold);
}
static void by_match(long number) {
    trip(number, put_tagged, await_match);
}

static double measure(trip_t one, long* number) {
    double best = 1e9;
    for (int batch = 0; batch < kBatches; ++batch) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        for (int i = 0; rank < 2 && i < kTrips; ++i) {
            one(++*number);
        }
        const double taken = (MPI_Wtime() - start) / kTrips / 2 * 1e9;
        best = taken < best ? taken : best;
    }
    return best;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(size >= 2);
    long* flags = NULL;
    MPI_Win shared;
    MPI_Aint bytes = 0;
    int unit = 0;
    long number = 0;
    OK(MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &shared));
    for (int rank = 0; rank < 2; ++rank) {
        OK(MPI_Win_shared_query(shared, rank, &bytes, &unit, &g_flags[rank]));
    }
    g_win = window_of(8, &g_data);
    OK(MPIX_Win_set_num_notify(g_win, MPI_INFO_NULL, 1));
    OK(MPIX_Win_notify_init(g_win, 0, 1, &g_threshold));
    OK(MPIX_Notify_init(g_win, rank < 2 ? 1 - rank : MPI_PROC_NULL, 7, 1, &g_match));
    OK(MPI_Win_lock_all(0, g_win));
    const double c = measure(by_flag, &number);
    const double messages = measure(by_messages, &number);
    const double counter = measure(by_counter, &number);
    const double threshold = measure(by_threshold, &number);
    const double match = measure(by_match, &number);
    if (rank == 0) {
        printf("one way, ns: flag %.0f, messages %.0f, counter %.0f, threshold %.0f, tag %.0f\n", c,
               messages, counter, threshold, match);
    }
    OK(MPI_Request_free(&g_match));
    OK(MPI_Request_free(&g_threshold));
    OK(MPI_Win_unlock_all(g_win));
    OK(MPI_Win_free(&g_win));
    OK(MPI_Win_free(&shared));
    return finish("ping-pong");
}
