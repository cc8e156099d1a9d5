/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Every process but the first sends it 100,000 tags, many more than its ring holds, before it has
 * used any tag itself. All are kept, each sender's in their order, whatever the first one does
 * meanwhile.
 * notify_burst recv|compute|slow: it sits in MPI_Recv; it calls nothing at all; it takes them one
 * by one, more slowly than they come.
 */
#define _POSIX_C_SOURCE 200809L
#include "notify.h"

#include <stdatomic.h>
#include <time.h>

enum { kTags = 100000, kSlowOnes = 200 };

static void nap(void) {
    const struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
}

static void send_all(MPI_Win win) {
    long value, done = 1;
    for (int tag = 0; tag < kTags; ++tag) {
        value = (long)rank * kTags + tag;
        OK(MPIX_Put_notify_tag(&value, 1, MPI_LONG, 0, rank, 1, MPI_LONG, win, tag));
    }
    OK(MPI_Accumulate(&done, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win));
    OK(MPI_Win_flush(0, win));
    OK(MPI_Send(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD));
}

static void take_all(MPI_Win win, const long* data, int is_slow) {
    for (int source = 1; source < size; ++source) {
        MPI_Request request;
        MPI_Status status;
        OK(MPIX_Notify_init(win, source, MPI_ANY_TAG, 1, &request));
        for (int tag = 0; tag < kTags; ++tag) {
            OK(MPI_Start(&request));
            OK(MPI_Wait(&request, &status));
            CHECK(status.MPI_SOURCE == source && status.MPI_TAG == tag);
            CHECK(data[source] >= (long)source * kTags + tag);
            if (is_slow && tag < kSlowOnes) {
                nap();
            }
        }
        OK(MPI_Request_free(&request));
        CHECK(data[source] == (long)source * kTags + kTags - 1);
    }
}

static void receive_messages(void) {
    for (int source = 1; source < size; ++source) {
        OK(MPI_Recv(NULL, 0, MPI_BYTE, source, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const char* const how = argc > 1 ? argv[1] : "recv";
    long* data = NULL;
    MPI_Win win = window_of(size, &data);
    OK(MPI_Win_lock_all(0, win));
    if (rank > 0) {
        send_all(win);
    } else {
        if (strcmp(how, "recv") == 0) {
            receive_messages();
        } else if (strcmp(how, "compute") == 0) {
            while (atomic_load((_Atomic long*)&data[0]) < size - 1) {
                nap();
            }
        }
        take_all(win, data, strcmp(how, "slow") == 0);
        if (strcmp(how, "recv") != 0) {
            receive_messages();
        }
    }
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
    return finish(how);
}
