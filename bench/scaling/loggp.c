/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The times to which the parameters of LogGP are fitted, between two ranks through the C API. Rank
 * 0 prints lines "name bytes value" in nanoseconds:
 *
 *   one_way  a notified put, until its receiver has seen the notification
 *   send     how long such a put keeps its sender busy, a few in a row
 *   gap      the same of many in a row, until the last has arrived, for each
 *   take     how long a notification that has arrived keeps its receiver busy
 *   fetch    an atomic addition that returns the value before: a message and its answer
 *   barrier  of the two
 *
 *   loggp SECONDS-PER-CASE [largest size in bytes]
 */
#include <arauto/arauto.h>
#include <arauto/atomic.h>
#include <arauto/notify.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FEW = 8, MANY = 512 };

static int me, other;
static double seconds = 0.1;
static arauto_segment_h segment;
static arauto_notify_h notify;
static arauto_slot_t data, answer;
static char* local;

typedef void step_t(size_t bytes);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(arauto_status_t status) {
    if (status < 0) {
        fprintf(stderr, "loggp: %s\n", arauto_last_error());
        exit(1);
    }
}

static void put(size_t bytes, arauto_slot_t slot) {
    must(arauto_put_notify(segment, other, 0, local, bytes, slot));
}

/* To and fro. */
static void exchange(size_t bytes) {
    if (me == 0) {
        put(bytes, data);
        must(arauto_notify_wait(notify, 0, 1));
    } else {
        must(arauto_notify_wait(notify, 0, 1));
        put(bytes, data);
    }
}

static double spent; /* in what is measured within a step */

static void send_few(size_t bytes) {
    if (me == 0) {
        const double start = now();
        for (int i = 0; i < FEW; ++i) {
            put(bytes, data);
        }
        spent += now() - start;
        must(arauto_notify_wait(notify, 1, 1));
    } else {
        must(arauto_notify_wait(notify, 0, FEW));
        put(8, answer);
    }
}

static void take_few(size_t bytes) {
    if (me == 1) {
        for (int i = 0; i < FEW; ++i) {
            put(bytes, data);
        }
        must(arauto_notify_wait(notify, 1, 1));
        return;
    }
    uint64_t there = 0;
    while (there < FEW) {
        arauto_progress();
        must(arauto_notify_query(notify, 0, &there));
    }
    const double start = now();
    for (int i = 0; i < FEW; ++i) {
        must(arauto_notify_wait(notify, 0, 1));
    }
    spent += now() - start;
    put(8, answer);
}

static void send_many(size_t bytes) {
    const int many = bytes > 65536 ? 32 : MANY;
    if (me == 0) {
        for (int i = 0; i < many; ++i) {
            put(bytes, data);
        }
        must(arauto_notify_wait(notify, 1, 1));
    } else {
        must(arauto_notify_wait(notify, 0, (uint64_t)many));
        put(8, answer);
    }
}

static void fetch(size_t bytes) {
    int64_t old = 0;
    if (me == 0) {
        must(arauto_atomic_fetch(segment, other, bytes, 8, ARAUTO_ATOMIC_ADD, 1, &old));
    }
}

static void barrier(size_t bytes) {
    (void)bytes;
    must(arauto_team_barrier(arauto_team_world()));
}

/* Nanoseconds of each of `parts` in a step; of what a step has measured itself when `is_own`. */
static void bench(const char* name, step_t* step, size_t bytes, double parts, int is_own) {
    must(arauto_team_barrier(arauto_team_world()));
    double start = now();
    for (int i = 0; i < 5; ++i) {
        step(bytes);
    }
    int64_t count = (int64_t)(seconds / ((now() - start) / 5 + 1e-9)) + 3;
    must(arauto_broadcast(arauto_team_world(), &count, sizeof count, 0));
    must(arauto_team_barrier(arauto_team_world()));
    spent = 0;
    start = now();
    for (int64_t i = 0; i < count; ++i) {
        step(bytes);
    }
    const double total = is_own ? spent : now() - start;
    if (me == 0) {
        printf("%s %zu %.2f\n", name, bytes, total / (double)count / parts * 1e9);
        fflush(stdout);
    }
}

int main(int count, char** words) {
    must(arauto_init());
    seconds = count > 1 ? atof(words[1]) : seconds;
    const size_t largest = count > 2 ? (size_t)atoll(words[2]) : (size_t)1 << 20;
    me = arauto_rank();
    other = 1 - me;
    if (arauto_size() != 2 || (local = calloc(largest, 1)) == NULL) {
        fprintf(stderr, "loggp: it takes two ranks, and %zu bytes of memory\n", largest);
        return 1;
    }
    must(arauto_segment_allocate(arauto_team_world(), largest, &segment));
    must(arauto_notify_create(arauto_team_world(), 2, &notify));
    must(arauto_notify_slot(notify, 0, &data));
    must(arauto_notify_slot(notify, 1, &answer));
    for (size_t bytes = 8; bytes <= largest; bytes *= bytes < 64 ? 8 : 4) {
        bench("one_way", exchange, bytes, 2, 0);
    }
    bench("send", send_few, 8, FEW, 1);
    bench("take", take_few, 8, FEW, 1);
    bench("gap", send_many, 8, MANY, 0);
    if (largest >= (size_t)1 << 20) {
        bench("gap", send_many, (size_t)1 << 20, 32, 0);
    }
    bench("fetch", fetch, 8, 1, 0);
    bench("barrier", barrier, 0, 1, 0);
    must(arauto_notify_free(notify));
    must(arauto_segment_free(segment));
    free(local);
    must(arauto_finalize());
    return 0;
}
