// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Accumulate, fetch_and_op and compare_and_swap, from rank 0 to rank 1 in one epoch of
// MPI_Win_lock_all: with a flush after each, and a thousand at a time. Blocks of doubles both add
// to each other.
#include "rma_bench.h"

#include <string.h>

enum { RUN = 1000 };

static long* target(void) {
    return (long*)(memory + DATA);
}

static void prepare_sum(long bytes) {
    for (long i = 0; i < bytes / 8; ++i) {
        ((long*)local)[i] = i + 1;
        target()[i] = 0;
    }
}

static void accumulate(MPI_Op op, long count, long bytes) {
    const int elements = (int)(bytes / 8);
    for (long i = 0; i < count && me == 0; ++i) {
        MPI_Accumulate(local, elements, MPI_LONG, 1, DATA, elements, MPI_LONG, op, window);
        MPI_Win_flush(1, window);
    }
}

static void sum_flush(long count, long bytes) {
    accumulate(MPI_SUM, count, bytes);
}

static void check_sum(long count, long bytes) {
    for (long i = 0; i < bytes / 8 && me == 1; ++i) {
        must_be(target()[i], count * (i + 1), "a sum");
    }
}

static void prepare_min(long bytes) {
    for (long i = 0; i < bytes / 8; ++i) {
        ((long*)local)[i] = i % 2 == 0 ? -i : i;
        target()[i] = 0;
    }
}

static void min_flush(long count, long bytes) {
    accumulate(MPI_MIN, count, bytes);
}

static void check_min(long count, long bytes) {
    (void)count;
    for (long i = 0; i < bytes / 8 && me == 1; ++i) {
        must_be(target()[i], i % 2 == 0 ? -i : 0, "a minimum");
    }
}

/* Programs on Global Arrays, as NWChem, add blocks of 8 to 64 KiB into each other's memory. */
static void prepare_doubles(long bytes) {
    for (long i = 0; i < bytes / 8; ++i) {
        ((double*)local)[i] = (double)(i + 1);
        ((double*)(memory + DATA))[i] = 0;
    }
}

static void both_add(long count, long bytes) {
    const int elements = (int)(bytes / 8);
    for (long i = 0; i < count; ++i) {
        MPI_Accumulate(local, elements, MPI_DOUBLE, other, DATA, elements, MPI_DOUBLE, MPI_SUM,
                       window);
        MPI_Win_flush(other, window);
    }
}

static void check_doubles(long count, long bytes) {
    for (long i = 0; i < bytes / 8; ++i) {
        must_be((long)((double*)(memory + DATA))[i], count * (i + 1), "a sum of doubles");
    }
}

static void prepare_counter(long bytes) {
    (void)bytes;
    target()[0] = 0;
}

static void check_counter(long count, long bytes) {
    (void)bytes;
    if (me == 1) {
        must_be(target()[0], count, "the counter");
    }
}

static void fop_flush(long count, long bytes) {
    const long one = 1;
    (void)bytes;
    for (long i = 0; i < count && me == 0; ++i) {
        long before = -1;
        MPI_Fetch_and_op(&one, &before, MPI_LONG, 1, DATA, MPI_SUM, window);
        MPI_Win_flush(1, window);
        must_be(before, i, "what fetch_and_op found");
    }
}

/* Both widths: 4 bytes work everywhere. */
static void cas_flush(long count, long bytes) {
    const MPI_Datatype type = bytes == 4 ? MPI_INT : MPI_LONG;
    for (long i = 0; i < count && me == 0; ++i) {
        const long after = i + 1; // little-endian: its first 4 bytes are an int
        long before = 0;
        MPI_Compare_and_swap(&after, &i, &before, type, 1, DATA, window);
        MPI_Win_flush(1, window);
        must_be(before, i, "what compare_and_swap found");
    }
}

/* Open MPI 4's default component for windows of one node crashes in those of 8 bytes. */
static int may_swap_long(void) {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strncmp(version, "Open MPI v4.", 12) != 0 || has_notified_calls();
}

/* A thousand before the flush; each leaves what it found in a word of its own. */
static long found[RUN];

static void acc_rate(long count, long bytes) {
    const long one = 1;
    (void)bytes;
    for (long i = 0; i < count && me == 0; ++i) {
        for (int k = 0; k < RUN; ++k) {
            MPI_Accumulate(&one, 1, MPI_LONG, 1, DATA, 1, MPI_LONG, MPI_SUM, window);
        }
        MPI_Win_flush(1, window);
    }
}

static void fop_rate(long count, long bytes) {
    const long one = 1;
    (void)bytes;
    for (long i = 0; i < count && me == 0; ++i) {
        for (int k = 0; k < RUN; ++k) {
            MPI_Fetch_and_op(&one, &found[k], MPI_LONG, 1, DATA, MPI_SUM, window);
        }
        MPI_Win_flush(1, window);
        for (int k = 0; k < RUN; ++k) {
            must_be(found[k], i * RUN + k, "what a fetch_and_op of a thousand found");
        }
    }
}

static int swapped[RUN];
static int wanted[RUN + 1];

static void cas_rate(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count && me == 0; ++i) {
        for (int k = 0; k <= RUN; ++k) {
            wanted[k] = (int)i * RUN + k;
        }
        for (int k = 0; k < RUN; ++k) {
            MPI_Compare_and_swap(&wanted[k + 1], &wanted[k], &swapped[k], MPI_INT, 1, DATA, window);
        }
        MPI_Win_flush(1, window);
        for (int k = 0; k < RUN; ++k) {
            must_be(swapped[k], wanted[k], "what a compare_and_swap of a thousand found");
        }
    }
}

static void check_thousands(long count, long bytes) {
    check_counter(count * RUN, bytes);
}

void bench_atomics(long largest) {
    MPI_Win_lock_all(0, window);
    for (long bytes = 8; bytes <= largest; bytes = bytes == 262144 ? 1 << 20 : bytes * 8) {
        bench("rma_acc/sum", bytes, (case_t){prepare_sum, sum_flush, check_sum}, 1);
        bench("rma_acc/min", bytes, (case_t){prepare_min, min_flush, check_min}, 1);
    }
    static const long blocks[] = {8192, 32768, 65536};
    for (int i = 0; i < 3 && blocks[i] <= largest; ++i) {
        bench("rma_acc/both", blocks[i], (case_t){prepare_doubles, both_add, check_doubles}, 1);
    }
    bench("rma_fop", 8, (case_t){prepare_counter, fop_flush, check_counter}, 1);
    bench("rma_cas", 4, (case_t){prepare_counter, cas_flush, check_counter}, 1);
    if (may_swap_long()) {
        bench("rma_cas", 8, (case_t){prepare_counter, cas_flush, check_counter}, 1);
    }
    bench("rma_acc_rate", 8, (case_t){prepare_counter, acc_rate, check_thousands}, RUN);
    bench("rma_fop_rate", 8, (case_t){prepare_counter, fop_rate, check_thousands}, RUN);
    bench("rma_cas_rate", 4, (case_t){prepare_counter, cas_rate, check_thousands}, RUN);
    MPI_Win_unlock_all(window);
}
