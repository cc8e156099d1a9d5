// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI's one-sided calls, timed: every row of foMPI's cost models. The program knows nothing of
// Arauto: it runs on the MPI alone or with libarauto_mpi preloaded, which brings the notified
// calls too. On two processes it measures everything, on more what grows with their number.
// Rank 0 prints lines "name bytes value".
//
//   rma_bench SECONDS-PER-CASE [largest size in bytes]
#include "rma_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int me, ranks, other;
MPI_Win window;
char* memory;
char* local;
double left_out;
static double seconds = 0.05;

enum { COUNT_MAX = 2000000, ROOM = 8192 }; // room for a thousand words

double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void must_be(long found, long expected, const char* what) {
    if (found != expected) {
        printf("rank %d of %d: %s is %ld, not %ld\n", me, ranks, what, found, expected);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

void report(const char* name, long bytes, double value) {
    if (me == 0) {
        printf("%s %ld %.4f\n", name, bytes, value);
        fflush(stdout);
    }
}

/* Seconds that `count` turns took. */
static double time_loop(case_t what, long count, long bytes) {
    if (what.prepare != NULL) {
        what.prepare(bytes);
    }
    left_out = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = now();
    what.loop(count, bytes);
    const double took = now() - start - left_out;
    MPI_Barrier(MPI_COMM_WORLD);
    if (what.check != NULL) {
        what.check(count, bytes);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return took;
}

/* Finds out how often in two steps: the first turns meet cold caches. */
double measure(case_t what, long bytes) {
    long count = 3;
    double took = time_loop(what, count, bytes);
    for (double wanted = seconds / 10; wanted < 2 * seconds; wanted *= 10) {
        const double each = took / (double)count > 2e-9 ? took / (double)count : 2e-9;
        count = wanted / each > COUNT_MAX ? COUNT_MAX : (long)(wanted / each) + 3;
        MPI_Bcast(&count, 1, MPI_LONG, 0, MPI_COMM_WORLD);
        took = time_loop(what, count, bytes);
    }
    return took / (double)count * 1e9;
}

void bench(const char* name, long bytes, case_t what, double over) {
    report(name, bytes, measure(what, bytes) / over);
}

int main(int count, char** words) {
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    seconds = count > 1 ? atof(words[1]) : seconds;
    const long largest = count > 2 ? atol(words[2]) : 1L << 20;
    const size_t room = ranks == 2 && largest > ROOM ? (size_t)largest : ROOM;
    other = me == 0 ? 1 : 0;
    MPI_Win_allocate((MPI_Aint)room + DATA, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    memset(memory, 0, room + DATA);
    local = malloc(room);
    memset(local, 0, room);
    bench_fence();
    bench_pscw();
    if (ranks == 2) {
        bench_data(largest);
        bench_atomics(largest);
        bench_locks();
        bench_notified(largest);
    }
    bench_contention();
    MPI_Win_free(&window);
    free(local);
    MPI_Finalize();
    return 0;
}
