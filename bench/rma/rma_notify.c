// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Data and its notification, back and forth between two processes, as a time one way: by messages,
// which every MPI has, and by notified puts where the process has them (they are looked up, so that
// one binary runs on the bare MPI too). The target reads the last word, as in the benchmark of the
// C API, and after all of them the first. A bare MPI's row of notified puts is its messages. Also
// unexpected notifications: each is probed for, then matched, the one with the last tag first.
#include "rma_bench.h"

#include <dlfcn.h>
#include <stddef.h>

typedef int
put_tag_t(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, int);
typedef int
put_counter_t(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, int, MPI_Win);
typedef int set_num_t(MPI_Win, MPI_Info, int);
typedef int get_value_t(MPI_Win, int, MPI_Count*);
typedef int notify_init_t(MPI_Win, int, int, int, MPI_Request*);
typedef int probe_t(MPI_Win, int, int, int*, MPI_Status*);

enum { TAG = 7 };
static put_tag_t* put_tag;
static put_counter_t* put_counter;
static get_value_t* get_value;
static notify_init_t* notify_init;
static probe_t* probe;
static MPI_Request matched;
static MPI_Count counted; // notifications taken so far

typedef void hand_over_t(long bytes);

static void put_tagged(long bytes) {
    put_tag(local, (int)bytes, MPI_BYTE, other, DATA, (int)bytes, MPI_BYTE, window, TAG);
}

static void await_tag(long bytes) {
    (void)bytes;
    MPI_Start(&matched);
    MPI_Wait(&matched, MPI_STATUS_IGNORE);
}

static void put_counted(long bytes) {
    put_counter(local, (int)bytes, MPI_BYTE, other, DATA, (int)bytes, MPI_BYTE, 0, window);
}

static void await_count(long bytes) {
    MPI_Count value = 0;
    (void)bytes;
    do {
        get_value(window, 0, &value);
    } while (value == counted);
    ++counted;
}

static void send(long bytes) {
    MPI_Send(local, (int)bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD);
}

static void receive(long bytes) {
    MPI_Recv(memory + DATA, (int)bytes, MPI_BYTE, other, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static hand_over_t* give;
static hand_over_t* take;

static void ping_pong(long count, long bytes) {
    long* const first = (long*)local;
    long* const last = (long*)(local + bytes) - 1;
    const volatile long* const there = (const volatile long*)(memory + DATA);
    for (long i = 0; i < count; ++i) {
        for (int half = 0; half < 2; ++half) {
            if (half == me) {
                *first = *last = 2 * i + half;
                give(bytes);
            } else {
                take(bytes);
                must_be(there[bytes / 8 - 1], 2 * i + half, "the last word that was handed over");
            }
        }
    }
    must_be(there[0], 2 * (count - 1) + 1 - me, "the first word that was handed over");
}

static const long sizes[] = {8, 512, 4096, 65536, 1 << 20};

static void bench_hand_over(const char* name, hand_over_t* giving, hand_over_t* taking, long most) {
    give = giving;
    take = taking;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] <= most; ++i) {
        bench(name, sizes[i], (case_t){NULL, ping_pong, NULL}, 2);
    }
}

static void match_unexpected(long count, long tags) {
    for (long i = 0; i < count; ++i) {
        const double start = now();
        for (int tag = 0; me == 1 && tag < tags; ++tag) {
            put_tag(NULL, 0, MPI_BYTE, other, DATA, 0, MPI_BYTE, window, tag);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        left_out += now() - start;
        for (int tag = (int)tags - 1; me == 0 && tag >= 0; --tag) {
            int flag = 0;
            MPI_Request request;
            MPI_Status status;
            while (flag == 0) { // the tag that was sent last may still be on its way
                probe(window, other, tag, &flag, &status);
            }
            notify_init(window, other, tag, 1, &request);
            MPI_Start(&request);
            MPI_Wait(&request, &status);
            must_be(status.MPI_TAG, tag, "the tag that was matched");
            MPI_Request_free(&request);
        }
    }
}

/* ISO C has no conversion from a data pointer to a function's. */
#define LOOK_UP(type, name)                                                                        \
    (((union {                                                                                     \
         void* found;                                                                              \
         type* call;                                                                               \
     }){dlsym(RTLD_DEFAULT, name)})                                                                \
         .call)

int has_notified_calls(void) {
    return dlsym(RTLD_DEFAULT, "MPIX_Put_notify_tag") != NULL;
}

void bench_notified(long largest) {
    put_tag = LOOK_UP(put_tag_t, "MPIX_Put_notify_tag");
    put_counter = LOOK_UP(put_counter_t, "MPIX_Put_notify");
    get_value = LOOK_UP(get_value_t, "MPIX_Win_get_notify_value");
    probe = LOOK_UP(probe_t, "MPIX_Iprobe_notify");
    notify_init = LOOK_UP(notify_init_t, "MPIX_Notify_init");
    set_num_t* const set_num = LOOK_UP(set_num_t, "MPIX_Win_set_num_notify");
    bench_hand_over("rma_message", send, receive, largest);
    if (put_tag == NULL || notify_init == NULL || set_num == NULL || put_counter == NULL ||
        probe == NULL) {
        return;
    }
    set_num(window, MPI_INFO_NULL, 1);
    MPI_Win_lock_all(0, window);
    notify_init(window, other, TAG, 1, &matched);
    bench_hand_over("rma_notified_put/tag", put_tagged, await_tag, largest);
    bench_hand_over("rma_notified_put/counter", put_counted, await_count, largest);
    MPI_Request_free(&matched);
    bench("rma_match_unexpected", 1000, (case_t){NULL, match_unexpected, NULL}, 1000);
    bench("rma_match_unexpected", 100000, (case_t){NULL, match_unexpected, NULL}, 100000);
    MPI_Win_unlock_all(window);
}
