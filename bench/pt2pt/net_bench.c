// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The cases of fabric_floor.cpp, through the C API between two ranks on two nodes:
// half a round trip of notified puts, the same of a put and an event, with and without a fence
// between, puts in a row, behind each other or apart, until the last has been answered, and puts
// with a fence after each. Rank 0 prints lines "name bytes least median" in nanoseconds.
//
//   net_bench SECONDS-PER-CASE
#include <arauto/arauto.h>
#include <arauto/notify.h>
#include <arauto/spi/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 9 };
#define LONGEST ((size_t)16 << 20)

static int me, other;
static double seconds = 0.5;
static arauto_segment_h segment;
static arauto_notify_h notify;
static arauto_notify_h event;
static arauto_slot_t slot;
static char* local;

typedef void batch_t(size_t bytes, int count);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

static void send_notified(size_t bytes) {
    must(arauto_put_notify(segment, other, 0, local, bytes, slot));
}

static void await_notified(void) {
    must(arauto_notify_wait(notify, 0, 1));
}

static void notified(size_t bytes, int count) {
    for (int i = 0; i < count; ++i) {
        if (me == 0) {
            send_notified(bytes);
            await_notified();
        } else {
            await_notified();
            send_notified(bytes);
        }
    }
}

static void put_and_post(size_t bytes, int count, int is_fenced) {
    for (int i = 0; i < count; ++i) {
        if (me == 1) {
            must(arauto_notify_wait(event, 0, 1));
        }
        must(arauto_put(segment, other, 0, local, bytes));
        if (is_fenced) {
            arauto_flush(ARAUTO_EVERY_RANK);
        }
        must(arauto_event_post(event, other, 0));
        if (me == 0) {
            must(arauto_notify_wait(event, 0, 1));
        }
    }
}

static void with_event(size_t bytes, int count) {
    put_and_post(bytes, count, 0);
}

/* The way of a program that does not rely on the post to come after the puts before it. */
static void with_fence_and_event(size_t bytes, int count) {
    put_and_post(bytes, count, 1);
}

/* Puts of 8 bytes go behind each other, or `apart` to every 16th word; longer ones to one place. */
static void put_all(size_t bytes, int count, size_t apart) {
    if (me == 1) {
        await_notified();
        send_notified(8);
        return;
    }
    for (int i = 0; i < count; ++i) {
        const size_t at = bytes == 8 ? (size_t)(i % 1024) * 8 * apart : 0;
        must(arauto_put(segment, other, at, local + at, bytes));
    }
    must(arauto_event_post(event, other, 0)); // which orders them
    send_notified(8);
    await_notified();
}

static void in_a_row(size_t bytes, int count) {
    put_all(bytes, count, 1);
}

static void apart(size_t bytes, int count) {
    put_all(bytes, count, 16);
}

/* Each has arrived before the next begins. */
static void one_by_one(size_t bytes, int count) {
    if (me == 1) {
        await_notified();
        send_notified(8);
        return;
    }
    for (int i = 0; i < count; ++i) {
        must(arauto_put(segment, other, 0, local, bytes));
        arauto_flush(ARAUTO_EVERY_RANK);
    }
    send_notified(8);
    await_notified();
}

static double time_batch(batch_t* batch, size_t bytes, int count) {
    must(arauto_team_barrier(arauto_team_world()));
    const double start = now();
    batch(bytes, count);
    double took = now() - start;
    if ((batch == in_a_row || batch == apart) && me == 1) {
        must(arauto_notify_wait(event, 0, 1));
    }
    must(arauto_broadcast(arauto_team_world(), &took, sizeof took, 0));
    return took;
}

static int compare(const void* a, const void* b) {
    const double left = *(const double*)a, right = *(const double*)b;
    return (left > right) - (left < right);
}

static void bench(const char* name, batch_t* batch, size_t bytes, int ways) {
    int count = 16;
    double took = time_batch(batch, bytes, count);
    while (took * BATCHES < seconds && count < 1 << 24) {
        const double grow = 1.3 * seconds / (took * BATCHES) + 0.2;
        count = (int)(count * (grow < 8 ? grow : 8)) + 1;
        took = time_batch(batch, bytes, count);
    }
    double each[BATCHES];
    for (int i = 0; i < BATCHES; ++i) {
        each[i] = time_batch(batch, bytes, count) / count / ways * 1e9;
    }
    qsort(each, BATCHES, sizeof *each, compare);
    if (me == 0) {
        printf("%s %zu %.9g %.9g\n", name, bytes, each[0], each[BATCHES / 2]);
        fflush(stdout);
    }
}

int main(int count, char** words) {
    static const size_t ways[] = {8, 1024, 65536};
    static const size_t longer[] = {8192, (size_t)1 << 20, (size_t)4 << 20, LONGEST};
    if (count > 1) {
        seconds = atof(words[1]);
    }
    if (arauto_init() < 0 || arauto_size() != 2) {
        fprintf(stderr, "net_bench: it needs two ranks %s\n", arauto_last_error());
        return 1;
    }
    me = arauto_rank();
    other = 1 - me;
    must(arauto_segment_allocate(arauto_team_world(), LONGEST, &segment));
    must(arauto_notify_create(arauto_team_world(), 1, &notify));
    must(arauto_notify_slot(notify, 0, &slot));
    must(arauto_notify_create(arauto_team_world(), 1, &event));
    local = aligned_alloc(4096, LONGEST);
    memset(local, 1, LONGEST);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
        bench("notified", notified, ways[i], 2);
    }
    bench("put_event", with_event, 8, 2);
    bench("put_fence_event", with_fence_and_event, 8, 2);
    bench("put", in_a_row, 8, 1);
    bench("put_apart", apart, 8, 1);
    for (size_t i = 0; i < sizeof longer / sizeof *longer; ++i) {
        bench("put", in_a_row, longer[i], 1);
    }
    for (size_t i = 0; i < sizeof longer / sizeof *longer; ++i) {
        bench("put_fence", one_by_one, longer[i], 1);
    }
    must(arauto_team_barrier(arauto_team_world()));
    return 0;
}
