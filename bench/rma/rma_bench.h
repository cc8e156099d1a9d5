// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by the parts of rma_bench. A case is a loop of operations that is timed, its preparation,
// and a check of the data that has arrived; a wrong value ends the job.
#pragma once

#include <mpi.h>

/// Times are rank 0's. `count` is how often, `bytes` what the case is about.
typedef struct {
    void (*prepare)(long bytes); // may be null, like `check`
    void (*loop)(long count, long bytes);
    void (*check)(long count, long bytes);
} case_t;

extern int me, ranks;
extern int other; // of two
extern MPI_Win window;
extern char* memory; // of the window, and of this process
extern char* local; // as large, outside it

enum { LINE = 64, DATA = 4096 }; // words of their own at the window's start, and data behind them

double now(void);

/// Prints "name bytes nanoseconds" once per case; `over` is how many operations a turn has.
void bench(const char* name, long bytes, case_t what, double over);

/// Runs a case without printing. @return nanoseconds for one turn
double measure(case_t what, long bytes);

/// Printed by rank 0.
void report(const char* name, long bytes, double value);

/// Seconds that a loop excludes from its time. Zero before each.
extern double left_out;

void must_be(long found, long expected, const char* what);

/// The word at a line of the window's start.
static inline volatile long* word(int line) {
    return (volatile long*)(memory + line * LINE);
}

void bench_data(long largest);
void bench_atomics(long largest);
void bench_locks(void);
void bench_fence(void);
void bench_pscw(void);
void bench_contention(void);
void bench_notified(long largest);

/// Whether libarauto_mpi is in the process.
int has_notified_calls(void);
