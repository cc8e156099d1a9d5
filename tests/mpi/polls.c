/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A message too long to be sent ahead is under way while its sender repeats one call, which never
 * has to wait, until the receiver has it and sets a word of the sender's. Each call of the
 * one-sided chapter that a program may repeat so must let the MPI work at times, or the message
 * stays.
 */
#include "job.h"

#include <sched.h>
#include <string.h>

enum { kBytes = 8 << 20, kLooksMax = 1 << 26, kRequests = 2 };

static char* message;
static MPI_Win win;
static int* words; /* 0: set by the receiver; 1: for the repeated calls */
static MPI_Group other;
static int old, one = 1;

#define WORD 1, MPI_INT, 1, 1
#define REQUESTS kRequests, requests

static void fetch_and_op(void) {
    MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 1, MPI_SUM, win);
}

static void no_op(void) {
    MPI_Fetch_and_op(NULL, &old, MPI_INT, 1, 1, MPI_NO_OP, win);
}

static void compare_and_swap(void) {
    MPI_Compare_and_swap(&one, &one, &old, MPI_INT, 1, 1, win);
}

static void get_accumulate(void) {
    MPI_Get_accumulate(&one, 1, MPI_INT, &old, WORD, 1, MPI_INT, MPI_SUM, win);
}

static void flush(void) {
    MPI_Win_flush(1, win);
}

static void put_and_flush(void) {
    MPI_Put(&one, WORD, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
}

static void flush_local(void) {
    MPI_Win_flush_local(1, win);
}

static void flush_all(void) {
    MPI_Win_flush_all(win);
}

static void flush_local_all(void) {
    MPI_Win_flush_local_all(win);
}

static void sync_window(void) {
    MPI_Win_sync(win);
}

static MPI_Request begun(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    CHECK(MPI_Rget(&old, WORD, 1, MPI_INT, win, &request) == MPI_SUCCESS, "no request");
    return request;
}

static void rget_and_test(void) {
    MPI_Request request = begun();
    for (int flag = 0; !flag;) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
}

static void rput_and_test(void) {
    MPI_Request request;
    MPI_Rput(&one, WORD, 1, MPI_INT, win, &request);
    for (int flag = 0; !flag;) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
}

static void rget_and_wait(void) {
    MPI_Request request = begun();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void rget_and_ask(void) {
    MPI_Request request = begun();
    for (int flag = 0; !flag;) {
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void rgets_and(int (*finish)(int, MPI_Request*)) {
    MPI_Request requests[kRequests] = {begun(), begun()};
    for (int left = kRequests; left > 0;) {
        left -= finish(REQUESTS);
    }
}

static int wait_all(int count, MPI_Request* requests) {
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    return count;
}

static int test_all(int count, MPI_Request* requests) {
    int flag = 0;
    MPI_Testall(count, requests, &flag, MPI_STATUSES_IGNORE);
    return flag ? count : 0;
}

static int wait_any(int count, MPI_Request* requests) {
    int index;
    MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
    return 1;
}

static int test_any(int count, MPI_Request* requests) {
    int index, flag = 0;
    MPI_Testany(count, requests, &index, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static int wait_some(int count, MPI_Request* requests) {
    int number = 0, indices[kRequests];
    MPI_Waitsome(count, requests, &number, indices, MPI_STATUSES_IGNORE);
    return number;
}

static int test_some(int count, MPI_Request* requests) {
    int number = 0, indices[kRequests];
    MPI_Testsome(count, requests, &number, indices, MPI_STATUSES_IGNORE);
    return number;
}

static void rgets_and_wait_all(void) {
    rgets_and(wait_all);
}

static void rgets_and_test_all(void) {
    rgets_and(test_all);
}

static void rgets_and_wait_any(void) {
    rgets_and(wait_any);
}

static void rgets_and_test_any(void) {
    rgets_and(test_any);
}

static void rgets_and_wait_some(void) {
    rgets_and(wait_some);
}

static void rgets_and_test_some(void) {
    rgets_and(test_some);
}

static void lock_and_unlock(void) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&old, WORD, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
}

static void lock_and_flush(void) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    for (int i = 0; i < 100; ++i) {
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock(1, win);
}

static void lock_and_unlock_all(void) {
    MPI_Win_lock_all(0, win);
    MPI_Win_unlock_all(win);
}

/* The epoch that the sender has open meanwhile. */
enum Epoch { kNone, kAll, kExposed };

static int is_over; /* the exposure */

static void test_window(void) {
    if (!is_over) {
        MPI_Win_test(win, &is_over);
    }
}

static const struct {
    const char* name;
    void (*call)(void);
    enum Epoch epoch;
} kWays[] = {
    {"MPI_Fetch_and_op", fetch_and_op, kAll},
    {"MPI_Fetch_and_op of MPI_NO_OP", no_op, kAll},
    {"MPI_Compare_and_swap", compare_and_swap, kAll},
    {"MPI_Get_accumulate", get_accumulate, kAll},
    {"MPI_Win_flush", flush, kAll},
    {"MPI_Put and MPI_Win_flush", put_and_flush, kAll},
    {"MPI_Win_flush_local", flush_local, kAll},
    {"MPI_Win_flush_all", flush_all, kAll},
    {"MPI_Win_flush_local_all", flush_local_all, kAll},
    {"MPI_Win_sync", sync_window, kAll},
    {"MPI_Rget and MPI_Test", rget_and_test, kAll},
    {"MPI_Rput and MPI_Test", rput_and_test, kAll},
    {"MPI_Rget and MPI_Wait", rget_and_wait, kAll},
    {"MPI_Rget and MPI_Request_get_status", rget_and_ask, kAll},
    {"MPI_Rget and MPI_Waitall", rgets_and_wait_all, kAll},
    {"MPI_Rget and MPI_Testall", rgets_and_test_all, kAll},
    {"MPI_Rget and MPI_Waitany", rgets_and_wait_any, kAll},
    {"MPI_Rget and MPI_Testany", rgets_and_test_any, kAll},
    {"MPI_Rget and MPI_Waitsome", rgets_and_wait_some, kAll},
    {"MPI_Rget and MPI_Testsome", rgets_and_test_some, kAll},
    {"MPI_Win_lock and MPI_Win_unlock", lock_and_unlock, kNone},
    {"MPI_Win_lock and MPI_Win_flush", lock_and_flush, kNone},
    {"MPI_Win_lock_all and MPI_Win_unlock_all", lock_and_unlock_all, kNone},
    {"MPI_Win_test", test_window, kExposed},
};
enum { kWayCount = sizeof kWays / sizeof kWays[0] };

static void send_and_repeat(int way) {
    const volatile int* const is_received = words;
    MPI_Request request;
    if (kWays[way].epoch == kAll) {
        MPI_Win_lock_all(0, win);
    } else if (kWays[way].epoch == kExposed) {
        MPI_Win_post(other, 0, win);
    }
    message[kBytes - 1] = (char)way;
    MPI_Isend(message, kBytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
    for (int look = 0; *is_received == 0; ++look) {
        CHECK(look < kLooksMax, "%s does not let the message go on", kWays[way].name);
        kWays[way].call();
        if (look % 16 == 0) {
            sched_yield();
        }
    }
    if (kWays[way].epoch == kAll) {
        MPI_Win_unlock_all(win);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (kWays[way].epoch == kExposed && !is_over) {
        MPI_Win_wait(win);
    }
}

static void receive_and_tell(int way) {
    memset(message, -1, kBytes);
    MPI_Recv(message, kBytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(message[kBytes - 1] == way, "the message ends with %d", message[kBytes - 1]);
    if (kWays[way].epoch == kExposed) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
}

int main(int argc, char** argv) {
    MPI_Group all;
    const int peer = 1;
    begin(&argc, &argv);
    CHECK(size > 1, "run it with 2 ranks or more");
    message = calloc(kBytes, 1);
    MPI_Win_allocate(2 * sizeof *words, sizeof *words, MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, rank == 0 ? &peer : &(int){0}, &other);
    for (int way = 0; way < kWayCount; ++way) {
        words[0] = words[1] = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            send_and_repeat(way);
        } else if (rank == 1) {
            receive_and_tell(way);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&other);
    MPI_Win_free(&win);
    free(message);
    return end();
}
