// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Put, get and what surrounds them, from rank 0 to rank 1 in one epoch of MPI_Win_lock_all: with a
// flush after each, a thousand at a time, by requests, and with computation in between.
#include "rma_bench.h"

#include <string.h>

enum { RUN = 1000 }; // operations of the message rate

/* Puts carry the number of the turn in their first word and a pattern behind it. */
static void fill(char* buffer, long bytes) {
    for (long i = 0; i < bytes; ++i) {
        buffer[i] = (char)(bytes / 7 + i * 3);
    }
}

static void compare(const char* buffer, long first, long bytes, const char* what) {
    long found;
    memcpy(&found, buffer, sizeof found);
    must_be(found, first, what);
    for (long i = 8; i < bytes; ++i) {
        must_be(buffer[i], (char)(bytes / 7 + i * 3), what);
    }
}

static void prepare_put(long bytes) {
    fill(local, bytes);
    memset(memory + DATA, 0, (size_t)bytes);
}

static void check_put(long count, long bytes) {
    if (me == 1) {
        compare(memory + DATA, count - 1, bytes, "what was put last");
    }
}

static void put(long turn, long bytes) {
    memcpy(local, &turn, sizeof turn);
    MPI_Put(local, (int)bytes, MPI_BYTE, 1, DATA, (int)bytes, MPI_BYTE, window);
}

static void put_flush(long count, long bytes) {
    for (long i = 0; i < count && me == 0; ++i) {
        put(i, bytes);
        MPI_Win_flush(1, window);
    }
}

static void rput_wait(long count, long bytes) {
    for (long i = 0; i < count && me == 0; ++i) {
        MPI_Request request;
        memcpy(local, &i, sizeof i);
        MPI_Rput(local, (int)bytes, MPI_BYTE, 1, DATA, (int)bytes, MPI_BYTE, window, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (me == 0) {
        MPI_Win_flush(1, window);
    }
}

static void prepare_get(long bytes) {
    const long given = 4711;
    fill(memory + DATA, bytes);
    memcpy(memory + DATA, &given, sizeof given);
    memset(local, 0, (size_t)bytes);
}

static void check_get(long count, long bytes) {
    (void)count;
    if (me == 0) {
        compare(local, 4711, bytes, "what was got");
    }
}

static void get_flush(long count, long bytes) {
    for (long i = 0; i < count && me == 0; ++i) {
        MPI_Get(local, (int)bytes, MPI_BYTE, 1, DATA, (int)bytes, MPI_BYTE, window);
        MPI_Win_flush(1, window);
    }
}

static void rget_wait(long count, long bytes) {
    for (long i = 0; i < count && me == 0; ++i) {
        MPI_Request request;
        MPI_Rget(local, (int)bytes, MPI_BYTE, 1, DATA, (int)bytes, MPI_BYTE, window, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* A thousand puts of 8 bytes, each from and to a word of its own, then one flush. */
static void put_run(void) {
    for (long i = 0; i < RUN; ++i) {
        MPI_Put(local + 8 * i, 8, MPI_BYTE, 1, DATA + 8 * i, 8, MPI_BYTE, window);
    }
}

static void get_run(void) {
    for (long i = 0; i < RUN; ++i) {
        MPI_Get(local + 8 * i, 8, MPI_BYTE, 1, DATA + 8 * i, 8, MPI_BYTE, window);
    }
}

static void flush_run(void (*run)(void), long count, int is_flush_timed) {
    for (long i = 0; i < count && me == 0; ++i) {
        run();
        const double start = is_flush_timed ? 0 : now();
        MPI_Win_flush(1, window);
        left_out += is_flush_timed ? 0 : now() - start;
    }
}

static void put_starts(long count, long bytes) {
    (void)bytes;
    flush_run(put_run, count, 0);
}

static void put_rate(long count, long bytes) {
    (void)bytes;
    flush_run(put_run, count, 1);
}

static void get_rate(long count, long bytes) {
    (void)bytes;
    flush_run(get_run, count, 1);
}

static void prepare_run(long bytes) {
    (void)bytes;
    for (long i = 0; i < RUN; ++i) {
        ((long*)local)[i] = me == 0 ? 5 * i : -1;
        ((long*)(memory + DATA))[i] = me == 1 ? 5 * i : -1;
    }
}

static void prepare_put_run(long bytes) {
    prepare_run(bytes);
    memset(memory + DATA, 0, 8 * RUN);
}

static void prepare_get_run(long bytes) {
    prepare_run(bytes);
    memset(local, 0, 8 * RUN);
}

static void check_run(long count, long bytes) {
    const long* const words = (const long*)(me == 0 ? local : memory + DATA);
    (void)count;
    (void)bytes;
    for (long i = 0; i < RUN; ++i) {
        must_be(words[i], 5 * i, "a word of a thousand");
    }
}

/* Nothing is open: what the call itself takes. Checked by one put at the end. */
static void flush_alone(long count, long bytes) {
    for (long i = 0; i < count && me == 0; ++i) {
        MPI_Win_flush(1, window);
    }
    const double start = now();
    if (me == 0) {
        put(count - 1, bytes);
        MPI_Win_flush(1, window);
    }
    left_out += now() - start;
}

static void sync_alone(long count, long bytes) {
    for (long i = 0; i < count && me == 0; ++i) {
        MPI_Win_sync(window);
    }
    const double start = now();
    if (me == 0) {
        put(count - 1, bytes);
        MPI_Win_flush(1, window);
    }
    left_out += now() - start;
}

static long rounds; // of the computation
static volatile double result;

static void compute(void) {
    double x = 1.0;
    for (long i = 0; i < rounds; ++i) {
        x = x * 0.999999 + 1e-7;
    }
    result = x;
}

static void compute_only(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count && me == 0; ++i) {
        compute();
    }
}

static void put_compute_flush(long count, long bytes) {
    for (long i = 0; i < count && me == 0; ++i) {
        put(i, bytes);
        compute();
        MPI_Win_flush(1, window);
    }
}

/* The part of a put with flush that disappears behind a computation of slightly longer time. */
static void bench_overlap(long bytes) {
    const case_t computation = {NULL, compute_only, NULL};
    const double put_alone = measure((case_t){prepare_put, put_flush, check_put}, bytes);
    rounds = 1000;
    rounds = (long)(1000 * 1.1 * put_alone / measure(computation, 0)) + 1;
    MPI_Bcast(&rounds, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    const double alone = measure(computation, 0);
    const double both = measure((case_t){prepare_put, put_compute_flush, check_put}, bytes);
    report("rma_overlap", bytes, (put_alone + alone - both) / put_alone);
}

void bench_data(long largest) {
    MPI_Win_lock_all(0, window);
    for (long bytes = 8; bytes <= largest; bytes = bytes == 262144 ? 1 << 20 : bytes * 8) {
        bench("rma_put_flush", bytes, (case_t){prepare_put, put_flush, check_put}, 1);
        bench("rma_get_flush", bytes, (case_t){prepare_get, get_flush, check_get}, 1);
    }
    bench("rma_rput_wait", 8, (case_t){prepare_put, rput_wait, check_put}, 1);
    bench("rma_rget_wait", 8, (case_t){prepare_get, rget_wait, check_get}, 1);
    bench("rma_put_rate/starts", 8, (case_t){prepare_put_run, put_starts, check_run}, RUN);
    bench("rma_put_rate/flushed", 8, (case_t){prepare_put_run, put_rate, check_run}, RUN);
    bench("rma_get_rate/flushed", 8, (case_t){prepare_get_run, get_rate, check_run}, RUN);
    bench("rma_flush", 8, (case_t){prepare_put, flush_alone, check_put}, 1);
    bench("rma_sync", 8, (case_t){prepare_put, sync_alone, check_put}, 1);
    for (long bytes = 8; bytes <= largest; bytes = bytes == 8 ? 4096 : bytes * 64) {
        bench_overlap(bytes);
    }
    MPI_Win_unlock_all(window);
}
