/* SPDX-FileCopyrightText: the Arauto authors */
/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures a hand-over between the very two processes of a batch, before and after it. This file is
   linked into a program of a benchmark, which need not know of it: the measurement is made before
   main and after exit. On a virtual machine the same hand-over took 29, 62 and 270 ns within a
   minute, so that a floor measured by other processes, or a second later, is none.

   ARAUTO_BENCH_PAIR names a file that the two processes share, of at least sizeof(struct pair)
   bytes, all of them 0. Without it nothing is measured. The first process prints lines "pair/before
   8 NS" and "pair/after 8 NS". */
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MEASUREMENTS = 2, CHUNK = 200, CHUNKS_MIN = 5, CHUNKS_MAX = 101, YIELD_EVERY = 10000 };
#define CHUNKS_NS 5e6 /* as long as this, once there are CHUNKS_MIN */
#define PATIENCE_NS 5e9 /* the other process may have died, or there may be one alone */

struct line {
    _Alignas(64) _Atomic int64_t value;
};

struct pair {
    struct line joined;
    struct turn {
        struct line here; /* processes that have come */
        struct line ping, pong;
    } turns[MEASUREMENTS];
};

static struct pair* pair;
static int is_first;
static double before_ns;

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* @return whether it came */
static int await(struct line* line, int64_t value) {
    double since = 0;
    for (long look = 1;; ++look) {
        /* PAIR pair.flag: acquire here, release in pass */
        if (atomic_load_explicit(&line->value, memory_order_acquire) >= value) {
            return 1;
        }
        if (look % YIELD_EVERY == 0) { /* two processes on one core would wait for ever */
            sched_yield();
            since = since > 0 ? since : now_ns();
            if (now_ns() - since > PATIENCE_NS) {
                return 0;
            }
        }
    }
}

static void pass(struct line* line, int64_t value) {
    /* PAIR pair.flag: release here, acquire in await */
    atomic_store_explicit(&line->value, value, memory_order_release);
}

static int by_value(const void* a, const void* b) {
    const double left = *(const double*)a;
    const double right = *(const double*)b;
    return (left > right) - (left < right);
}

/* The first process ends it by a number that stands for no round. @return ns of a hand-over, the
   median of the chunks; 0 in the other process, and without it */
static double measure(struct turn* turn) {
    static const int64_t last = INT64_MAX;
    atomic_fetch_add(&turn->here.value, 1);
    if (!await(&turn->here, 2)) {
        return 0;
    }
    if (!is_first) {
        for (int64_t round = 1; await(&turn->ping, round); ++round) {
            if (atomic_load(&turn->ping.value) == last) {
                return 0;
            }
            pass(&turn->pong, round);
        }
        return 0;
    }
    double chunks[CHUNKS_MAX];
    int count = 0;
    int64_t round = 0;
    const double begun = now_ns();
    while (count < CHUNKS_MAX && (count < CHUNKS_MIN || now_ns() - begun < CHUNKS_NS)) {
        const double start = now_ns();
        for (int i = 0; i < CHUNK; ++i) {
            pass(&turn->ping, ++round);
            if (!await(&turn->pong, round)) {
                return 0;
            }
        }
        chunks[count++] = (now_ns() - start) / (2 * CHUNK);
    }
    pass(&turn->ping, last);
    qsort(chunks, (size_t)count, sizeof *chunks, by_value);
    return chunks[count / 2];
}

__attribute__((constructor)) static void measure_before(void) {
    const char* const name = getenv("ARAUTO_BENCH_PAIR");
    const int file = name != NULL ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) {
        return;
    }
    void* const memory = mmap(NULL, sizeof *pair, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) {
        pair = memory;
        is_first = atomic_fetch_add(&pair->joined.value, 1) == 0;
        before_ns = measure(&pair->turns[0]);
    }
}

__attribute__((destructor)) static void measure_after(void) {
    if (pair != NULL) {
        const double after_ns = measure(&pair->turns[1]);
        if (before_ns > 0 && after_ns > 0) {
            dprintf(STDOUT_FILENO, "pair/before 8 %.2f\npair/after 8 %.2f\n", before_ns, after_ns);
        }
    }
}
