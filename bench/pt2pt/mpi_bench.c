// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The MPI twin of caf_bench.f90: the same cases by MPI's one-sided calls, collectives and barrier.
// Where Arauto has a notified put, an MPI program sends a two-sided message, so that is the case
// notified_put here. Rank 0 prints the lines.
//
//   mpi_bench SECONDS-PER-CASE [largest size in bytes]
#include "read_all.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, ranks, other;
static double seconds = 0.05;
static MPI_Win window;
static char* memory;
static char* local;

enum { FLAG = 0, COUNTER = 64, DATA = 128 };

static void report(const char* name, long bytes, double value) {
    if (me == 0) {
        printf("%s %ld %.4f\n", name, bytes, value);
    }
}

/* Runs work(count) twice, first to find out how often; returns seconds per repetition. */
static double measure(void (*work)(int, long), long bytes) {
    int count = 10;
    double t = 0;
    for (int pass = 0; pass < 2; ++pass) {
        MPI_Barrier(MPI_COMM_WORLD);
        t = MPI_Wtime();
        work(count, bytes);
        t = MPI_Wtime() - t;
        if (pass == 0) {
            const double each = t / count > 1e-9 ? t / count : 1e-9;
            count = seconds / each > 2e6 ? 2000000 : (int)(seconds / each) + 10;
            MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return t / count;
}

static void await_flag(long value) {
    volatile long* flag = (volatile long*)(memory + FLAG);
    while (*flag < value) {
        MPI_Win_sync(window);
        int there;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    }
}

static long turn = 0;

/* A put and the signal that it is there: flush in between, since MPI orders nothing else. */
static void put_event(int count, long bytes) {
    for (int i = 0; i < count; ++i) {
        ++turn;
        if (me == 1) {
            await_flag(turn);
        }
        MPI_Put(local, (int)bytes, MPI_BYTE, other, DATA, (int)bytes, MPI_BYTE, window);
        MPI_Win_flush(other, window);
        MPI_Accumulate(&turn, 1, MPI_LONG, other, FLAG, 1, MPI_LONG, MPI_REPLACE, window);
        MPI_Win_flush(other, window);
        if (me == 0) {
            await_flag(turn);
        }
    }
}

static void signal_only(int count, long bytes) {
    (void)bytes;
    for (int i = 0; i < count; ++i) {
        ++turn;
        if (me == 1) {
            await_flag(turn);
        }
        MPI_Accumulate(&turn, 1, MPI_LONG, other, FLAG, 1, MPI_LONG, MPI_REPLACE, window);
        MPI_Win_flush(other, window);
        if (me == 0) {
            await_flag(turn);
        }
    }
}

static long last_of(const char* words, long bytes) {
    return ((const volatile long*)(words + bytes))[-1];
}

static long all_of(const char* words, long bytes) {
    return sum_of((const int64_t*)words, (size_t)bytes / 8); // all but the last are 0
}

/* Data and the knowledge that it is there, one way. */
static void send_and_look(int count, long bytes, long (*look)(const char*, long)) {
    for (int i = 0; i < count; ++i) {
        for (int half = 0; half < 2; ++half) {
            if (half == me) {
                ((long*)(local + bytes))[-1] = i;
                MPI_Send(local, (int)bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
            } else {
                MPI_Recv(memory + DATA, (int)bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
                if (look(memory + DATA, bytes) != i) {
                    MPI_Abort(MPI_COMM_WORLD, 1);
                }
            }
        }
    }
}

/* The receiver reads the last value. */
static void message(int count, long bytes) {
    send_and_look(count, bytes, last_of);
}

/* The receiver reads all. */
static void message_read(int count, long bytes) {
    send_and_look(count, bytes, all_of);
}

enum { TAG_TURN = 1, TAG_FILLED, TAG_KEPT };

/* An empty message from any source, found among many that nobody has asked for. */
static void match(int count, long kept) {
    (void)kept;
    for (int i = 0; i < count; ++i) {
        for (int half = 0; half < 2; ++half) {
            if (half == me) {
                MPI_Send(NULL, 0, MPI_BYTE, other, TAG_TURN, MPI_COMM_WORLD);
            } else {
                MPI_Recv(NULL, 0, MPI_BYTE, MPI_ANY_SOURCE, TAG_TURN, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            }
        }
    }
}

static void bench_unexpected(long kept) {
    MPI_Request filled;
    MPI_Irecv(NULL, 0, MPI_BYTE, other, TAG_FILLED, MPI_COMM_WORLD, &filled);
    for (int half = 0; half < 2; ++half) {
        for (long i = 0; half == me && i < kept; ++i) {
            MPI_Send(NULL, 0, MPI_BYTE, other, TAG_KEPT + (int)(i % 30000), MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Send(NULL, 0, MPI_BYTE, other, TAG_FILLED, MPI_COMM_WORLD);
    MPI_Wait(&filled, MPI_STATUS_IGNORE);
    report("match_unexpected", kept, measure(match, kept) / 2 * 1e9);
    for (long i = 0; i < kept; ++i) {
        MPI_Recv(NULL, 0, MPI_BYTE, other, TAG_KEPT + (int)(i % 30000), MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

static void barrier(int count, long bytes) {
    (void)bytes;
    for (int i = 0; i < count; ++i) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void pair(int count, long bytes) {
    (void)bytes;
    char a = 0, b = 0;
    for (int i = 0; i < count; ++i) {
        MPI_Sendrecv(&a, 1, MPI_BYTE, other, 0, &b, 1, MPI_BYTE, other, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static void allreduce(int count, long bytes) {
    (void)bytes;
    double x = 1;
    for (int i = 0; i < count; ++i) {
        MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        x = 1;
    }
}

static void add(int count, long bytes) {
    (void)bytes;
    const int one = 1;
    int old;
    for (int i = 0; i < count && me == 0; ++i) {
        MPI_Fetch_and_op(&one, &old, MPI_INT, 1, COUNTER, MPI_SUM, window);
        MPI_Win_flush(1, window);
    }
}

static void put(int count, long bytes) {
    for (int i = 0; i < count && me == 0; ++i) {
        MPI_Put(local, (int)bytes, MPI_BYTE, 1, DATA, (int)bytes, MPI_BYTE, window);
        MPI_Win_flush(1, window);
    }
}

static void get(int count, long bytes) {
    for (int i = 0; i < count && me == 0; ++i) {
        MPI_Get(local, (int)bytes, MPI_BYTE, 1, DATA, (int)bytes, MPI_BYTE, window);
        MPI_Win_flush(1, window);
    }
}

static MPI_Datatype every_second;

static void strided(int count, long bytes) {
    (void)bytes;
    for (int i = 0; i < count && me == 0; ++i) {
        MPI_Put(local, 512, MPI_DOUBLE, 1, DATA, 1, every_second, window);
        MPI_Win_flush(1, window);
    }
}

int main(int count, char** words) {
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    seconds = count > 1 ? atof(words[1]) : seconds;
    const long largest = count > 2 ? atol(words[2]) : 16L << 20;
    other = me == 0 ? 1 : 0;
    report("sync_all", 0, measure(barrier, 0) * 1e9);
    report("co_sum", 8, measure(allreduce, 8) * 1e9);
    if (ranks == 2) {
        MPI_Win_allocate(largest + DATA, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
        local = malloc((size_t)largest);
        memset(memory, 0, (size_t)largest + DATA);
        memset(local, 1, (size_t)largest);
        MPI_Type_vector(512, 1, 2, MPI_DOUBLE, &every_second);
        MPI_Type_commit(&every_second);
        MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
        report("put_event", 8, measure(put_event, 8) / 2 * 1e9);
        report("event_post_wait", 0, measure(signal_only, 0) / 2 * 1e9);
        report("sync_images", 0, measure(pair, 0) * 1e9);
        report("atomic_add", 4, measure(add, 4) * 1e9);
        report("strided_put", 4096, measure(strided, 0) * 1e9);
        const long sizes[] = {8, 512, 4096, 65536, 1 << 20};
        for (int i = 0; i < 5 && sizes[i] <= largest; ++i) {
            report("notified_put", sizes[i], measure(message, sizes[i]) / 2 * 1e9);
        }
        const long read_sizes[] = READ_SIZES;
        for (size_t i = 0; i < sizeof read_sizes / sizeof *read_sizes; ++i) {
            if (read_sizes[i] <= largest) {
                memset(local, 0, (size_t)read_sizes[i]);
                report("notified_put_read", read_sizes[i],
                       measure(message_read, read_sizes[i]) / 2 * 1e9);
            }
        }
        for (long bytes = 8; bytes <= largest; bytes *= 8) {
            report("put", bytes, (double)bytes / measure(put, bytes) / 1e9);
            report("get", bytes, (double)bytes / measure(get, bytes) / 1e9);
        }
        bench_unexpected(0);
        bench_unexpected(1000);
        bench_unexpected(100000);
        MPI_Win_unlock_all(window);
        MPI_Win_free(&window);
    }
    MPI_Finalize();
    return 0;
}
