// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Fence, PSCW on a ring, and locks. Each bare, then with a put of 8 bytes whose arrival is looked
// at every turn; the bare loops end with one such turn, outside their time.
#include "rma_bench.h"

#include <stdio.h>

enum { SLOT = 8, FROM = 16, COUNTER = 1, NEIGHBOURS_MAX = 4 }; // lines of the window's start

/* The value must stay in place until the epoch ends. */
static void put_word(const long* value, int rank, int line) {
    MPI_Put(value, 1, MPI_LONG, rank, line * LINE, 1, MPI_LONG, window);
}

/* ---- Fence ---- */

/* Two slots alternate: a rank that is a fence behind may still read the other one. */
static void put_fence_check(long turn) {
    const int slot = SLOT + (int)(turn % 2);
    const long value = turn * 1000 + me; // stays in place until the fence
    put_word(&value, (me + 1) % ranks, slot);
    MPI_Win_fence(0, window);
    must_be(*word(slot), turn * 1000 + (me + ranks - 1) % ranks, "what was put before a fence");
}

static void open_fence(long bytes) {
    (void)bytes;
    MPI_Win_fence(0, window);
}

static void fence(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count; ++i) {
        MPI_Win_fence(0, window);
    }
}

static void check_fence(long count, long bytes) {
    (void)bytes;
    put_fence_check(count);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

static void put_fence(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count; ++i) {
        put_fence_check(i);
    }
}

void bench_fence(void) {
    bench("rma_fence", 0, (case_t){open_fence, fence, check_fence}, 1);
    bench("rma_put_fence", 8, (case_t){open_fence, put_fence, check_fence}, 1);
}

/* ---- PSCW ---- */

static int neighbours; // k: to the right, to the left, and the next ones on both sides
static int to[NEIGHBOURS_MAX], from[NEIGHBOURS_MAX];
static MPI_Group origins, targets;

/* With one neighbour data goes round; with two it goes both ways. */
static void make_groups(int k) {
    static const int steps[NEIGHBOURS_MAX] = {1, -1, 2, -2};
    MPI_Group world;
    neighbours = k;
    for (int i = 0; i < k; ++i) {
        to[i] = (me + steps[i] + ranks) % ranks;
        from[i] = (me - steps[i] + ranks) % ranks;
    }
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, k, to, &targets);
    MPI_Group_incl(world, k, from, &origins);
    MPI_Group_free(&world);
}

static void free_groups(void) {
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
}

static void pscw(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count; ++i) {
        MPI_Win_post(origins, 0, window);
        MPI_Win_start(targets, 0, window);
        MPI_Win_complete(window);
        MPI_Win_wait(window);
    }
}

static void put_pscw(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count; ++i) {
        const long value = i * 1000 + me;
        MPI_Win_post(origins, 0, window);
        MPI_Win_start(targets, 0, window);
        for (int n = 0; n < neighbours; ++n) {
            put_word(&value, to[n], FROM + n);
        }
        MPI_Win_complete(window);
        MPI_Win_wait(window);
        for (int n = 0; n < neighbours; ++n) {
            must_be(*word(FROM + n), i * 1000 + from[n], "what was put in an access epoch");
        }
    }
}

static void check_pscw(long count, long bytes) {
    put_pscw(count % 3 + 1, bytes);
}

/* The four calls one by one, beside what reading the clock takes. */
static double took_post, took_start, took_complete, took_wait, took_clock;

static void pscw_parts(long count, long bytes) {
    (void)bytes;
    took_post = took_start = took_complete = took_wait = took_clock = 0;
    for (long i = 0; i < count; ++i) {
        const double before = now();
        const double begin = now();
        MPI_Win_post(origins, 0, window);
        const double posted = now();
        MPI_Win_start(targets, 0, window);
        const double started = now();
        MPI_Win_complete(window);
        const double completed = now();
        MPI_Win_wait(window);
        took_wait += now() - completed;
        took_complete += completed - started;
        took_start += started - posted;
        took_post += posted - begin;
        took_clock += begin - before;
    }
    const double each = 1e9 / (double)count;
    took_clock *= each;
    took_post = took_post * each - took_clock;
    took_start = took_start * each - took_clock;
    took_complete = took_complete * each - took_clock;
    took_wait = took_wait * each - took_clock;
}

static void bench_ring(const char* name, case_t what, long bytes) {
    char text[64];
    snprintf(text, sizeof text, "%s/k%d", name, neighbours);
    bench(text, bytes, what, 1);
}

static void tell_part(const char* part, double value) {
    char text[64];
    snprintf(text, sizeof text, "rma_pscw_%s/k%d", part, neighbours);
    report(text, 0, value > 0.1 ? value : 0.1); // less than the clock can measure
}

void bench_pscw(void) {
    for (int k = 1; k <= NEIGHBOURS_MAX && k < ranks; k *= 2) {
        make_groups(k);
        bench_ring("rma_pscw", (case_t){NULL, pscw, check_pscw}, 0);
        bench_ring("rma_put_pscw", (case_t){NULL, put_pscw, NULL}, 8);
        measure((case_t){NULL, pscw_parts, check_pscw}, 0);
        tell_part("post", took_post);
        tell_part("start", took_start);
        tell_part("complete", took_complete);
        tell_part("wait", took_wait);
        free_groups();
    }
}

/* ---- Locks: rank 0 takes them at rank 1, which is in a barrier ---- */

typedef enum { EXCLUSIVE, SHARED, ALL } lock_t;
static lock_t kind;

static void acquire(int rank) {
    if (kind == ALL) {
        MPI_Win_lock_all(0, window);
    } else {
        MPI_Win_lock(kind == SHARED ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, rank, 0, window);
    }
}

static void release(int rank) {
    if (kind == ALL) {
        MPI_Win_unlock_all(window);
    } else {
        MPI_Win_unlock(rank, window);
    }
}

static void lock_unlock(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count && me == 0; ++i) {
        acquire(1);
        release(1);
    }
    const double start = now();
    const long last = count - 1;
    if (me == 0) {
        acquire(1);
        put_word(&last, 1, SLOT);
        release(1);
    }
    left_out += now() - start;
}

static void lock_put_unlock(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count && me == 0; ++i) {
        acquire(1);
        put_word(&i, 1, SLOT);
        release(1);
    }
}

static void check_lock(long count, long bytes) {
    (void)bytes;
    MPI_Win_lock(MPI_LOCK_SHARED, me, 0, window);
    if (me == 1) {
        must_be(*word(SLOT), count - 1, "what was put under a lock");
    }
    MPI_Win_unlock(me, window);
}

void bench_locks(void) {
    static const char* const names[] = {"exclusive", "shared", "all"};
    char text[64];
    for (int i = 0; i < 3; ++i) {
        kind = (lock_t)i;
        snprintf(text, sizeof text, "rma_lock_unlock/%s", names[i]);
        bench(text, 0, (case_t){NULL, lock_unlock, check_lock}, 1);
        snprintf(text, sizeof text, "rma_lock_put_unlock/%s", names[i]);
        bench(text, 8, (case_t){NULL, lock_put_unlock, check_lock}, 1);
    }
}

/* ---- Contention: everybody raises one counter at rank 0, under its exclusive lock ---- */

static void clear_counter(long bytes) {
    (void)bytes;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, window);
    *word(COUNTER) = 0;
    MPI_Win_unlock(me, window);
}

static void raise_counter(long count, long bytes) {
    (void)bytes;
    for (long i = 0; i < count; ++i) {
        long value = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Get(&value, 1, MPI_LONG, 0, COUNTER * LINE, 1, MPI_LONG, window);
        MPI_Win_flush(0, window);
        ++value;
        put_word(&value, 0, COUNTER);
        MPI_Win_unlock(0, window);
    }
}

static void check_raised(long count, long bytes) {
    (void)bytes;
    MPI_Win_lock(MPI_LOCK_SHARED, me, 0, window);
    if (me == 0) {
        must_be(*word(COUNTER), count * ranks, "the counter that all raised under a lock");
    }
    MPI_Win_unlock(me, window);
}

void bench_contention(void) {
    bench("rma_lock_contended", 8, (case_t){clear_counter, raise_counter, check_raised}, 1);
}
